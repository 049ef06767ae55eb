"""The programs and the code of docs/python.md run."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import PROMPT, ROOT, Tmux

DOCS = ROOT / "docs"
PAGE = (DOCS / "python.md").read_text()
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)


def test_the_page_shows_its_programs() -> None:
    assert [(DOCS / f"python/{name}").read_text() for name in ["needs_me.py", "ask.py"]] == BLOCKS[:2]


def test_it_tells_when_an_agent_needs_somebody(tmux: Tmux) -> None:
    pane = tmux.agent("asks")
    program = [sys.executable, str(DOCS / "python/needs_me.py")]
    with subprocess.Popen(program, stdout=subprocess.PIPE, text=True) as needs_me:
        done = subprocess.run([sys.executable, str(DOCS / "python/ask.py"), pane, PROMPT], capture_output=True, text=True)
        assert done.stdout.startswith("it asks: "), done.stderr
        assert needs_me.stdout is not None
        line = needs_me.stdout.readline()
        needs_me.terminate()
    assert line.startswith(f"{pane} needs you: ")


def test_it_sends_waits_and_prints_the_answer(tmux: Tmux) -> None:
    done = subprocess.run(
        [sys.executable, str(DOCS / "python/ask.py"), tmux.agent("answers"), PROMPT], capture_output=True, text=True
    )
    assert "It needs no change." in done.stdout, done.stderr


def test_the_other_code_runs(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    [screen, own_pty] = BLOCKS[2:]
    names: dict[str, object] = {"text": "⏺ Three.\n\n✻ Baked for 4s\n\n────────────\n❯\n────────────\n", "command": ["echo", "hello"]}
    exec(screen, names)
    said = capfd.readouterr().out
    assert said.startswith("idle\nkeys typed now become a prompt\nThree.")
    # A program of its own: it forks.
    path = tmp_path / "own_pty.py"
    path.write_text(f"command = ['echo', 'hello']\n{own_pty}")
    done = subprocess.run([sys.executable, str(path)], capture_output=True, text=True, timeout=60)
    assert done.stdout.splitlines()[-1] == "pane_gone", done.stderr
