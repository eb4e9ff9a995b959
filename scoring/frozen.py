"""Small frozen records that cost nothing to define.

`dataclasses` writes and compiles code for every class, half a millisecond each; the sixty records of this package
would be a fifth of the time that `potager score` takes. The same look, without that.
"""

from __future__ import annotations

from inspect import get_annotations
from typing import Any, ClassVar, Self, dataclass_transform

_NOTHING = object()


@dataclass_transform(frozen_default=True)
class Frozen:
    """A record: fields are the annotations of its class, compared and hashed by value, never changed.

    >>> class Point(Frozen):
    ...     x: int
    ...     y: int = 0
    >>> Point(1), Point(1) == Point(x=1, y=0)
    (Point(x=1, y=0), True)
    """

    __slots__ = ()
    __fields__: ClassVar[tuple[str, ...]] = ()
    __defaults__: ClassVar[dict[str, Any]] = {}
    __match_args__: ClassVar[tuple[str, ...]] = ()

    def __init_subclass__(cls) -> None:
        own = [name for name, kind in get_annotations(cls).items() if "ClassVar" not in str(kind)]
        cls.__fields__ = (*cls.__fields__, *own)
        cls.__match_args__ = cls.__fields__  # type: ignore[misc]  # matched by its fields, in their order
        cls.__defaults__ = cls.__defaults__ | {name: cls.__dict__[name] for name in own if name in cls.__dict__}

    def __init__(self, *values: Any, **named: Any) -> None:
        put = object.__setattr__
        fields = self.__fields__
        if len(values) > len(fields):
            raise TypeError(f"{type(self).__name__} has {len(fields)} fields, not {len(values)}")
        for name, value in zip(fields, values, strict=False):
            put(self, name, value)
        for name in fields[len(values) :]:
            value = named.pop(name, _NOTHING)
            if value is _NOTHING:
                value = self.__defaults__.get(name, _NOTHING)
            if value is _NOTHING:
                raise TypeError(f"{type(self).__name__} lacks {name}")
            put(self, name, value)
        if named:
            raise TypeError(f"{type(self).__name__} has no field {', '.join(named)}")

    def __setattr__(self, name: str, value: Any) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is frozen")

    def but(self, **changed: Any) -> Self:
        """The same with other values in some fields."""
        return type(self)(**{name: getattr(self, name) for name in self.__fields__} | changed)

    def _values(self) -> tuple[Any, ...]:
        return tuple([getattr(self, name) for name in self.__fields__])

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._values() == other._values()

    def __hash__(self) -> int:
        return hash((type(self).__name__, *self._values()))

    def __repr__(self) -> str:
        inner = ", ".join(f"{name}={getattr(self, name)!r}" for name in self.__fields__)
        return f"{type(self).__name__}({inner})"
