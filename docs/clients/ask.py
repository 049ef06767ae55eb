# Sends a prompt, waits, and prints the answer. Usage: python ask.py PANE TEXT
import os
import sys
import urllib.parse
import urllib.request

from shadow_models import Asked, AskRequest, BlockedAsked, EndedAsked

BASE = os.environ.get("SHADOW_URL", "http://127.0.0.1:7420")
HEADERS = {"Authorization": f"Bearer {os.environ.get('SHADOW_TOKEN', '')}", "Content-Type": "application/json"}

pane, text = sys.argv[1:]
body = AskRequest(text=text, timeout=600).model_dump_json(exclude_none=True).encode()
url = f"{BASE}/api/v1/panes/{urllib.parse.quote(pane, safe='')}/ask"
with urllib.request.urlopen(urllib.request.Request(url, body, HEADERS)) as response:
    asked = Asked.model_validate_json(response.read()).root
if isinstance(asked, EndedAsked):
    print(asked.record.answer.text)
elif isinstance(asked, BlockedAsked):
    print("it asks:", asked.operator_block.question, asked.operator_block.signature)
else:
    print("it still runs; wait for turn", asked.turn)
