"""Sessions: bytes in, events out, by timers of their own."""

from __future__ import annotations

import asyncio
import select
import threading

import pytest
import shadow_tui as shadow
from conftest import ENDED, RUNNING

PATIENCE = 30.0


def until(session: shadow.Session, name: str) -> shadow.wire.Event:
    while (event := session.next(PATIENCE)) is not None:
        if event.event == name:
            return event
    raise AssertionError(f"no {name}")


def test_a_turn_is_reported_without_further_calls() -> None:
    with shadow.Session(40, 12, provider="claude", name="mine") as session:
        session.feed(RUNNING)
        assert until(session, "turn_started").pane == "mine"
        payload = session.payload
        assert payload is not None and payload.surface_assessment.business_state == "working"
        assert payload.lifecycle is not None and payload.lifecycle.turn == "in_progress"
        session.feed(ENDED)
        # The end is reported once it has held for a second: nothing is fed meanwhile.
        ended = until(session, "turn_ended")
        assert isinstance(ended, shadow.wire.TurnEndedEvent)
        assert (ended.outcome, ended.record.answer.text) == ("success", "There are three.")


def test_a_thread_feeds_and_another_reads() -> None:
    session = shadow.Session(40, 12)

    def feed() -> None:
        session.feed(RUNNING)
        until(session, "turn_started")
        session.end()

    thread = threading.Thread(target=feed)
    thread.start()
    thread.join(PATIENCE)
    names = [event.event for event in session]
    assert names[-1] == "pane_gone"
    with pytest.raises(StopIteration):
        session.next(0)
    with pytest.raises(ValueError, match="has ended"):
        session.feed(b"x")


def test_async_for_gives_events_until_the_end() -> None:
    async def main() -> list[str]:
        session = shadow.Session(40, 12)
        names: list[str] = []
        session.feed(RUNNING)
        async for event in session:
            names.append(event.event)
            if event.event == "turn_started":
                session.feed(ENDED)
            if event.event == "turn_ended":
                session.end()
        return names

    names = asyncio.run(asyncio.wait_for(main(), PATIENCE))
    assert names[-1] == "pane_gone" and "turn_ended" in names


def test_a_loop_of_select_is_woken() -> None:
    with shadow.Session(40, 12) as session:
        fd = session.fileno()
        assert session.next(0) is None
        session.feed(RUNNING)
        assert select.select([fd], [], [], PATIENCE)[0] == [fd]
        assert session.next(0) is not None


def test_a_size_changes_and_queries_are_answered() -> None:
    with shadow.Session(80, 24) as session:
        session.feed(b"\x1b[6n")
        assert session.take_replies() == b"\x1b[1;1R"
        session.resize(100, 30)
        session.feed(b"\x1b[30;100H\x1b[6n")
        assert session.take_replies() == b"\x1b[30;100R"
        with pytest.raises(ValueError, match="at least 1"):
            session.resize(0, 30)
    with pytest.raises(ValueError, match="at least 1"):
        shadow.Session(0, 24)
    with pytest.raises(ValueError, match="gemini"):
        shadow.Session(80, 24, provider="gemini")


def test_a_slow_reader_loses_the_oldest_events() -> None:
    with shadow.Session(40, 12) as session:
        for number in range(3000):
            session.feed(RUNNING)
            session.submit(f"prompt {number}")
        session.end()
        seqs = [event.seq for event in session]
    assert len(seqs) <= 4096
    assert seqs == list(range(seqs[0], seqs[0] + len(seqs)))
