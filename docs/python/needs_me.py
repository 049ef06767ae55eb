"""Prints a line when one of your agents needs you. Usage: python needs_me.py"""

import shadow_tui as shadow

for event in shadow.watch(events=["operator_blocked"]):
    if event.event == "operator_blocked":
        block = event.operator_block
        print(event.pane, "needs you:", block.question or block.title or block.kind, flush=True)
