"""A bot that takes any action: all that the protocol asks for, in a few lines of plain Python."""

import json
import random
import sys

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        answer = {"type": "hello", "protocol": 1, "name": "any action"}
    elif said["type"] == "decide":
        answer = {"type": "act", "id": said["id"], "action": random.choice(said["actions"])["id"]}
    else:
        continue
    print(json.dumps(answer), flush=True)
