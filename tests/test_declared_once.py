"""A fact of the rules is declared in one place, from which it arrives everywhere.

A copy of the package gets a line for a keyword, a status, an event with its verb, a kind of
decision, a type of card, a zone, a faction and a field of the observation, and runs as plain
Python.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import altered_env
from altered_env import Game
from altered_env.agents import make
from altered_env.agents.net import SHIPPED
from altered_env.agents.net_weights import NetWeights, part_names
from altered_env.envs import LayoutError, flat, layout_of, make_vec

PACKAGE = Path(altered_env.__file__).parent
LINES = {
    "engine/terms.py": {
        "    UNCOUNTED = Term(64,": "    SWIFT = 256",
        "    COMPLETED = Term(16,": "    DAZED = 32",
        "    SPARED = Term(16,": '    FLIP = Term(17, says="flipped")',
        "    RAISE = Term(26,": '    BID = Term(27, asks="how much do you bid?")',
        "    TOKEN = Term(64,": "    RELIC = 128",
        "    LIMBO = 9": "    VAULT = 10",
    },
    "language/event_verbs.py": {
        '        EventVerb("passes",': '        EventVerb("flips", EV.FLIP, "flip/flips/flipped", '
        '"a player flips it", passive="flipped", acts=True),'
    },
    "language/kinds.py": {'    "NE": "neutral",': '    "ZE": "zephyr",'},
    "batch/layout.py": {
        '    ("arena", 1,': '    ("wind", 1, "how strong the wind is", number(6)),'
    },
}
"""By file of the package: the added lines, and the line that follows each."""

PROBE = """
import json, sys
import numpy as np
import altered_env
from altered_env import Scenario
from altered_env.agents.net_weights import NetWeights, part_names
from altered_env.agents.net import SHIPPED
from altered_env.cards.printed_words import FACTIONS, TYPES
from altered_env.engine.terms import DECIDE, EV, KW, STATUS, TYPE, Z, C
from altered_env.spaces.card_features import card_features
from altered_env.spaces.layouts import LayoutError, layout_of
from altered_env.spaces.gym_spaces import flat, flat_size, plan_of, structured
from altered_env.spaces.docs_tables import actions_page, observation_page
from altered_env.language.words import DECISIONS
from altered_env.game.kernels import kernel_for
from altered_env.language.english import understand
from altered_env.language.english.worded import read_wording
from altered_env.language.notation import read_ability
from altered_env.language.reference import words as language_page
from altered_env.language.wording import word
from altered_env.language.writing import write_ability
from altered_env.protocol.messages import numbers

found = {"at": altered_env.__file__}
ADDED = {
    "keyword": ("entities.keywords", 256), "status": ("entities.status", 32),
    "event": ("events.kind", 17), "decision": ("globals.decision", 27),
    "type": ("entities.type", 128), "field": ("globals.wind", 3), "zone": ("entities.zone", 10),
}
EVERY = {}
for players in (2, 4):
    kernel = kernel_for(players)
    layout, sight = kernel.layout, kernel.module("thinking.features")
    reading = kernel.module("thinking.encode")
    firsts = {"globals": layout.GLOBALS, "entities": layout.ENTITY_FIELDS,
              "events": layout.EVENT_FIELDS}
    names = {"globals": sight.field_names(), "entities": sight.row_names()}
    names["events"] = names["entities"]
    for what, (where, number) in ADDED.items():
        table, _, name = where.partition(".")
        at = {f.name: f.at for f in firsts[table]}.get(name)
        if at is None:
            EVERY.setdefault(what, []).append(["missing", "missing"])
            continue
        slot = layout.new_slots(1)[0]
        o = slot.observation
        at += layout.SLICES[table].start
        o[layout.G.ROWS] = o[layout.G.EVENTS] = 1
        before = flat(o.copy())
        packed = reading.new_packed(3)
        reading.read(slot, packed, 0)
        o[at] = number
        there = np.flatnonzero(flat(o) != before).tolist()
        reading.read(slot, packed, 1)
        START = reading.START
        column = START.FIELD if table == "globals" else START.FEATURE
        array = packed.field if table == "globals" else packed.feature
        first, second, third = (int(packed.start[k, column]) for k in range(3))
        said = [names[table][k] for k in array[second:third] if k not in set(array[first:second])]
        EVERY.setdefault(what, []).append([len(there), said])
found["seen"] = EVERY
found["groups"] = [kernel_for(p).module("thinking.features").group_names() for p in (2, 4)]

