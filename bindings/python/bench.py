"""How long a state takes from Python, beside Rust, and beside what a detector of two dozen regular expressions takes.

usage: python bench.py [--check]
    --check    fail above four times Rust; or below twenty times as fast as the expressions on screens of 200x50, the size
               that the targets of shadow are for; or below ten times over every version and size

Each figure is of the best rounds, so that other work on the machine counts little.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import time
from collections.abc import Callable
from typing import Any

import shadow_tui as shadow

SECONDS = 3.0

# What `benches/src/naive.rs` has.
PATTERNS = [
    r"esc to interrupt",
    r"(?i)ctrl\+c to (exit|quit)",
    r"(?m)^\s*❯\s*\d+\.",
    r"(?m)^\s*›\s*\d+\.",
    r"Do you want to (proceed|make this edit|create)",
    r"Would you like to run the following command",
    r"(?m)^[✢✳✶✻✽·*]\s+\S+…",
    r"(?m)^•\s+Working",
    r"\(\d+s\s*•\s*esc to interrupt\)",
    r"(?m)^\s*>\s",
    r"(?m)^╭─+╮\s*$",
    r"(?m)^╰─+╯\s*$",
    r"(?m)^│\s*>\s",
    r"\? for shortcuts",
    r"(?i)yes, and don't ask again",
    r"(?i)no, and tell \w+ what to do differently",
    r"(?i)press enter to (continue|confirm)",
    r"(?i)retrying in \d+ ?s",
    r"(?i)api error",
    r"(?i)rate limit",
    r"Reconnecting \d+/\d+",
    r"(?i)do you trust the files in this folder",
    r"\[Pasted text #\d+( \+\d+ lines)?\]",
    r"(?m)^\s*⎿\s",
]


def sample(*arguments: str) -> list[dict[str, Any]]:
    done = subprocess.run([os.environ["SHADOW_SAMPLE"], *arguments], check=True, capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def best(work: Callable[[Any], None], screens: list[Any]) -> float:
    """Microseconds a screen. Each chunk by itself, so that a process that comes between spoils little."""
    chunks = [screens[at : at + 32] for at in range(0, len(screens), 32)]
    least = [float("inf")] * len(chunks)
    until = time.perf_counter() + SECONDS
    while time.perf_counter() < until:
        for at, chunk in enumerate(chunks):
            start = time.perf_counter()
            work(chunk)
            least[at] = min(least[at], time.perf_counter() - start)
    return sum(least) / len(screens) * 1e6


def states(chunk: list[tuple[bytes, dict[str, Any]]]) -> None:
    for text, options in chunk:
        shadow.parse(text, **options).surface_assessment.business_state


def main() -> None:
    lines = sample("screens", "10")
    screens = []
    # Each screen comes in three modes: with all that is known, with styles, and plain.
    for known, plain in zip(lines[0::3], lines[2::3], strict=True):
        options = {key: known["options"].get(key) for key in ["cols", "rows", "title"]}
        screens.append((bytes.fromhex(plain["text"]), options))
    large = [it for it in screens if (it[1]["cols"], it[1]["rows"]) == (200, 50)]
    expressions = [re.compile(pattern) for pattern in PATTERNS]

    def matches(chunk: list[str]) -> None:
        for text in chunk:
            for expression in expressions:
                expression.search(text)

    rust = sample("time", str(SECONDS))[0]["ns"] / 1000
    print("microseconds a screen, plain text, best rounds")
    short = False
    for name, group, least in [("every version and size", screens, 10), ("200x50", large, 20)]:
        python = best(states, group)
        naive = best(matches, [text.decode(errors="replace") for text, _ in group])
        faster = naive / python
        short = short or faster < least
        print(f"{name}, {len(group)} screens: Python {python:.2f}, 24 expressions in Python {naive:.1f}, {faster:.0f} times that")
        if group is screens:
            print(f"  Rust {rust:.2f}; Python takes {python / rust:.1f} times that")
            slower = python / rust
    if sys.argv[1:] == ["--check"] and (slower > 4 or short):
        raise SystemExit("bench.py: too slow")


if __name__ == "__main__":
    main()
