"""Associators: they find the answer in what a dialog says."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from . import wire
from ._native import Associator

After = Literal["default", "anywhere", "last_prompt"]


@dataclass(frozen=True)
class Association:
    """What an associator has found."""

    text: str
    """The text."""
    across_wraps: bool
    """Whether the match crosses a line break that may be a soft wrap."""


class _Associates:
    _native: Associator

    def associate(self, where: wire.Payload | wire.DialogProjection | str) -> Association | None:
        """Searches a payload, its `dialog_projection`, or a text such as `turn.answer.text`. `None` if nothing is found.

        A text has no cells: there, a pattern with `after="last_prompt"` finds nothing, and the others search all of it.
        """
        if isinstance(where, str):
            found = self._native.associate_text(where)
        else:
            projection = where.dialog_projection if isinstance(where, wire.Payload) else where
            found = self._native.associate(projection.json())
        return None if found is None else Association(*found)


class TailRegexExtractAssociator(_Associates):
    """Searches the end of the dialog for a regular expression (the syntax of Rust's crate `regex`).

    Args:
        pattern: The expression. The result is the last group that matched, else the whole match.
        tail_chars: Characters at the end of the dialog that are searched, from 1.
        last: Take the last match instead of the first.
        across_wraps: Let a match cross line breaks that may be soft wraps.
        after: `last_prompt` searches after the last user cell only. The default is `anywhere`.
        prompt: Search after the last user cell with this prompt only; white space is ignored.

    Raises:
        ValueError: `tail_chars` is 0, or the pattern is empty or invalid.
    """

    def __init__(
        self,
        pattern: str,
        *,
        tail_chars: int = 4000,
        last: bool = False,
        across_wraps: bool = False,
        after: After = "default",
        prompt: str | None = None,
    ) -> None:
        self._native = Associator.pattern(pattern, tail_chars, last, across_wraps, after, prompt)


class SentinelAssociator(_Associates):
    """Takes the text between the last pair of two lines.

    Args:
        begin: The line before the answer.
        end: The line behind the answer; another one than `begin`.
        after: Where the search begins. The default is `last_prompt`.
        prompt: Search after the last user cell with this prompt only.

    Raises:
        ValueError: A line is blank or has a line break, or both are the same.
    """

    def __init__(self, begin: str, end: str, *, after: After = "default", prompt: str | None = None) -> None:
        self._native = Associator.sentinel(begin, end, after, prompt)


class JsonBlockAssociator(_Associates):
    """Takes the last JSON object or array on lines of its own.

    Args:
        keys: Keys that the object must have.
        tail_chars: Characters at the end of the dialog that are searched, from 1.
        after: Where the search begins. The default is `last_prompt`.
        prompt: Search after the last user cell with this prompt only.

    Raises:
        ValueError: `tail_chars` is 0.
    """

    def __init__(
        self, *keys: str, tail_chars: int = 4000, after: After = "default", prompt: str | None = None
    ) -> None:
        self._native = Associator.json(list(keys), tail_chars, after, prompt)
