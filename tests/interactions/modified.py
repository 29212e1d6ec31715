"""The table `modifiers.tsv`: the effect of a step unmodified, and under each kind of modifier."""

from __future__ import annotations

import csv
from collections import Counter
from pathlib import Path

from altered_env import Scenario
from altered_env.game.errors import UnsupportedCardError
from altered_env.render.views import ObjectView

__all__ = ["COLUMNS", "Row", "outcome", "rows"]

TABLE = Path(__file__).with_name("modifiers.tsv")
COLUMNS = {
    "as it is": "",
    "instead": "instead({}): gain(me, kelon=1)",
    "instead, once": "instead({}, once): gain(me, kelon=1)",
    "also": "also({}): gain(me, kelon=1)",
    "also, once": "also({}, once): gain(me, kelon=1)",
    "cant": "cant({})",
}
"""The text of my Landmark, by column of the table."""
SEATED = {"A": {"my": "A", "their": "B"}, "B": {"my": "B", "their": "A"}}
ZONES = ("hand", "reserve", "discard", "mana", "landmarks")

Row = dict[str, str]
Board = dict[str, Counter[str]]


def rows() -> list[Row]:
    """The lines of the table."""
    with TABLE.open(encoding="utf-8", newline="") as file:
        lines = [line for line in file if not line.startswith("#")]
    return list(csv.DictReader(lines, delimiter="\t", quoting=csv.QUOTE_NONE))


def outcome(row: Row, column: str, rules: str, seat: str) -> str:
    """The changes after the player at `seat` has played a Spell with the step of a row."""
    table = _table(row, column, rules, seat)
    me = SEATED[seat]["my"]
    try:
        table.begin(first=me)
    except UnsupportedCardError:
        return "refused"
    before = _board(table, seat)
    table.act(me, "play Work")
    answers = row["answers"].split(", ") if row["answers"] else []
    while table.decision != "turn":
        if table.decision == "reaction":
            table.game.act(table.game.options()[0].action)
        else:
            table.choose(str(table.decider), answers.pop(0))
    return _change(before, _board(table, seat))


def _table(row: Row, column: str, rules: str, seat: str) -> Scenario:
    """I have a Runner with a boost and a Ledger with three Kelon counters, an Anchored Walker and a
    Brassbug; a Nook and an exhausted Shelf in Reserve, a Note in hand. The other player has a Guard
    with a boost, an Attic in Reserve and a Letter in hand."""
    table = Scenario(rules=rules)
    me, other = (table.player(SEATED[seat][whose]) for whose in ("my", "their"))
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    for name in ("Runner", "Walker", "Guard", "Nook", "Shelf", "Note", "Letter", "Attic"):
        table.card(name, stats="2/2/2", support=["D: draw(1)"] if name == "Nook" else [])
    table.card("Work", type="spell", cost="0/0", abilities=["fleeting", f"effect: {row['step']}"])
    table.card("Ledger", type="expedition_permanent", abilities=["J: draw(1)"])
    line = COLUMNS[column].format(row["event"])
    table.card("Rule", type="landmark_permanent", abilities=[line] if line else [])
    me.hero("Idler").landmarks("Rule").hand("Work", "Note").mana(2)
    me.hero_expedition("Runner", boosts=1).companion_expedition("Walker", anchored=True)
    me.hero_expedition("Ledger", counters={"kelon": 3}).companion_expedition("Brassbug")
    me.reserve("Nook").reserve("Shelf", exhausted=True)
    other.hero("Idler").hero_expedition("Guard", boosts=1).reserve("Attic").hand("Letter").mana(2)
    return table


def _board(table: Scenario, seat: str) -> Board:
    """Objects by zone and name, with their counters and statuses."""
    found: Board = {}
    marks: Board = {}
    view = table.game.view()
    for whose, player in SEATED[seat].items():
        side = view.players["AB".index(player)]
        places = {zone: getattr(side, zone) for zone in ZONES}
        for lane in side.expeditions:
            places[lane.name] = lane.objects
        for place, objects in places.items():
            found[f"{whose} {place}"] = Counter(x.name for x in objects if x.name != "Work")
            if place not in ("hand", "discard", "mana"):
                marks.update((x.name, _marks(x)) for x in objects if x.name != "Brassbug")
        for lane in side.expeditions:
            found[f"{whose} {lane.name}"]["region"] = lane.distance
            found[f"{whose} {lane.name}"]["ascended"] = int(lane.ascended)
        found[f"{whose} mana"]["ready"] = side.mana_ready
        found[whose] = Counter(passed=int(side.passed))
    return found | dict(sorted(marks.items(), key=lambda item: item[0] == "Rule"))


def _marks(x: ObjectView) -> Counter[str]:
    return Counter({**x.counters, "boost": x.boosts, **dict.fromkeys(x.statuses, 1)})


def _change(before: Board, after: Board) -> str:
    """Increases and decreases, in words; for gone objects, only that they are gone."""
    parts = []
    for place in after:
        new, old = after[place], before.get(place, Counter())
        if place not in before:
            continue
        for what in sorted({*new, *old}):
            n = new[what] - old[what]
            if n:
                much = f"{abs(n)} " if abs(n) > 1 else ""
                parts.append(f"{place} {'+' if n > 0 else '-'}{much}{what}")
    return ", ".join(parts) or "nothing"
