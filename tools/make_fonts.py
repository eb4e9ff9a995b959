"""Makes the fonts in sheets/fonts from their published sources. For developers only; nothing imports it.

    pip install fonttools
    python tools/make_fonts.py                  # fetches the sources with pip and npm
    python tools/make_fonts.py --sources DIR    # takes the two archives from DIR

ReportLab draws a variable font at its default weight and never looks at tables for layout, so what we ship
are plain static fonts with the letters of our languages and nothing else. The same sources and the same
fonttools give the same bytes.
"""

import argparse
import hashlib
import io
import subprocess
import sys
import tarfile
import tempfile
import unicodedata
import zipfile
from dataclasses import dataclass
from pathlib import Path

import fontTools
from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.ttLib.tables._n_a_m_e import NameRecord
from fontTools.varLib.instancer import instantiateVariableFont

FONTS = Path(__file__).resolve().parents[1] / "sheets" / "fonts"
LAST_CHANGE = 3_786_912_000  # seconds since 1904: 2024-01-01, so that the clock leaves no mark in the files


@dataclass(frozen=True)
class Source:
    """A published package that holds a family: what it is called, where, and how to fetch it."""

    family: str
    package: str
    version: str
    registry: str
    home: str
    archive: str  # the file that the command leaves behind
    command: tuple[str, ...]
    licence: str  # the licence text in the archive
    sha256: dict[str, str]  # the files we read, and what they must be


@dataclass(frozen=True)
class Cut:
    """One font to make: from which file, at which weight, with which characters."""

    source: Source
    file: str
    weight: int
    style: str
    characters: frozenset[int]
    stand_ins: tuple[tuple[int, int], ...] = ()  # a character without a glyph, and the one whose glyph it gets

    @property
    def name(self) -> str:
        return f"{self.source.family.replace(' ', '')}-{self.style}"


OPEN_SANS_FILE = "fontpkg_open_sans/files/OpenSans[wdth,wght].ttf"  # variable: both weights are cut from it
NOTO_REGULAR = "package/400Regular/NotoSansTC_400Regular.ttf"
NOTO_BOLD = "package/700Bold/NotoSansTC_700Bold.ttf"

OPEN_SANS = Source(
    family="Open Sans",
    package="fontpkg-open-sans",
    version="3.3",
    registry="PyPI",
    home="https://github.com/googlefonts/opensans",
    archive="fontpkg_open_sans-3.3-py3-none-any.whl",
    command=(sys.executable, "-m", "pip", "download", "--no-deps", "--quiet", "fontpkg-open-sans==3.3"),
    licence="fontpkg_open_sans/LICENSE",
    sha256={OPEN_SANS_FILE: "36643644f318a812aab2d2ed3bb98f8cf0872527f835fe9398d95fe6b9adb878"},
)
NOTO_TC = Source(
    family="Noto Sans TC",
    package="@expo-google-fonts/noto-sans-tc",
    version="0.4.3",
    registry="npm",
    home="https://github.com/notofonts/noto-cjk",
    archive="expo-google-fonts-noto-sans-tc-0.4.3.tgz",
    command=("npm", "pack", "--silent", "@expo-google-fonts/noto-sans-tc@0.4.3"),
    licence="package/LICENSE_FONT",
    sha256={
        NOTO_REGULAR: "add35d53f70727657b4509531677c4e3712b67df3d54661efdee5d3a0c16d954",
        NOTO_BOLD: "ed4ae6ed781e34d0beee896e9be5d835a938ac7adabbcc1b6b6904290006f372",
    },
)


def span(first: int, last: int) -> set[int]:
    return set(range(first, last + 1))


def letters() -> frozenset[int]:
    """Latin of nearly all Europe, Greek with one accent, and the marks that typesetters use."""
    latin = span(0x20, 0x7E) | (span(0xA0, 0x17F) - {0xAD, 0x149})  # without the soft hyphen: it would be drawn
    latin |= {ord(letter) for letter in "ȘșȚțẞ"}
    greek = {code for code in span(0x384, 0x3CE) if unicodedata.name(chr(code), "")}
    marks = {ord(mark) for mark in "–—―‘’‚“”„†‡•…‰′″‹›⁄€™−∕√∞≈≠≤≥⅛⅜⅝⅞"} | {0x2009}
    return frozenset(latin | greek | marks)