# what people read
table = Scenario()
table.card("Swallow", abilities=["swift"], stats="1/1/1", faction="zephyr")
table.card("Shard", type="relic", abilities=["J: draw(1)"])
table.player("A").hero_expedition("Swallow", dazed=True).hand("Shard").mana(3)
table.player("B").hero_expedition("Kappa")
table.begin()
bird = table.find("Swallow")
found["keywords"], found["statuses"] = sorted(bird.keywords), sorted(bird.statuses)
found["faction"] = bird.faction
found["type"] = [o.type for o in table.game.view("A").players[0].hand]
table.options("A")
table.game.record.decision = DECIDE.BID
found["question"] = table.game.question
found["decision"] = DECISIONS[DECIDE.BID]
def back(line):
    ability = read_ability(line)
    said = word(ability)
    return [said, write_ability(read_wording(said))]
found["said"] = {
    "keyword": back("swift"),
    "status": back("J: gain(me, dazed)"),
    "event": back("when(flips(you, character)): draw(1)"),
    "passive event": back("when(flips(character)): draw(1)"),
    "type": back("J: discard(target(relic))"),
    "zone": back("J: discard(target(card, vault))"),
}
found["understood"] = {
    text: [list(line.notation) for line in understand(text).lines]
    for text in ("Swift.", "{J} Target Character gains Dazed.", "{J} Discard target Relic.")
}
found["language"] = language_page()
found["pages"] = {p: observation_page(p) + actions_page(p) for p in (2, 4)}
found["columns"] = [n for n in card_features().names if "relic" in n or "zephyr" in n]

# what was learned before
parts = {}
for name, file in SHIPPED.items():
    net = NetWeights.load(file)
    for part, names in part_names(net.players).items():
        if part not in net.parts:
            continue
        rows = net.parts[part].reshape(len(names), -1)
        parts[f"{name} {part}"] = {
            n: float(np.abs(rows[k]).astype(np.float64).sum()) for k, n in enumerate(names)
        }
found["parts"] = parts
game = altered_env.Game.start("axiom", "bravos", seed=1)
from altered_env.agents import make
chances, value = make("net:v1").weighed(game.seat())
found["chances"], found["value"] = sorted(chances.items()), value
old = json.loads(sys.argv[1])
try:
    layout_of(2).check(old)
    found["error"] = ""
except LayoutError as error:
    found["error"] = str(error)
