"""Each state of an object with each action: `statuses.yaml`, played under both rulesets."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
import yaml

from altered_env import Scenario
from tests.citations import ROOT, rows

TABLE = yaml.safe_load(Path(__file__).with_name("statuses.yaml").read_text("utf-8"))
STATES = [
    *("Gigantic", "Tough", "Anchored", "Asleep", "Fleeting", "Defender", "Seasoned", "Scout"),
    *("Cooldown", "token", "defected", "exhausted", "gone"),
]
ACTS = [
    *("play", "move", "discard", "sacrifice", "return", "switch", "exchange", "defect"),
    *("take control", "rest", "ready", "augment"),
]
SET_UP = {"what", "act", "rule", "rules", "given", "by", "reacts", "with", "ability", "orbs", "do"}
COMES_TO = {"then", "where", "is", "boosts", "in", "mana", "moved", "spare", "offered"}
STATUSES = {"anchored", "asleep", "exhausted", "fleeting"}
ZONES = ("hand", "reserve", "discard")
EXPEDITIONS = ("A hero", "A companion", "B hero", "B companion")
ORBS = 3

CELLS = [
    pytest.param(cell, rules, id=f"{cell['what']}-{cell['act']}-{cell['rule']}-{rules}")
    for cell in TABLE["cells"]
    for rules in ("2024.09", "5.0")
    if "never" not in cell and cell.get("rules", rules) == rules
]


def words(text):
    return [word for word in re.split(r"\s*[,;]\s*", text or "") if word]


def put_down(table, place, said):
    """Set up an object as the table describes it: `Thing of B, exhausted, 2 boosts`."""
    seat, _, zone = place.partition(" ")
    side = table.player(seat)
    for one in said.split("; "):
        name, *states = words(one)
        name, _, owner = name.partition(" of ")
        state = {word: True for word in states if word in STATUSES}
        boosts = [word for word in states if word.endswith(" boosts")]
        if boosts:
            state["boosts"] = int(boosts[0].split()[0])
        assert len(state) == len(states), f"{one!r} is not understood"
        if owner:
            state["owner"] = owner
        if zone == "hand":
            assert not state
            side.hand(name)
        elif zone == "reserve":
            side.reserve(name, **state)
        else:
            put = {"hero": side.hero_expedition, "companion": side.companion_expedition}[zone]
            put(name, **state)


def sit(cell, rules):
    """The table of a cell before anything is done."""
    table = Scenario(rules=rules)
    for name, card in TABLE["cards"].items():
        table.card(name, **card)
    by = cell.get("reacts", cell.get("by", "A"))
    ability = cell.get("ability", TABLE["abilities"].get(cell.get("with", cell["act"])))
    table.card("Doer", type="hero", abilities=[ability] if ability else [])
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    for seat in "AB":
        table.player(seat).hero("Doer" if seat == by else "Idler").mana(cell.get("orbs", ORBS))
    for place, said in cell.get("given", {"A hero": TABLE["rows"][cell["what"]]}).items():
        put_down(table, place, said)
    table.begin("afternoon", first=cell.get("by", "A"))
    return table


def name_of(cell):
    """The object that the cell is about: the first one that is given."""
    given = cell.get("given", {"A hero": TABLE["rows"][cell["what"]]})
    names = [words(said)[0].partition(" of ")[0] for said in given.values()]
    return next(name for name in names if name not in ("Spare", "Friend"))


def place_of(table, name):
    """Return the place of the object with this name, in the table's words, and the object."""
    found = table.all(name)
    if not found:
        return "nowhere", None
    (seen,) = found
    return f"{seen.controller} {seen.expedition or seen.zone}", seen


def do(table, cell):
    """Do the action of the cell, or the default."""
    by = cell.get("by", "A")
    usual = {"play": [f"play {name_of(cell)}"], "rest": ["rest"]}.get(cell["act"], ["use Doer"])
    if usual == [f"play {name_of(cell)}"] and cell["what"] != "Cooldown":
        usual = [f"play {name_of(cell)} to hero"]
    first, *answers = cell.get("do", usual)
    if cell.get("offered") is False:
        assert not table.can(by, first, *answers)
    elif first == "rest":
        table.until("morning")
    elif first == "dusk":
        table.pass_turns()
    else:
        table.act(by, first)
        if table.decision == "target" and name_of(cell) not in answers:
            # a player who may leave out a Tough object is asked (7.4.7.d)
            answers.insert(0, name_of(cell))
        table.choose(by, *answers)
    if cell.get("then") == "dusk":
        table.pass_turns()


@pytest.mark.parametrize(("cell", "rules"), CELLS)
def test_what_becomes_of_it(cell, rules):
    table = sit(cell, rules)
    do(table, cell)
    where, seen = place_of(table, name_of(cell))
    assert where == cell["where"]
    if seen is not None:
        assert sorted(seen.statuses - {"boosted"}) == sorted(words(cell.get("is")))
        assert seen.boosts == cell.get("boosts", 0)
        present = words(cell.get("in")) or [place for place in EXPEDITIONS if place == where]
        assert sorted(seen.presence) == sorted(present)
    assert table.mana(cell.get("by", "A"))[0] == cell.get("mana", ORBS)
    moved = dict.fromkeys(EXPEDITIONS, 0)
    for said in words(cell.get("moved")):
        place, _, far = said.rpartition(" ")
        moved[place] = int(far)
    assert {place: table.progress(*place.split()) for place in EXPEDITIONS} == moved
    if "spare" in cell:
        assert place_of(table, "Spare")[0] == cell["spare"]


def test_every_state_meets_every_act():
    """Each cell is filled, or it says why it cannot come up; nothing else is said."""
    there = {(cell["what"], cell["act"]) for cell in TABLE["cells"]}
    assert there == {(what, act) for what in STATES for act in ACTS}
    assert list(TABLE["rows"]) == STATES
    rules = {row["id"] for row in rows(ROOT / "docs/complete-rules.tsv")}
    for cell in TABLE["cells"]:
        if "never" in cell:
            assert set(cell) == {"what", "act", "never"}
            others = [
                c for c in TABLE["cells"] if (c["what"], c["act"]) == (cell["what"], cell["act"])
            ]
            assert others == [cell]
        else:
            assert {"rule", "where"} <= set(cell) <= SET_UP | COMES_TO, cell
            assert cell["rule"] in rules
