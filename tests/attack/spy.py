"""A bot that reports what it can find: worlds, numbers in files of the host, and earlier games.

The adversary (`adversary.py`) reads the messages to and from it. It needs only Python.
"""

import contextlib
import json
import os
import random
import re
import sys
import tempfile
from pathlib import Path

WORLDS, LOOKS = int(sys.argv[1]), sys.argv[2] == "looks"
"""Number of worlds to ask for; and whether to look for files and to keep some."""
KEPT = "altered-spy-kept.json"
DAYS = 2
"""The bot gives up after this day: the adversary needs no more."""
NAMES = re.compile(r"secret|seed|board\.toml|games.*\.jsonl|\.game$|\.part$|altered", re.I)
TOKENS = re.compile(r"\b(?:[0-9a-f]{16,64}|[0-9]{1,39})\b")
BYTES = 200_000
NOTES = 60


def say(message):
    print(json.dumps(message), flush=True)


def folders():
    """Folders where files of the host may be: working and temporary folders, and its open files."""
    found = [Path.cwd(), Path.cwd().parent, Path(tempfile.gettempdir())]
    with contextlib.suppress(OSError):
        found.append(Path(os.readlink(f"/proc/{os.getppid()}/cwd")))
    with contextlib.suppress(OSError):
        for entry in Path(f"/proc/{os.getppid()}/fd").iterdir():
            at = Path(os.readlink(entry))
            if NAMES.search(at.name):
                found.append(at.parent)
    return list(dict.fromkeys(found))


def files():
    """Yield files in these folders, and one level below, whose names suggest seeds."""
    for folder in folders():
        for path in listed(folder):
            if path.is_dir() and (folder == Path.cwd() or NAMES.search(path.name)):
                yield from (one for one in listed(path) if NAMES.search(one.name))
            elif NAMES.search(path.name):
                yield path
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    yield from listed(Path(state) / "altered-env" / "secrets")


def listed(folder):
    try:
        return sorted(folder.iterdir())[:500]
    except OSError:
        return []


def numbers():
    """Return the numbers in all files that can be read, and in the environment."""
    texts = [" ".join(f"{k}={v}" for k, v in os.environ.items() if "ALTERED" in k)]
    with contextlib.suppress(OSError):
        texts.append(Path(f"/proc/{os.getppid()}/cmdline").read_bytes().decode("utf-8", "replace"))
    for path in files():
        try:
            if path.is_file():  # a FIFO would wait
                with open(path, "rb") as file:
                    texts.append(file.read(BYTES).decode("utf-8", "replace"))
        except OSError:
            continue
    return list(dict.fromkeys(t for text in texts for t in TOKENS.findall(text)[:2000]))


def places():
    """Files that may persist from one game to the next."""
    return [folder / KEPT for folder in (Path.cwd(), Path(tempfile.gettempdir()))]


def kept():
    for path in places():
        try:
            return json.loads(path.read_text())
        except (OSError, ValueError):
            continue
    return []


def keep(seat, view):
    """Keep the first hand for the next game, which may have the same deal with seats swapped."""
    mine = next(one for one in view["players"] if one["seat"] == seat)
    hand = sorted(seen["reference"] for seen in mine["hand"])
    for path in places():
        try:
            path.write_text(json.dumps([{"seat": seat, "hand": hand}]))
        except OSError:
            continue


def decide(message, asked, seat):
    if not asked and LOOKS:
        say({"type": "note", "text": "kept: " + json.dumps(kept())[:900]})
        keep(seat, message["view"])
        words, notes = "", 0
        for token in numbers():
            if len(words) + len(token) > 900 and notes < NOTES:
                say({"type": "note", "text": words})
                words, notes = "", notes + 1
            words += f"{token} "
        if words:
            say({"type": "note", "text": words[:990]})
    if not asked:
        for number in range(WORLDS):
            say({"type": "world", "seed": number, "wants": ["words"]})
            sys.stdin.readline()
    action = random.choice(message["actions"])["id"]
    if message["view"]["day"] > DAYS:
        action = 1_000_000
    say({"type": "act", "id": message["id"], "action": action})


def main():
    asked, seat = False, ""
    for line in sys.stdin:
        message = json.loads(line)
        if message["type"] == "hello":
            say({"type": "hello", "protocol": 1, "name": "spy", "wants": ["words", "events"]})
        elif message["type"] == "game":
            seat = message["seat"]
        elif message["type"] == "decide":
            decide(message, asked, seat)
            asked = True


if __name__ == "__main__":
    main()
