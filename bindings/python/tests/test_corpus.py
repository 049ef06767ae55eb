"""The verdicts of the binding are those of the Rust library, byte for byte."""

from __future__ import annotations

import json
import os
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import shadow_tui as shadow
from conftest import sample

EVERY = os.environ.get("SHADOW_EVERY", "20")


def read(line: dict[str, Any]) -> shadow.Payload:
    options = dict(line["options"])
    if "cursor" in options:
        options["cursor"] = tuple(options["cursor"])
    return shadow.parse(bytes.fromhex(line["text"]), **options)


def test_each_version_in_each_mode() -> None:
    lines = sample("screens", EVERY)
    assert len({line["id"].split("/")[1] for line in lines}) > 40
    wrong = [line["id"] for line in lines if read(line).json() != line["payload"]]
    assert wrong == []


def test_the_state_is_that_of_the_whole_payload() -> None:
    for line in sample("screens", EVERY):
        payload = read(line)
        surface, whole = payload.surface_assessment, json.loads(line["payload"])
        axes = ["availability", "business_state", "input_mode", "ui_context", "ui_context_base"]
        early = [getattr(surface, axis) for axis in axes]
        assert "_data" not in surface.__dict__, "the state needs no text"
        assert early == [whole["surface_assessment"][axis] for axis in axes]
        assert payload.submit_ready == whole["submit_ready"]
        assert payload.safe_to_type == whole["safe_to_type"]
        assert surface.to_dict() == whole["surface_assessment"]


def test_a_str_is_read_as_its_bytes() -> None:
    for line in sample("screens", EVERY):
        try:
            text = bytes.fromhex(line["text"]).decode()
        except UnicodeDecodeError:
            continue
        options = {**line["options"]}
        options.pop("cursor", None)
        assert shadow.parse(text, **options).json() == shadow.parse(text.encode(), **options).json()


def test_threads_read_at_once() -> None:
    lines = sample("screens", EVERY)
    with ThreadPoolExecutor(4) as threads:
        same = threads.map(lambda line: read(line).json() == line["payload"], lines)
    assert all(same)


def test_a_recording_gives_the_events_of_the_library() -> None:
    for line in sample("recordings"):
        text = bytes.fromhex(line["text"])
        events = shadow.replay(text)
        assert [event.to_dict() for event in events] == [json.loads(it) for it in line["events"]]
        assert any(event.event == "turn_ended" for event in events)


def test_hostile_input_raises_or_is_read() -> None:
    raised = 0
    for line in sample("hostile"):
        text = bytes.fromhex(line["text"])
        payload = shadow.parse(text, cols=line["cols"] or None, rows=line["rows"] or None)
        assert "\x1b" not in payload.dialog_projection.dialog_text
        try:
            shadow.replay(text)
        except shadow.InputError:
            raised += 1
        with shadow.Session(line["cols"] or 80, line["rows"] or 24) as session:
            session.feed(text)
            session.end()
            assert [event.event for event in session][-1] == "pane_gone"
    assert raised > 500
