"""What a type checker must accept and refuse. It is checked, and never run."""

from __future__ import annotations

from typing import Any

import shadow_tui as shadow


def accepted(libtmux_pane: Any) -> None:
    payload = shadow.parse("$ ls", provider="auto", cols=120, rows=40, cursor=(2, 10), title=None, cli_version=None)
    state: str = payload.surface_assessment.business_state
    for event in shadow.watch():
        if event.event == "operator_blocked":
            labels: list[str] = [option.label for option in event.operator_block.options]
            print(labels)
        elif event.event == "turn_ended":
            text: str = event.record.answer.text
            print(text)
    pane = shadow.pane("%3")
    turn = pane.send("look at the parser").wait(timeout=600)
    if turn.blocked:
        turn = pane.choose(turn.question, match="Yes").wait()
    print(turn.answer.text, turn.answer.complete, state, shadow.pane(libtmux_pane))


def refused(event: shadow.wire.Event, payload: shadow.Payload) -> None:
    payload.surface_assessment.busines_state  # type: ignore[attr-defined]
    event.record  # type: ignore[union-attr]
    if payload.surface_assessment.business_state == "bussy":  # type: ignore[comparison-overlap]
        pass
    shadow.parse("$ ls", colums=80)  # type: ignore[call-arg]
