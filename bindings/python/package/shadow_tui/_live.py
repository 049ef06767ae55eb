"""Live panes of tmux, by the command `shadow` in a process of its own (`shadow parse --ndjson --act`)."""

from __future__ import annotations

import asyncio
import atexit
import json
import os
import shutil
import subprocess
import sysconfig
import threading
from collections.abc import AsyncIterator, Iterable, Iterator
from concurrent.futures import Future
from concurrent.futures import TimeoutError as FutureTimeout
from pathlib import Path
from types import TracebackType
from typing import Any, Literal

from . import wire
from ._native import ShadowError
from ._record import Record

# Seconds for which the process may take to end, once its input has ended.
_LEAVE = 5.0
# Bytes of a line of its output.
_LINE = 64 << 20


class Refused(ShadowError):
    """An act was refused, because the screen forbids it. Nothing was typed.

    Attributes:
        reasons: Each reason, with `code` and `message`.
        report: The whole report of the act.
    """

    def __init__(self, report: wire.Report) -> None:
        self.report = report
        self.reasons: list[wire.Reason] = report.reasons
        said = "; ".join(reason.message for reason in report.reasons)
        super().__init__(f"{report.action} in {report.pane}: {report.outcome}: {said}")


class Failed(Refused):
    """An act stopped at a step. `report.step` names it, and `report.draft` says where the text is."""


class Gone(ShadowError):
    """The pane, its server or its process is gone."""


def command() -> str:
    """The path of the command `shadow`: `$SHADOW`, the one beside this Python, or the one on the `PATH`.

    Raises:
        ShadowError: There is none.
    """
    named = os.environ.get("SHADOW")
    beside = Path(sysconfig.get_path("scripts"), "shadow")
    found = named or (str(beside) if beside.exists() else shutil.which("shadow"))
    if not found:
        raise ShadowError("the command `shadow` is not installed: install it, or name it in the variable SHADOW")
    return found


def _arguments() -> list[str]:
    return [command(), "parse", "--ndjson", "--act"]


def _name(of: str | wire.Event | Any) -> str:
    """The name of a pane, as every command takes it."""
    if isinstance(of, str):
        return of
    pane, socket = getattr(of, "pane", None), getattr(of, "socket", None)
    if isinstance(of, Record) and isinstance(pane, str):
        return f"{os.path.basename(socket)}/{pane}" if socket else pane
    # A pane of libtmux.
    pane, server = getattr(of, "pane_id", None), getattr(of, "server", None)
    if isinstance(pane, str):
        socket = getattr(server, "socket_path", None) or getattr(server, "socket_name", None)
        return f"{os.path.basename(socket)}/{pane}" if socket else pane
    raise TypeError(f"not a pane, an event, or the name of a pane: {of!r}")


