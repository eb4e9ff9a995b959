"""Writes docs/every-key.md: every key of a rules file, read off the models. A test holds the page current.

python -m tools.make_reference
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any, Literal, get_args, get_origin

from pydantic import BaseModel
from pydantic.fields import FieldInfo

from scoring.lines import KINDS
from scoring.lines.base import Described, Line
from scoring.lines.cases import OneCase
from scoring.rules import About, Rules
from sheets import blocks

PAGE = Path(__file__).resolve().parents[1] / "docs" / "every-key.md"

HEAD = """\
# Every key and kind

Read off the models that check your files, by `python -m tools.make_reference`: change the descriptions there, not
here. The same words appear in an editor when you point at a key. [rules_data/README.md](../rules_data/README.md) tells
the same at more length, with examples.

A key marked **must** has to be there; the others may be left out. *Entries* are keyed by an id of your choice, so that
a variant can name them.
"""


def page() -> str:
    """The whole page."""
    return "\n".join([HEAD, *_parts()])


def _parts() -> Iterator[str]:
    yield from _model("A game", Rules, "The file `game.yaml`.")
    yield from _model("What a variant says of itself", About, "All else in its file is what it changes.")
    yield from _model("Words", Described, "These may stand at any count, kind, field, line, tie and check.")
    seen: set[type[BaseModel]] = {Rules, About, Described, Line}
    for model in _within(Rules, seen):
        yield from _model(_title(model), model, _sentence(model), Described)
    yield "## Lines\n"
    yield from _table(Line, Described, "Keys of every line, beside its words:")
    for kind, model in KINDS.items():
        yield from _model(f"`{kind}`", model, _sentence(model), Line, level=3, without_kind=True)
        if kind == "cases":
            yield from _table(OneCase, None, "Keys of each case:")
    yield "## Blocks of play sheets\n"
    yield from _table(blocks.Block, None, "Keys of every block:")
    for model in get_args(get_args(blocks.AnyBlock)[0]):
        kinds = get_args(model.model_fields["kind"].annotation)
        yield from _model(f"`{kinds[0]}`", model, _sentence(model), blocks.Block, level=3, without_kind=True)


def _within(model: type[BaseModel], seen: set[type[BaseModel]]) -> Iterator[type[BaseModel]]:
    """The models that stand inside one, in the order of its keys."""
    for info in model.model_fields.values():
        for inner in _models(info.annotation):
            if inner not in seen and not issubclass(inner, Line):
                seen.add(inner)
                yield inner
                yield from _within(inner, seen)


def _models(annotation: Any) -> Iterator[type[BaseModel]]:
    if isinstance(annotation, type) and issubclass(annotation, BaseModel):
        yield annotation
    for inner in get_args(annotation):
        yield from _models(inner)


def _title(model: type[BaseModel]) -> str:
    """A name for readers: CountRule → Count."""
    name = model.__name__.removesuffix("Rule").removeprefix("Aid")
    words = "".join(f" {letter.lower()}" if letter.isupper() else letter for letter in name).strip()
    return f"In an aid: {words}" if model.__name__.startswith("Aid") else words.capitalize()


def _sentence(model: type[BaseModel]) -> str:
    return (model.__doc__ or "").strip().split("\n\n")[0].replace("\n    ", " ")


def _model(
    title: str,
    model: type[BaseModel],
    text: str,
    base: type[BaseModel] | None = None,
    *,
    level: int = 2,
    without_kind: bool = False,
) -> Iterator[str]:
    yield f"{'#' * level} {title}\n"
    yield from _table(model, base, text, without_kind)


def _table(
    model: type[BaseModel], base: type[BaseModel] | None, text: str, without_kind: bool = False
) -> Iterator[str]:
    inherited = set(base.model_fields) if base and issubclass(model, base) else set()
    rows = [
        (info.alias or name, info)
        for name, info in model.model_fields.items()
        if name not in inherited and not (without_kind and name == "kind")
    ]
    yield f"{text}\n"
    if not rows:
        yield "No keys of its own.\n"
        return
    yield "| Key | Takes | Meaning |\n|---|---|---|"
    for key, info in rows:
        must = " **must**" if info.is_required() else ""
        yield f"| `{key}`{must} | {_takes(info)} | {_meaning(info)} |"
    yield ""


def _meaning(info: FieldInfo) -> str:
    said = info.description or next(
        (meta.description for meta in info.metadata if isinstance(meta, FieldInfo) and meta.description), ""
    )
    default = info.get_default() if not info.is_required() and info.default_factory is None else None
    shown = "yes" if default is True else "" if default in (None, False, "", {}, []) else str(default)
    unless = f" {shown} unless said." if shown and "unless said" not in said else ""
    return f"{said}{unless}".replace("|", "\\|").strip()


def _takes(info: FieldInfo) -> str:
    """What may stand there, in a few words."""
    return " or ".join(dict.fromkeys(_said(info.annotation))) or "anything"


def _said(annotation: Any) -> Iterator[str]:
    origin = get_origin(annotation)
    if origin is Annotated:
        yield from _said(get_args(annotation)[0])
    elif origin is Literal:
        yield ", ".join(f"`{choice}`" for choice in get_args(annotation))
    elif origin is list:
        inner = " or ".join(dict.fromkeys(_said(get_args(annotation)[0])))
        yield f"a list of {inner}" if "," not in inner else f"a list ({inner})"
    elif origin is dict:
        yield "entries"
    elif isinstance(annotation, type) and issubclass(annotation, BaseModel):
        if not issubclass(annotation, Line):
            yield f"[{_title(annotation).lower()}](#{_title(annotation).lower().replace(' ', '-').replace(':', '')})"
    elif annotation in (int, float):
        yield "number"
    elif annotation is str:
        yield "text"
    elif annotation is bool:
        yield "yes or no"
    elif annotation is Any:
        yield "entries"
    else:
        for inner in get_args(annotation):
            if inner is not type(None):
                yield from _said(inner)


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8", newline="\n")
    print(PAGE)
