"""A bot that plays the first action on offer until it misbehaves as its argument says."""

import json
import os
import subprocess
import sys
import threading
import time

WAY = sys.argv[1]
SLEEPER = [sys.executable, "-S", "-c", "import time; time.sleep(600)"]


def say(message):
    print(message if isinstance(message, str) else json.dumps(message), flush=True)


def decide(said):
    answer = {"type": "act", "id": said["id"], "action": said["actions"][0]["id"]}
    if WAY == "crash":
        raise ZeroDivisionError("as told")
    if WAY == "leave":
        os._exit(0)
    if WAY == "be silent":
        time.sleep(600)
    if WAY == "burn":
        while True:
            pass
    if WAY == "fill memory":
        bytes(1 << 31)
    if WAY == "flood":
        while True:
            sys.stdout.write("x" * 65536)
    if WAY == "complain":
        sys.stderr.write("y" * 3_000_000)
    if WAY == "have children":
        for own_session in (False, True):
            subprocess.Popen([*SLEEPER, sys.argv[2]], start_new_session=own_session)
        time.sleep(0.2)
    if WAY == "ask for ever":
        while True:
            say({"type": "world", "seed": 1, "wants": ["words"]})
            sys.stdin.readline()
    if WAY == "ask 40 times":
        for seed in range(40):
            say({"type": "world", "seed": seed, "wants": ["words", "numbers"]})
            sys.stdin.readline()
    if WAY == "ask 12,000 times at once":
        threading.Thread(target=sys.stdin.read, daemon=True).start()
        say("\n".join([json.dumps({"type": "world", "seed": 1, "wants": ["words"]})] * 12_000))
        time.sleep(600)
    if WAY == "ask and not read":
        say("\n".join([json.dumps({"type": "world", "seed": 1, "wants": ["words"]})] * 200))
        time.sleep(600)
    if WAY == "close":
        os.close(1)
        time.sleep(600)
    if WAY in ANSWERS:
        answer = {**answer, **ANSWERS[WAY]}
    if WAY in LINES:
        answer = LINES[WAY]
    say(answer)


ANSWERS = {
    "invent": {"action": 999_999},
    "answer another": {"id": 77},
    "add a field": {"sure": 0.9},
    "say a word": {"action": "pass"},
}
LINES = {
    "chat": "I think I shall pass.",
    "say nothing": "",
    "say a list": "[]",
    "greet again": '{"type": "hello", "protocol": 1, "name": "again"}',
    "nest": "[" * 30_000,
}

for line in sys.stdin:
    said = json.loads(line)
    if said["type"] == "hello":
        if WAY == "not greet":
            sys.exit("no licence")
        version = 2 if WAY == "be of another version" else 1
        say({"type": "hello", "protocol": version, "name": "misbehaving", "wants": []})
    elif said["type"] == "decide":
        decide(said)
