"""Records: JSON objects with attributes. A part becomes a record when it is asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, ClassVar


class Record:
    """A JSON object of the machine interface; its fields are attributes.

    A field that is absent is `None` where it may be absent. Any other missing name raises `AttributeError`.
    """

    _classes: ClassVar[dict[str, type[Record]]] = {}
    _optional: ClassVar[tuple[str, ...]] = ()
    _nested: ClassVar[dict[str, str]] = {}
    _renamed: ClassVar[dict[str, str]] = {}
    _data: dict[str, Any]

    def __init__(self, data: dict[str, Any]) -> None:
        self.__dict__["_data"] = data

    if not TYPE_CHECKING:

        def __getattr__(self, name: str) -> Any:
            if name.startswith("_"):
                raise AttributeError(name)
            key = self._renamed.get(name, name)
            try:
                value = self._data[key]
            except KeyError:
                if key not in self._optional:
                    raise AttributeError(f"{type(self).__name__} has no field {name!r}") from None
                value = None
            value = _wrapped(value, self._classes.get(self._nested.get(key, ""), Record))
            self.__dict__[name] = value
            return value

    def to_dict(self) -> dict[str, Any]:
        """The record as it came: a `dict` of JSON values, by wire names. Do not change it."""
        return self._data

    def json(self) -> str:
        """The record as one line of JSON."""
        return json.dumps(self._data, ensure_ascii=False, separators=(",", ":"))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and self._data == other._data

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        fields = ", ".join(f"{key}={_short(value)}" for key, value in self._data.items())
        return f"{type(self).__name__}({fields})"

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *self._data})


def _wrapped(value: Any, kind: type[Record]) -> Any:
    if isinstance(value, dict):
        # A map of texts or numbers has no class, and stays a dict.
        return kind(value) if kind is not Record or any(isinstance(it, (dict, list)) for it in value.values()) else value
    if isinstance(value, list):
        return [_wrapped(it, kind) for it in value]
    return value


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
