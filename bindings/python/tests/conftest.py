"""What the tests share: the samples of the Rust library, and a tmux server with a played agent."""

from __future__ import annotations

import functools
import json
import os
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from shadow_tui import _live

ROOT = Path(__file__).resolve().parents[3]

# What a program in a pty writes: a turn that runs, and its end.
COMPOSER = "\r\n────────────────────\r\n❯ \r\n────────────────────"
RUNNING = f"\x1b[2J\x1b[H❯ count them\r\n\r\n✻ Baking… (3s · esc to interrupt)\r\n{COMPOSER}".encode()
ENDED = f"\x1b[2J\x1b[H❯ count them\r\n\r\n⏺ There are three.\r\n\r\n✻ Baked for 4s\r\n{COMPOSER}".encode()


PROMPT = "please look at the parser"


@functools.cache
def sample(*arguments: str) -> tuple[dict[str, Any], ...]:
    """Lines of `bindings/shared/examples/sample.rs`."""
    program = os.environ["SHADOW_SAMPLE"]
    done = subprocess.run([program, *arguments], check=True, capture_output=True)
    return tuple(json.loads(line) for line in done.stdout.splitlines())


@pytest.fixture
def tmux(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Tmux]:
    server = Tmux(tmp_path, monkeypatch)
    yield server
    server.run("kill-server")


class Tmux:
    """A private tmux server, the only one that `shadow` finds."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.folder = folder
        # The process for acts belongs to one server.
        _live._coprocess.close()
        for name in ["TMUX", "TMUX_PANE"]:
            monkeypatch.delenv(name, raising=False)
        monkeypatch.setenv("TMUX_TMPDIR", str(folder))
        for name in ["XDG_RUNTIME_DIR", "XDG_STATE_HOME", "XDG_CONFIG_HOME"]:
            (folder / name).mkdir(mode=0o700)
            monkeypatch.setenv(name, str(folder / name))

    def run(self, *arguments: str) -> str:
        done = subprocess.run(["tmux", "-f", "/dev/null", *arguments], capture_output=True, text=True)
        return done.stdout.strip()

    def agent(self, then: str) -> str:
        """A pane with an agent that `bindings/agent` plays, once its first screen is there. Gives the pane's id."""
        pane = subprocess.run(
            [ROOT / "bindings/agent", self.folder, PROMPT, then], check=True, capture_output=True, text=True
        ).stdout.strip()
        until = time.monotonic() + 60
        while "shortcuts" not in self.run("capture-pane", "-p", "-t", pane):
            assert time.monotonic() < until, "the first screen does not come"
            time.sleep(0.05)
        return pane