def han() -> frozenset[int]:
    """The 5,401 everyday characters of Traditional Chinese (Big5, level 1), their marks, full-width letters.

    Spaces, dashes and dots are there as well, so that they need not leave the Chinese text they stand in.
    """
    marks = span(0x3000, 0x3003) | span(0x3005, 0x3011) | span(0x3014, 0x3017) | span(0x301D, 0x301E)
    full_width = span(0xFF01, 0xFF5E) | {0xFFE5}
    return frozenset(big5_level_1() | marks | full_width | {ord(mark) for mark in " \u00a0‧・—…⋯"})


def big5_level_1() -> set[int]:
    """The rows A4 to C6 of Big5, which end in the middle of the last."""
    codes = {row << 8 | cell for row in range(0xA4, 0xC7) for cell in (*range(0x40, 0x7F), *range(0xA1, 0xFF))}
    return {ord(code.to_bytes(2, "big").decode("big5")) for code in codes if code <= 0xC67E}


HYPHENS_AND_SPACES = (
    (0x2010, 0x2D),
    (0x2011, 0x2D),
    (0x202F, 0x2009),
)  # the unbreaking ones look like the others
CUTS = (
    Cut(OPEN_SANS, OPEN_SANS_FILE, 400, "Regular", letters(), HYPHENS_AND_SPACES),
    Cut(OPEN_SANS, OPEN_SANS_FILE, 700, "Bold", letters(), HYPHENS_AND_SPACES),
    Cut(NOTO_TC, NOTO_REGULAR, 400, "Regular", han()),
    Cut(NOTO_TC, NOTO_BOLD, 700, "Bold", han()),
)


def fetch(source: Source, folder: Path) -> dict[str, bytes]:
    """The files of a package that we read, checked; fetched only if the archive is not in the folder yet."""
    archive = folder / source.archive
    if not archive.exists():
        subprocess.run(source.command, cwd=folder, check=True, stdout=subprocess.DEVNULL)
    wanted = [source.licence, *source.sha256]
    if archive.suffix == ".whl":
        with zipfile.ZipFile(archive) as packed:
            files = {name: packed.read(name) for name in wanted}
    else:
        with tarfile.open(archive) as packed:
            files = {}
            for name in wanted:
                member = packed.extractfile(name)
                if member is None:
                    raise SystemExit(f"{source.archive} has no file {name}")
                files[name] = member.read()
    for name, expected in source.sha256.items():
        found = hashlib.sha256(files[name]).hexdigest()
        if found != expected:
            raise SystemExit(f"{name} of {source.package} is another file than we know (SHA-256 {found})")
    return files


def make(cut: Cut, data: bytes) -> bytes:
    """The finished font file."""
    font = TTFont(io.BytesIO(data), recalcTimestamp=False)
    if "fvar" in font:
        font = instantiateVariableFont(font, {"wght": cut.weight, "wdth": 100})
    for table in font["cmap"].tables:
        for code, like in cut.stand_ins:
            if table.isUnicode() and like in table.cmap:
                table.cmap[code] = table.cmap[like]
    options = Options(
        hinting=False,
        layout_features=[],
        legacy_kern=False,
        glyph_names=False,
        notdef_outline=True,
        name_IDs=[0, 1, 2, 3, 4, 5, 6, 13, 14],
        name_languages=[0x409],
        drop_tables=[
            "BASE",
            "DSIG",
            "GDEF",
            "GPOS",
            "GSUB",
            "JSTF",
            "STAT",
            "avar",
            "gasp",
            "meta",
            "vhea",
            "vmtx",
            "VORG",
        ],
    )
    wanted = cut.characters | {code for code, _ in cut.stand_ins}
    there = set(font.getBestCmap())
    if lacking := wanted - there:
        print(f"{cut.name}: the source lacks {' '.join(f'U+{code:04X}' for code in sorted(lacking))}")
    subsetter = Subsetter(options)
    subsetter.populate(unicodes=wanted & there)
    subsetter.subset(font)
    _rename(font, cut)
    font["head"].modified = LAST_CHANGE
    out = io.BytesIO()
    font.save(out, reorderTables=True)
    return out.getvalue()


