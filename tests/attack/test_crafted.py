"""A share of `python -m tests.attack.crafted`, in this process; and detection of crashes."""

from __future__ import annotations

from collections import Counter

import pytest

from tests.attack import crafted
from tests.attack.crafted import OUTCOMES, attempt, run
from tests.attack.crafting import KINDS, craft

TRIES = 160


def test_crafted_files_are_refused_or_played():
    found = Counter()
    for number in range(TRIES):
        one = craft(11, number)
        found[one.kind, attempt(one, number)] += 1
    assert {kind for kind, _ in found} == set(KINDS)
    assert {outcome for _, outcome in found} <= set(OUTCOMES[:3])
    assert sum(n for (_, outcome), n in found.items() if outcome == "refused") > TRIES // 2
    assert found["numbers", "played"] > 5 and found["mixed", "played"] > 1


DIES = """
import os, signal, sys, time
first = int(sys.argv[2].split(":")[0])
print("try", first, "numbers", flush=True)
if first == 1:
    os.kill(os.getpid(), signal.SIGSEGV)
if first == 2:
    time.sleep(600)
print("done", first, *(["traceback", "KeyError: it"] if first == 3 else ["refused"]), flush=True)
sys.exit(0)
"""


def test_signals_hangs_and_tracebacks_are_seen(monkeypatch, tmp_path):
    program = tmp_path / "dies.py"
    program.write_text(DIES)
    monkeypatch.setattr(crafted, "HANG", 5.0)
    table = run(1, 5, 5, (str(program),))
    assert table.tried == 5
    assert sorted(table.failures) == [
        "try 1 (numbers): signal SIGSEGV",
        "try 2 (numbers): hang over 5 s",
        "try 3 (numbers): traceback KeyError: it",
    ]
    assert [row.split() for row in str(table).splitlines()[1:]] == [
        ["numbers", "5", "2", "0", "0", "1", "1", "1"],
        ["all", "5", "2", "0", "0", "1", "1", "1"],
    ]


@pytest.mark.parametrize("number", [3, 40])
def test_what_is_tried_follows_from_seed_and_number(number):
    assert craft(11, number) == craft(11, number) != craft(12, number)
