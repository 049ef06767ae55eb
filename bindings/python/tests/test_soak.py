"""Memory stays flat: `SHADOW_SOAK` is the number of seconds."""

from __future__ import annotations

import gc
import os
import time

import shadow_tui as shadow
from conftest import ENDED, RUNNING, sample


def resident() -> int:
    """Bytes of this process in memory."""
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def test_memory_is_flat() -> None:
    screens = [bytes.fromhex(line["text"]) for line in sample("screens", "40")]
    cast = bytes.fromhex(sample("recordings")[0]["text"])

    def work() -> None:
        for text in screens:
            assert shadow.parse(text, cols=120, rows=40).surface_assessment.to_dict()
        shadow.replay(cast, interval=1.0)
        for _ in range(20):
            with shadow.Session(40, 12) as session:
                session.fileno()
                session.feed(RUNNING)
                session.feed(ENDED)
                session.end()
                assert sum(1 for _ in session) > 1
                assert session.payload is not None

    seconds = float(os.environ.get("SHADOW_SOAK", "4"))
    # The buffers grow to their size first.
    warm, rounds = time.monotonic() + seconds / 2, 0
    while time.monotonic() < warm or rounds < 5:
        work()
        rounds += 1
    gc.collect()
    before, until, rounds = resident(), time.monotonic() + seconds, 0
    while time.monotonic() < until or rounds < 3:
        work()
        rounds += 1
    gc.collect()
    grown = resident() - before
    print(f"{rounds} rounds, {grown / 1e6:.1f} MB more than after warming up")
    assert grown < 8e6, f"{grown} bytes more after {rounds} rounds"
