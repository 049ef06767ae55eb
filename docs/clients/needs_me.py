# Tells when one of your agents needs you. docs/clients.md says how to make shadow_models.py.
import os
import urllib.request

from shadow_models import Event, OperatorBlockedEvent

BASE = os.environ.get("SHADOW_URL", "http://127.0.0.1:7420")
HEADERS = {"Authorization": f"Bearer {os.environ.get('SHADOW_TOKEN', '')}"}

request = urllib.request.Request(f"{BASE}/api/v1/events?event=operator_blocked", headers=HEADERS)
with urllib.request.urlopen(request) as stream:
    for line in stream:
        if line.startswith(b'data: {"event"'):
            event = Event.model_validate_json(line.removeprefix(b"data: ")).root
            if isinstance(event, OperatorBlockedEvent):
                print(event.key, event.operator_block.question or event.operator_block.kind, flush=True)
