"""Sends a prompt, waits, and prints the answer. Usage: python ask.py PANE TEXT"""

import sys

import shadow_tui as shadow

turn = shadow.pane(sys.argv[1]).send(sys.argv[2]).wait(timeout=600)
if turn.blocked:
    print("it asks:", turn.question.question)
else:
    print(turn.answer.text)
