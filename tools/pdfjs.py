"""pdf.js, Firefox's PDF viewer, for the browser tests of fillable pads: `python -m tools.pdfjs` fetches it once.

One version with its checksum, from npm's registry, kept in the user's cache folder.
"""

from __future__ import annotations

import base64
import hashlib
import io
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import urllib.request
from pathlib import Path

VERSION = "5.6.205"
SHA512 = "tlUj+2IDa7G1SbvBNN74UHRLJybZDWYom+k6p5KIZl7huBvsA4APi6mKL+zCxd3tLjN5hOOEE9Tv7VdzO88pfg=="
ADDRESS = f"https://registry.npmjs.org/pdfjs-dist/-/pdfjs-dist-{VERSION}.tgz"
NEEDED = ("build/pdf.mjs", "build/pdf.worker.mjs", "build/pdf.sandbox.mjs", "web/pdf_viewer.mjs", "web/pdf_viewer.css")
FOLDERS = ("standard_fonts/", "web/images/")
WHAT_TO_TYPE = "pdf.js is missing: python -m tools.pdfjs"


def folder() -> Path:
    """Where it is, or will be."""
    cache = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(cache) / "potager" / f"pdfjs-{VERSION}"


def there() -> bool:
    return all((folder() / name).is_file() for name in NEEDED)


def packed() -> bytes:
    """The package as the registry has it, by npm where there is one."""
    if shutil.which("npm"):
        with tempfile.TemporaryDirectory() as place:
            command = ["npm", "pack", "--silent", f"pdfjs-dist@{VERSION}", "--pack-destination", place]
            if subprocess.run(command, check=False, capture_output=True).returncode == 0:
                return next(Path(place).glob("*.tgz")).read_bytes()
    with urllib.request.urlopen(ADDRESS, timeout=120) as answer:
        content: bytes = answer.read()
    return content


def fetch() -> Path:
    """Fetch it, if it is not there. Raises OSError, or ValueError when it is not what it should be."""
    if there():
        return folder()
    content = packed()
    found = base64.b64encode(hashlib.sha512(content).digest()).decode()
    if found != SHA512:
        raise ValueError(f"pdfjs-dist {VERSION} has the checksum {found}, not {SHA512}")
    folder().parent.mkdir(parents=True, exist_ok=True)
    beside = Path(tempfile.mkdtemp(dir=folder().parent))
    with tarfile.open(fileobj=io.BytesIO(content)) as archive:
        for member in archive:
            name = member.name.removeprefix("package/")
            source = archive.extractfile(member) if name in NEEDED or name.startswith(FOLDERS) else None
            if source is not None and ".." not in name:
                (beside / name).parent.mkdir(parents=True, exist_ok=True)
                (beside / name).write_bytes(source.read())
    shutil.rmtree(folder(), ignore_errors=True)
    beside.rename(folder())
    return folder()


if __name__ == "__main__":
    try:
        print(fetch())
    except (OSError, ValueError) as error:
        sys.exit(f"pdf.js could not be fetched: {error}")