def _rename(font: TTFont, cut: Cut) -> None:
    """Names of its own. Viewers take two fonts of one PostScript name for one, and draw Bold as Regular."""
    family, style = cut.source.family, cut.style
    names = font["name"]
    version = names.getDebugName(5)
    for name_id, text in {
        1: family,
        2: style,
        3: f"{version.removeprefix('Version ')};{cut.name};potager subset",
        4: f"{family} {style}",
        6: cut.name,
    }.items():
        names.setName(text, name_id, 3, 1, 0x409)
    names.names = sorted((name for name in names.names if name.platformID == 3), key=_by_id)
    bold = style == "Bold"
    font["OS/2"].usWeightClass = cut.weight
    font["OS/2"].fsSelection = font["OS/2"].fsSelection & ~0b110_0001 | (0b10_0000 if bold else 0b100_0000)
    font["head"].macStyle = int(bold)


def _by_id(name: NameRecord) -> tuple[int, int]:
    return (name.nameID, name.langID)


def readme(sizes: dict[str, tuple[int, int]]) -> str:
    """The page beside the fonts that says where they come from."""
    rows = []
    for cut in CUTS:
        size, count = sizes[cut.name]
        source = cut.source
        rows.append(
            f"| `{cut.name}.ttf` | {size / 1000:,.0f} kB | {count:,} | {source.family}, "
            f"`{source.package}` {source.version} ({source.registry}) | {source.home} |"
        )
    table = "\n".join(rows)
    return f"""\
# The fonts on our sheets

Made by `tools/make_fonts.py` with fonttools {fontTools.version}, this page too: change the script.

| File | Size | Characters | Source | Home |
|---|---|---|---|---|
{table}

Open Sans holds Latin for nearly all of Europe, Greek with one accent, and the marks of typesetting. Noto
Sans TC holds the 5,401 everyday characters of Traditional Chinese (Big5, level 1) with their marks and
full-width letters. Arrows, dice, ticks and stars are in neither: sheets draw them.

Cut to the weight and the characters we use; hinting and layout tables are gone, because ReportLab reads
neither. Each weight has a PostScript name of its own, else viewers draw Bold as Regular. U+2010 and U+2011
borrow the glyph of the plain hyphen, U+202F that of U+2009.

Both families are under the SIL Open Font License 1.1: `OFL-OpenSans.txt`, `OFL-NotoSansTC.txt`.
"""


def main() -> None:
    arguments = argparse.ArgumentParser(description="Makes the fonts in sheets/fonts.")
    arguments.add_argument("--sources", type=Path, metavar="DIR", help="holds the archives, or shall keep them")
    arguments.add_argument("--output", type=Path, metavar="DIR", default=FONTS)
    chosen = arguments.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = chosen.sources or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        files = {source.package: fetch(source, folder) for source in (OPEN_SANS, NOTO_TC)}
    chosen.output.mkdir(parents=True, exist_ok=True)
    sizes = {}
    for cut in CUTS:
        data = make(cut, files[cut.source.package][cut.file])
        (chosen.output / f"{cut.name}.ttf").write_bytes(data)
        sizes[cut.name] = (len(data), len(TTFont(io.BytesIO(data)).getBestCmap()))
        print(f"{cut.name}.ttf: {len(data):,} bytes, {sizes[cut.name][1]:,} characters")
    for source in (OPEN_SANS, NOTO_TC):
        licence = files[source.package][source.licence].decode("utf-8").replace("\r\n", "\n")
        name = f"OFL-{source.family.replace(' ', '')}.txt"
        (chosen.output / name).write_text(licence, encoding="utf-8", newline="\n")
    (chosen.output / "README.md").write_text(readme(sizes), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