print(json.dumps(found))
"""


def patched(folder: Path) -> None:
    """A copy of the package with the lines added."""
    shutil.copytree(PACKAGE, folder / "altered_env", ignore=shutil.ignore_patterns("__pycache__"))
    for name, added in LINES.items():
        path = folder / "altered_env" / name
        text = path.read_text("utf-8")
        for before, line in added.items():
            assert text.count(f"\n{before}") == 1, (name, before)
            text = text.replace(f"\n{before}", f"\n{line}\n{before}")
        path.write_text(text, "utf-8")


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Any:
    folder = tmp_path_factory.mktemp("declared")
    patched(folder)
    environ = {**os.environ, "PYTHONPATH": str(folder), "NUMBA_DISABLE_JIT": "1"}
    environ["ALTERED_CACHE"] = str(folder / "cache")
    done = subprocess.run(
        [sys.executable, "-c", PROBE, json.dumps(layout_of(2).data())],
        cwd=folder, env=environ, capture_output=True, text=True, timeout=600,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-3000:]
    said = json.loads(done.stdout.splitlines()[-1])
    assert Path(said["at"]).is_relative_to(folder)
    return said


FEATURES = {
    "keyword": (1, "keywords&8"),
    "status": (1, "status&5"),
    "type": (1, "type&7"),
    "field": (1, "wind=3"),
    "event": (2, "event kind=17"),  # one-hot: a kind takes the place of "no kind"
    "decision": (2, "decision=27"),
    "zone": (2, "zone=10"),
}


@pytest.mark.parametrize("what", FEATURES)
def test_it_is_in_the_flat_view_and_in_the_features_of_networks(found, what):
    changed, feature = FEATURES[what]
    assert found["seen"][what] == [[changed, [feature]]] * 2  # of two players, of four


def test_a_zone_has_its_rows_summed_by_side(found):
    for players, groups in zip((2, 4), found["groups"], strict=True):
        assert [g for g in groups if "vault" in g] == [f"vault {k + 1}" for k in range(players)]


def test_it_is_in_views_and_questions(found):
    assert (found["keywords"], found["statuses"]) == (["swift"], ["dazed"])
    assert (found["type"], found["faction"]) == (["relic"], "zephyr")
    assert (found["decision"], found["question"]) == ("bid", "B: how much do you bid?")


@pytest.mark.parametrize(
    ("what", "said", "line"),
    [
        ("keyword", "Swift.", "swift"),
        ("status", "When I enter play: I gain Dazed.", "J: gain(me, dazed)"),
        (
            "event",
            "When you flip a Character: Draw 1 card.",
            "when(flips(you, character)): draw(1)",
        ),
        (
            "passive event",
            "When a Character is flipped: Draw 1 card.",
            "when(flips(character)): draw(1)",
        ),
        ("type", "When I enter play: Discard target Relic.", "J: discard(target(relic))"),
        (
            "zone",
            "When I enter play: Discard target card in Vault.",
            "J: discard(target(card, vault))",
        ),
    ],
)
def test_it_is_worded_and_the_wording_is_read(found, what, said, line):
    assert found["said"][what] == [said, line]


def test_printed_text_with_it_is_understood(found):
    assert found["understood"] == {
        "Swift.": [["swift"]],
        "{J} Target Character gains Dazed.": [["J: gain(target(character), dazed)"]],
        "{J} Discard target Relic.": [["J: discard(target(relic))"]],
    }


@pytest.mark.parametrize(
    "text",
    [
        "256 Swift",
        "32 Dazed",
        "128 Relic",
        "17 flipped",
        "10 Vault",
        "`wind` | 1 | how strong the wind is",
        "| 27 | `bid` | how much do you bid? |",
    ],
)
def test_it_is_in_the_generated_pages(found, text):
    assert all(text in page for page in found["pages"].values())


@pytest.mark.parametrize("word", ["`swift`", "`dazed`", "`flips(", "`relic`", "`vault`"])
def test_it_is_in_the_reference_of_the_language(found, word):
    assert word in found["language"]


def test_printed_types_and_factions_are_columns_of_cards(found):
    assert found["columns"] == ["type relic", "faction zephyr"]


def test_networks_that_come_along_still_play_the_same(found):
    """Each named feature keeps its weights; new features have none."""
    new = 0
    for name, file in SHIPPED.items():
        net = NetWeights.load(file)
        for part, names in part_names(net.players).items():
            if part not in net.parts:  # these networks read no deck lists
                continue
            rows = np.abs(net.parts[part].reshape(len(names), -1).astype(np.float64)).sum(axis=1)
            there = found["parts"][f"{name} {part}"]
            weights = dict(zip(names, rows.tolist(), strict=True))
            assert {n: there[n] for n in weights} == pytest.approx(weights, rel=1e-9)
            assert not any(there[n] for n in there.keys() - weights.keys())
            new += len(there.keys() - weights.keys())
    assert new > 20
    chances, value = make("net:v1").weighed(Game.start("axiom", "bravos", seed=1).seat())
    assert dict(map(tuple, found["chances"])) == pytest.approx(chances, abs=1e-5)
    assert found["value"] == pytest.approx(value, abs=1e-5)


def test_another_layout_is_refused_by_the_names_of_its_fields(found):
    said = found["error"]
    assert said.startswith(f"observation layout 2 ('{layout_of(2).hash}') is not layout 2 (")
    for field in ("wind is new", "entities.keywords has widths (1, 8), here (1, 9)"):
        assert field in said


def test_layouts_are_compared_as_they_are_written_down():
    ours = layout_of(2)
    ours.check(json.loads(json.dumps(ours.data())))
    gone = ours.data()
    gone["fields"]["entities.luck"] = [1, 1]
    with pytest.raises(LayoutError, match=r"entities\.luck is gone"):
        ours.check(gone)
    order = ours.data()
    order["fields"] = dict(reversed(order["fields"].items()))
    with pytest.raises(LayoutError, match="differ in order or meaning"):
        ours.check(order)
    with pytest.raises(LayoutError, match="observations of 4 players, expected 2"):
        ours.check(layout_of(4).data())
    for wrong in ({}, [], None, {"fields": 3}, {"players": 2, "fields": {"day": 1}}):
        with pytest.raises(LayoutError):
            ours.check(wrong)


def test_a_batch_is_not_restored_from_another_layout():
    vec = make_vec(1, seed=1, threads=1)
    state = vec.state()
    data = json.loads(bytes(state["layout"]))
    del data["fields"]["day"]
    state["layout"] = np.frombuffer(json.dumps(data).encode(), dtype=np.uint8)
    with pytest.raises(ValueError, match="day is new"):
        vec.restore(state)
    state["layout"] = np.zeros(3, dtype=np.uint8)
    with pytest.raises(ValueError, match="a layout must be JSON as bytes"):
        vec.restore(state)


def test_an_observation_of_no_layout_is_refused():
    with pytest.raises(ValueError, match=r"must have 7,302 \(of 2 players\) or 13,744"):
        flat(np.zeros(7301, dtype=np.int16))
