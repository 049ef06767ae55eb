"""Payloads: the state of a screen at once, the rest when it is asked for."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, Literal

from . import wire
from ._native import Axes, Reading


class _Assessment(Axes, wire.SurfaceAssessment):
    if TYPE_CHECKING:

        def __init__(self, *given: Any) -> None: ...

    else:
        __init__ = object.__init__

    def __getattr__(self, name: str) -> Any:
        if name == "_data":
            data = self.__dict__["_data"] = self.whole()["surface_assessment"]
            return data
        return super().__getattr__(name)  # type: ignore[misc]


class Payload(Reading, wire.Payload):
    """What is on one screen. `parse` returns it.

    `submit_ready`, `safe_to_type` and the axes of `surface_assessment` are worked out at once, in a few microseconds.
    Everything else is worked out when it is asked for.
    """

    if TYPE_CHECKING:

        def __init__(self, *given: Any) -> None: ...

    else:
        __init__ = object.__init__

    def __getattr__(self, name: str) -> Any:
        if name == "_data":
            data = self.__dict__["_data"] = self.whole()
            return data
        return super().__getattr__(name)  # type: ignore[misc]

    @property
    def surface_assessment(self) -> wire.SurfaceAssessment:  # type: ignore[override]
        """The state of the surface."""
        return _Assessment(self)

    def json(self) -> str:
        """The payload as one line of JSON, byte for byte as `shadow parse` prints it, without `id`."""
        return self.line()


def parse(
    text: str | bytes,
    *,
    provider: str = "auto",
    cols: int | None = None,
    rows: int | None = None,
    cursor: tuple[int, int] | None = None,
    title: str | None = None,
    cli_version: str | None = None,
    cursor_visible: bool | None = None,
    alternate: bool | None = None,
    foreground: list[str] | None = None,
    process: Literal["running", "exited", "unknown"] | None = None,
    program_status: list[dict[str, str]] | None = None,
    progress: str | None = None,
    notifications: list[str] | None = None,
) -> Payload:
    """Reads one screen.

    Args:
        text: The visible screen, as `tmux capture-pane -e -p` prints it, with or without styles. If it has more lines than
            `rows`, the last `rows` lines are the screen.
        provider: `claude`, `codex`, or `auto` to recognize the CLI.
        cols: Columns of the pane, from 1.
        rows: Rows of the pane, from 1.
        cursor: Cursor `(x, y)` on the visible screen, in cells from 0; `x` may equal `cols`.
        title: The title of the pane.
        cli_version: The version of the CLI, such as `2.1.330`, where it is known.
        cursor_visible: Whether the cursor is shown.
        alternate: Whether the alternate screen is on.
        foreground: Names of the programs in the foreground of the terminal, leader first.
        process: Whether the program in the pane lives.
        program_status: Its status records (OSC 7501), each with `state`, and perhaps `id`, `kind`, `app` and `msg`.
        progress: Its progress report (OSC 9;4): `state` or `state;percent`.
        notifications: Texts of its notifications (OSC 9, 99, 777) since the last screen.

    Everything beside the text is optional. The more you give, the more certain is the answer.

    Raises:
        ValueError: The provider is unknown, a report has another form, or `text` is a `str` with lone surrogates (give `bytes` then).
        OverflowError: A size or a coordinate is not from 0 to 65535.
        InputError: The text is larger than 8 MiB.

    The lock of the interpreter is released while the engine works.
    """
    more = None
    if foreground or process or program_status or progress or notifications:
        given = {
            "foreground": foreground,
            "process": process,
            "program_status": program_status,
            "progress": progress,
            "notifications": notifications,
        }
        more = json.dumps({key: value for key, value in given.items() if value})
    return Payload(text, provider, cols, rows, cursor, title, cli_version, cursor_visible, alternate, more)
