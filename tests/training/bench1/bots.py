"""A bot for `altered bench1`, and changes of its result file."""

from __future__ import annotations

import json
from pathlib import Path

from altered_env.arena.bench1.result_files import last_line, line

SHIPPED = Path(__file__).parents[3] / "docs/boards/bench1"
BOT = '''
"""A bot that counts how often it is loaded."""
with open("runs.txt", "a") as file:
    file.write("x")


class Bot:
    def act(self, seat):
        return seat.actions[{pick}]
'''


def changed(home, change, name="changed.jsonl", signed=True):
    """The file with its rows changed, and its hash and result made anew where that can be done."""
    rows = [json.loads(text) for text in (home / "bot.jsonl").read_text().splitlines()]
    change(rows)
    before = b"".join(line(row) for row in rows[:-1])
    end = last_line(before, rows[-1]["result"]) if signed else line(rows[-1])
    (home / name).write_bytes(before + end)
    return home / name


def drop_a_game(rows):
    del rows[3]
