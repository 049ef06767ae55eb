"""Sessions over the bytes of a pty, and recordings."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Iterator
from types import TracebackType
from typing import Any

from . import wire
from ._native import NativeSession
from ._native import replay as _replay


class Session:
    """One terminal of which your program owns the pty: bytes go in, events come out.

    Feed it with everything that the program in the pty writes, and iterate over it, in a thread or in `asyncio`:

        session = Session(cols=120, rows=40)
        session.feed(os.read(fd, 65536))          # in the loop that reads the pty
        for event in session: ...                 # in another thread; or `async for`

    The session has timers of its own: it reads the screen when the output rests, and reports what follows from time alone.
    At most 4096 events wait for a slow reader; then the oldest goes, which a gap in `seq` shows. Every method may be called
    from any thread.

    Args:
        cols: Columns, from 1 to 65535.
        rows: Rows, from 1 to 65535.
        provider: `claude`, `codex`, or `auto` to recognize the CLI.
        cli_version: The version of the CLI, where it is known.
        name: The name of the pane in the events.

    Raises:
        ValueError: The provider is unknown, or the size is 0.
    """

    def __init__(
        self,
        cols: int,
        rows: int,
        *,
        provider: str = "auto",
        cli_version: str | None = None,
        name: str = "session",
    ) -> None:
        self._native = NativeSession(cols, rows, provider, cli_version, name)

    def feed(self, data: bytes) -> None:
        """Takes bytes that the program has written. Raises `ValueError` after the end of the session."""
        self._native.feed(data)

    def resize(self, cols: int, rows: int) -> None:
        """Changes the size, from 1 to 65535 columns and rows. Call it when you resize the pty."""
        self._native.resize(cols, rows)

    def submit(self, text: str) -> None:
        """Tells the session that you have typed this prompt and pressed Enter. It types nothing."""
        self._native.submit(text)

    def interrupt(self) -> None:
        """Tells the session that you have pressed the key that interrupts. It presses nothing."""
        self._native.interrupt()

    def take_replies(self) -> bytes:
        """What a terminal would have answered the program since the last call.

        Write it to the pty if nothing else answers there, for example under `pexpect`.
        """
        return bytes(self._native.take_replies())

    @property
    def payload(self) -> wire.Payload | None:
        """The payload of the last look, with `lifecycle`; `None` before the first look."""
        line = self._native.payload_line()
        return None if line is None else wire.Payload(json.loads(line))

    def next(self, timeout: float | None = None) -> wire.Event | None:
        """The next event; `None` if none comes within `timeout` seconds. Raises `StopIteration` after the last event."""
        line = self._native.next(timeout)
        return None if line is None else wire.event(json.loads(line))

    def fileno(self) -> int:
        """A file descriptor for `select`: it is readable when an event has come. Then call `next(0)` until it is `None`."""
        return self._native.fileno()

    def end(self) -> None:
        """Takes the end of the program. The last events come, with `pane_gone`, and then the iteration ends."""
        self._native.end()

    def close(self) -> None:
        """Ends the session at once. Events that were not read can still be read."""
        self._native.close()

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def __iter__(self) -> Iterator[wire.Event]:
        while True:
            try:
                event = self.next()
            except StopIteration:
                return
            if event is not None:
                yield event

    async def __aiter__(self) -> AsyncIterator[wire.Event]:
        loop = asyncio.get_running_loop()
        woken = asyncio.Event()
        loop.add_reader(self.fileno(), self._drain, woken)
        try:
            while True:
                woken.clear()
                try:
                    while (event := self.next(0)) is not None:
                        yield event
                except StopIteration:
                    return
                await woken.wait()
        finally:
            loop.remove_reader(self.fileno())

    def _drain(self, woken: asyncio.Event) -> None:
        try:
            while os.read(self.fileno(), 4096):
                pass
        except BlockingIOError:
            pass
        woken.set()


def replay(
    recording: str | bytes | os.PathLike[str],
    *,
    provider: str = "auto",
    cli_version: str | None = None,
    interval: float = 0.1,
) -> list[wire.Event]:
    """The events of an asciicast (version 2 or 3), on a virtual clock.

    Args:
        recording: A path (`pathlib.Path`), or the text of the asciicast itself (`str` or `bytes`).
        provider: `claude`, `codex`, or `auto` to recognize the CLI.
        cli_version: The version of the CLI, where it is known.
        interval: Seconds between two looks, above 0.

    `at` of an event is in seconds from the start of the recording. Equal arguments give equal events.

    Raises:
        ValueError: The provider is unknown, or `interval` is not above 0.
        InputError: It is no asciicast, or larger than 64 MiB.
        OSError: The file cannot be read.
    """
    return [wire.event(it) for it in map(_loads, replay_lines(recording, provider, cli_version, interval))]


def replay_lines(
    recording: str | bytes | os.PathLike[str], provider: str, cli_version: str | None, interval: float
) -> list[str]:
    """The events as lines of JSON, as `shadow replay` prints them."""
    if isinstance(recording, (str, bytes)):
        return _replay(recording, provider, cli_version, interval, None)
    with open(recording, "rb") as file:
        return _replay(file.read(), provider, cli_version, interval, os.fspath(recording))


def _loads(line: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads(line)
    return data