class _Coprocess:
    """One process for all acts. A thread hands its lines to those who wait for them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._next = 0
        self._waiting: dict[int, list[Future[dict[str, Any]]]] = {}

    def ask(self, request: dict[str, Any], answers: int) -> list[Future[dict[str, Any]]]:
        """Sends a request. Gives a future for each of its answers; where fewer come, the last answer is in all the rest."""
        futures: list[Future[dict[str, Any]]] = [Future() for _ in range(answers)]
        with self._lock:
            process = self._running()
            self._next += 1
            self._waiting[self._next] = futures.copy()
            line = json.dumps({"id": self._next, **request}).encode() + b"\n"
            try:
                assert process.stdin is not None
                process.stdin.write(line)
                process.stdin.flush()
            except OSError as error:
                del self._waiting[self._next]
                raise ShadowError(f"the process of shadow has ended: {error}") from error
        return futures

    def close(self) -> None:
        with self._lock:
            process, self._process = self._process, None
        if process is not None:
            _leave(process)

    def _running(self) -> subprocess.Popen[bytes]:
        if self._process is None or self._process.poll() is not None:
            self._process = _start()
            threading.Thread(target=self._read, args=(self._process,), name="shadow", daemon=True).start()
        return self._process

    def _read(self, process: subprocess.Popen[bytes]) -> None:
        assert process.stdout is not None
        for line in process.stdout:
            data = json.loads(line)
            with self._lock:
                futures = self._waiting.get(data.get("id"), [])
                is_first = len(futures) > 1 and "outcome" in data and data["outcome"] == "done" and "action" in data
                done = [futures.pop(0)] if is_first else futures
                if not is_first:
                    self._waiting.pop(data.get("id"), None)
            for future in done:
                future.set_result(data)
        with self._lock:
            left = [future for futures in self._waiting.values() for future in futures]
            self._waiting.clear()
        for future in left:
            future.set_exception(ShadowError("the process of shadow has ended"))


def _start() -> subprocess.Popen[bytes]:
    # A session of its own: Ctrl-C in this terminal must not stop an act between two keys.
    return subprocess.Popen(_arguments(), stdin=subprocess.PIPE, stdout=subprocess.PIPE, start_new_session=True)


def _leave(process: subprocess.Popen[bytes]) -> None:
    """Lets the process finish the acts that it has begun."""
    if process.stdin is not None:
        try:
            process.stdin.close()
        except OSError:
            pass
    try:
        process.wait(_LEAVE)
    except subprocess.TimeoutExpired:
        process.terminate()


_coprocess = _Coprocess()
atexit.register(_coprocess.close)


def _checked(data: dict[str, Any]) -> wire.Report:
    if "error" in data:
        raise ShadowError(data["error"])
    report = wire.Report(data)
    if report.outcome == "refused":
        raise Refused(report)
    if report.outcome == "failed":
        raise Failed(report)
    if report.outcome == "gone":
        raise Gone(f"{report.pane} is gone")
    return report


class Turn:
    """The turn of a prompt or an answer. `wait` waits for what comes of it."""

    def __init__(self, pane: Pane, report: wire.Report, future: Future[dict[str, Any]]) -> None:
        self.pane = pane
        self.report = report
        """How the prompt or the answer was typed."""
        self._future = future
        self._asked: wire.Asked | None = None

    def wait(self, timeout: float | None = None) -> Turn:
        """Waits until the turn has ended or a dialog waits for an answer. Returns the turn itself.

        Args:
            timeout: Give up after this many seconds. You can wait again.

        Raises:
            TimeoutError: The time ran out, and the turn goes on.
            ShadowError: The pane is gone, and how the turn ended was not seen.
        """
        try:
            data = self._future.result(timeout)
        except FutureTimeout:
            raise TimeoutError(f"the turn in {self.pane.name} goes on after {timeout} s") from None
        return self._settle(data)

    def __await__(self) -> Iterator[Any]:
        return self._awaited().__await__()

    async def _awaited(self) -> Turn:
        return self._settle(await asyncio.wrap_future(self._future))

    def _settle(self, data: dict[str, Any]) -> Turn:
        if "error" in data:
            raise ShadowError(data["error"])
        self._asked = wire.asked(data)
        return self

    @property
    def result(self) -> Literal["ended", "blocked", "running"]:
        """`ended`, `blocked` (a dialog waits for an answer), or `running`."""
        return "running" if self._asked is None else self._asked.result

    @property
    def ended(self) -> bool:
        """Whether the turn has ended."""
        return self.result == "ended"

    @property
    def blocked(self) -> bool:
        """Whether a dialog waits for an answer."""
        return self.result == "blocked"

    @property
    def question(self) -> wire.OperatorBlock:
        """The dialog that waits for an answer. Raises `ShadowError` if none does."""
        if isinstance(self._asked, wire.BlockedAsked):
            return self._asked.operator_block
        raise ShadowError(f"no dialog waits for an answer: the turn is {self.result}")

    @property
    def record(self) -> wire.TurnRecord:
        """The record of the turn, as in the turn log. Raises `ShadowError` if it has not ended."""
        if isinstance(self._asked, wire.EndedAsked):
            return self._asked.record
        raise ShadowError(f"the turn has not ended: it is {self.result}")

    @property
    def answer(self) -> wire.Answer:
        """The answer: `text`, whether it is `complete`, and what is `missing`. Raises as `record`."""
        return self.record.answer

    @property
    def outcome(self) -> wire.Outcome:
        """How the turn ended. Raises as `record`."""
        return self.record.outcome


class Pane:
    """A live pane, by any name that the command takes. Each act is checked as the command does, and raises `Refused`."""

    def __init__(self, name: str) -> None:
        self.name = name

    def __repr__(self) -> str:
        return f"Pane({self.name!r})"

    def send(
        self,
        text: str,
        *,
        timeout: float | None = None,
        allow_draft: bool = False,
        no_quiet: bool = False,
        expand_tabs: bool = False,
    ) -> Turn:
        """Sends a prompt, once and whole, or not at all. Returns when the turn is seen to begin.

        Args:
            text: The prompt.
            timeout: Give up sending after this many seconds.
            allow_draft: Send a draft in the composer together with the text.
            no_quiet: Refuse at once if the screen does not show whether a turn runs, instead of waiting for silence.
            expand_tabs: Replace each tab by four spaces. Without this, a text with tabs is refused for Claude Code,
                which would replace them.

        Raises:
            Refused: It is not safe to type.
            Failed: It stopped at a step.
            Gone: The pane is gone.
        """
        request = {"do": "send", "text": text, "allow_draft": allow_draft, "no_quiet": no_quiet}
        return self._act({**request, "expand_tabs": expand_tabs}, timeout)

    def choose(
        self,
        question: wire.OperatorBlock,
        *,
        option: int | str | None = None,
        match: str | None = None,
        timeout: float | None = None,
    ) -> Turn:
        """Answers a dialog, only if it is still the one that you read.

        Args:
            question: The dialog: `turn.question`, or `operator_block` of an event or a payload.
            option: The option by its number or hotkey, or
            match: the option whose label contains this text.
            timeout: Give up after this many seconds.

        Raises:
            Refused: Another dialog is open, or the option does not exist or would approve what is not shown whole.
            Failed: The dialog did not go.
            Gone: The pane is gone.
        """
        request = {"do": "choose", "signature": question.signature, "appearance": question.appearance}
        return self._act({**request, "option": option, "match": match}, timeout)

    def interrupt(self, *, force: bool = False, dialog: bool = False, timeout: float | None = None) -> wire.Report:
        """Stops the running turn.

        Args:
            force: Press the key even if no turn is seen to run.
            dialog: Press the key even if a dialog is open; this answers the dialog.
            timeout: Give up after this many seconds.

        Raises:
            Refused: No turn runs, or a dialog is open.
            Failed: The turn goes on.
            Gone: The pane is gone.
        """
        request = {"do": "interrupt", "pane": self.name, "force": force, "dialog": dialog, "timeout": timeout}
        [answer] = _coprocess.ask(request, 1)
        return _checked(answer.result())

    def read(self) -> wire.Payload:
        """Looks at the pane now. Raises `ShadowError` if it cannot be read."""
        done = subprocess.run(
            [command(), "parse", f"--pane={self.name}"], capture_output=True, text=True, stdin=subprocess.DEVNULL
        )
        if done.returncode != 0:
            raise ShadowError(done.stderr.strip())
        return wire.Payload(json.loads(done.stdout))

    def _act(self, request: dict[str, Any], timeout: float | None) -> Turn:
        request = {**request, "pane": self.name, "timeout": timeout, "wait": True}
        act, turn = _coprocess.ask(request, 2)
        return Turn(self, _checked(act.result()), turn)


def pane(of: str | wire.Event | Any) -> Pane:
    """A live pane, to send prompts to and to answer.

    Args:
        of: A name (`%3`, `main:1.0`, `default/%3`), an event, or a `libtmux.Pane`. Nothing is looked up yet.

    Raises:
        TypeError: It is none of these.
    """
    return Pane(_name(of))


class Watch:
    """Events of live panes, for `for` and `async for`. Close it, or use it in a `with`, to end its process early."""

    def __init__(self, panes: list[str], events: frozenset[str]) -> None:
        self._panes = panes
        self._events = events
        self._process: subprocess.Popen[bytes] | None = None

    def __iter__(self) -> Iterator[wire.Event]:
        process = self._process = _start()
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(self._request())
            process.stdin.flush()
            for line in process.stdout:
                if (event := self._event(line)) is not None:
                    yield event
        finally:
            self.close()

    async def __aiter__(self) -> AsyncIterator[wire.Event]:
        pipe = asyncio.subprocess.PIPE
        process = await asyncio.create_subprocess_exec(
            *_arguments(), stdin=pipe, stdout=pipe, start_new_session=True, limit=_LINE
        )
        assert process.stdin is not None and process.stdout is not None
        try:
            process.stdin.write(self._request())
            async for line in process.stdout:
                if (event := self._event(line)) is not None:
                    yield event
        finally:
            try:
                # It closes the input, and takes the last events.
                await asyncio.wait_for(process.communicate(), _LEAVE)
            except asyncio.TimeoutError:
                process.terminate()

    def close(self) -> None:
        """Ends the process of a `for`. A reader gets no further event."""
        process, self._process = self._process, None
        if process is not None:
            _leave(process)
            if process.stdout is not None:
                process.stdout.close()

    def __enter__(self) -> Watch:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def _request(self) -> bytes:
        return json.dumps({"id": 0, "do": "watch", "panes": self._panes}).encode() + b"\n"

    def _event(self, line: bytes) -> wire.Event | None:
        data = json.loads(line)
        data.pop("id", None)
        if "error" in data:
            raise ShadowError(data["error"])
        return wire.event(data) if not self._events or data["event"] in self._events else None


def watch(panes: Iterable[str | Any] = (), *, events: Iterable[str] = ()) -> Watch:
    """Watches live panes, and gives events as they happen.

    Args:
        panes: Names, events or `libtmux.Pane`s; every pane that holds an agent if there are none, also those that come later.
        events: Names of the events that you want, such as `operator_blocked`; all if there are none.

    The first events say what is there now. A process of the command `shadow` watches; it ends with the loop.

    Raises:
        ShadowError: The command is not installed, or a pane is not found.
    """
    return Watch([_name(it) for it in panes], frozenset(events))


