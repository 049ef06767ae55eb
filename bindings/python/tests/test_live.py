"""Live panes: watch, send, choose, by the command `shadow`."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

import pytest
import shadow_tui as shadow
from conftest import PROMPT, Tmux


def test_a_prompt_is_sent_and_its_answer_comes(tmux: Tmux) -> None:
    pane = shadow.pane(tmux.agent("answers"))
    assert pane.read().safe_to_type
    turn = pane.send(PROMPT, timeout=60)
    assert (turn.result, turn.report.outcome) == ("running", "done")
    with pytest.raises(TimeoutError):
        turn.wait(timeout=0)
    with pytest.raises(shadow.ShadowError, match="has not ended"):
        turn.answer.text
    assert turn.wait(timeout=60) is turn
    assert turn.ended and turn.outcome == "success"
    assert "It needs no change." in turn.answer.text
    assert PROMPT in (tmux.folder / "typed").read_text()
    with pytest.raises(shadow.ShadowError, match="no dialog"):
        turn.question


def test_a_question_is_answered_and_the_turn_goes_on(tmux: Tmux) -> None:
    pane = shadow.pane(tmux.agent("asks"))
    turn = pane.send(PROMPT).wait(timeout=60)
    assert turn.blocked and turn.question.kind == "approval_command"
    with pytest.raises(shadow.Refused) as refused:
        pane.choose(turn.question, match="no such option")
    assert [reason.code for reason in refused.value.reasons] == ["no_such_option"]
    with pytest.raises(shadow.Refused) as refused:
        pane.send("another prompt")
    assert "dialog_open" in [reason.code for reason in refused.value.reasons]
    turn = pane.choose(turn.question, match="Yes").wait(timeout=60)
    assert turn.ended


def test_an_await_gives_the_turn(tmux: Tmux) -> None:
    pane = shadow.pane(tmux.agent("answers"))

    async def main() -> shadow.Turn:
        turn = await asyncio.to_thread(pane.send, PROMPT)
        return await asyncio.wait_for(turn, 60)

    assert asyncio.run(main()).ended


def test_a_watch_gives_the_events_of_all_panes(tmux: Tmux) -> None:
    name = tmux.agent("asks")
    seen = []
    for event in shadow.watch(events=["surface_changed", "operator_blocked"]):
        if event.event == "surface_changed" and event.safe_to_type:
            shadow.pane(event).send(PROMPT)
        if event.event == "operator_blocked":
            # The number of the dialog is that of the observer: only while it watches.
            assert event.operator_block.appearance is not None
            shadow.pane(event).choose(event.operator_block, match="Yes")
            break
        seen.append(event.event)
    assert set(seen) == {"surface_changed"}
    assert event.pane == name


def test_an_async_watch_gives_the_same(tmux: Tmux) -> None:
    name = tmux.agent("answers")

    async def main() -> shadow.wire.Event:
        async for event in shadow.watch([name]):
            return event
        raise AssertionError("no event")

    event = asyncio.run(asyncio.wait_for(main(), 60))
    assert event.pane == name and event.seq == 0


def test_what_cannot_be_done_raises(tmux: Tmux, monkeypatch: pytest.MonkeyPatch) -> None:
    tmux.run("new-session", "-d", "-x", "80", "-y", "24", "exec sleep 600")
    with pytest.raises(shadow.ShadowError, match="%77"):
        shadow.pane("%77").send("x")
    with pytest.raises(shadow.ShadowError, match="%77"):
        list(shadow.watch(["%77"]))
    with pytest.raises(shadow.Refused) as refused:
        shadow.pane("%0").send("x", no_quiet=True, timeout=20)
    assert refused.value.reasons[0].code in ["not_an_agent", "unknown_program"]
    assert str(refused.value).startswith("send in %0: refused: ")
    with pytest.raises(TypeError, match="not a pane"):
        shadow.pane(7)
    monkeypatch.setenv("SHADOW", "/nowhere/shadow")
    with pytest.raises(OSError):
        list(shadow.watch())


def test_a_pane_of_libtmux_and_an_event_name_their_server() -> None:
    server = SimpleNamespace(socket_path=None, socket_name="agents")
    assert shadow.pane(SimpleNamespace(pane_id="%3", server=server)).name == "agents/%3"
    event = shadow.wire.event({"event": "pane_gone", "pane": "%3", "socket": "/tmp/tmux-0/default"})
    assert shadow.pane(event).name == "default/%3"


def test_the_process_ends_with_its_input(tmux: Tmux) -> None:
    """Waiting after an act keeps no process alive that nobody asks any more."""
    from shadow_tui import _live

    turn = shadow.pane(tmux.agent("asks")).send(PROMPT)
    process = _live._coprocess._process
    assert process is not None
    _live._coprocess.close()
    assert process.returncode == 0, "it has ended by itself"
    with pytest.raises(shadow.ShadowError):
        turn.wait(timeout=60).answer
