"""shadow watches Claude Code and Codex in your terminal.

From the screen alone it reports whether each is idle, working or waiting for you, and whether it is safe to type.

- `parse` reads one screen, and `Session` the bytes of a pty; `replay` reads recordings. They run in this process.
- `watch`, `pane` and `panes` work with live panes of tmux. They start the command `shadow`, which the wheel brings.
- `wire` has the types of all values, by their wire names.
"""

from . import wire
from ._associate import Association, JsonBlockAssociator, SentinelAssociator, TailRegexExtractAssociator
from ._live import Failed, Gone, Pane, Refused, Turn, Watch, pane, watch
from ._native import InputError, InternalError, ShadowError
from ._payload import Payload, parse
from ._record import Record
from ._session import Session, replay

__all__ = [
    "Association",
    "Failed",
    "Gone",
    "InputError",
    "InternalError",
    "JsonBlockAssociator",
    "Pane",
    "Payload",
    "Record",
    "Refused",
    "SentinelAssociator",
    "Session",
    "ShadowError",
    "TailRegexExtractAssociator",
    "Turn",
    "Watch",
    "pane",
    "parse",
    "replay",
    "watch",
    "wire",
]
