"""Every kind of answer has a form in words."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.game.errors import IllegalActionError


def ask(effect: str) -> Scenario:
    """A table at which A has just played a Spell with this effect."""
    table = Scenario(rules="5.0")
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.card("Question", type="spell", cost="0/0", abilities=[f"effect: {effect}"])
    table.player("A").hero("Idler").hand("Question").mana(4).hero_expedition("Brassbug")
    table.player("B").hero("Idler").companion_expedition("Ordis Recruit")
    table.terrain(3, "forest")
    table.begin("afternoon")
    table.act("A", "play Question")
    return table


@pytest.mark.parametrize(
    "words", ["B companion", "b companion expedition", "B: companion Expedition"]
)
def test_an_expedition(words):
    table = ask("create(brassbug, in_=target(expedition))")
    assert table.decision == "expedition" and len(table.options()) == 4
    table.choose("A", words)
    assert table.find("Brassbug in companion").controller == "B"


@pytest.mark.parametrize("words", ["B", "player B"])
def test_a_player(words):
    table = ask("draw(2, by=target(player))")
    assert table.options() == ["player A", "player B"]
    table.choose("A", words)
    assert len(table.zone("B", "hand")) == 2


@pytest.mark.parametrize("words", ["region 3", "region 3 (forest)"])
def test_a_region(words):
    table = Scenario(rules="5.0")
    line = "T: if_(m := spend(marker=1), place(m, target(region, visible)))"
    table.card("Poet", type="hero", abilities=[line])
    table.player("A").hero("Poet", counters={"water_marker": 1})
    table.terrain(3, "forest")
    table.begin("afternoon")
    table.act("A", "use Poet")
    assert "region 3 (forest)" in table.options()
    with pytest.raises(IllegalActionError, match="region 3"):
        table.choose("A", "region 1")
    table.choose("A", words)
    assert table.region(3) == {"water"}


@pytest.mark.parametrize("words", [2, "2"])
def test_a_number(words):
    table = Scenario()
    table.card("Mint", type="landmark_permanent", abilities=["T, pay(X): draw(X)"])
    table.player("A").landmarks("Mint").mana(3)
    table.begin("afternoon")
    table.act("A", "use Mint")
    assert table.options() == ["0", "1", "2", "3"]
    table.choose("A", words)
    assert len(table.zone("A", "hand")) == 2 and table.mana("A") == (1, 3)


@pytest.mark.parametrize("answer", ["yes", "no"])
def test_yes_and_no(answer):
    table = ask("may(draw(1))")
    assert table.options() == ["yes", "no"]
    table.choose("A", answer)
    assert len(table.zone("A", "hand")) == (answer == "yes")


def test_done():
    table = ask("gain(target(character, up_to=2), boost=1)")
    table.choose("A", "Brassbug", "done")
    assert (table.find("Brassbug").boosts, table.find("Ordis Recruit").boosts) == (1, 0)


@pytest.mark.parametrize("words", ["mode 2", "mode 2: Draw 2 cards."])
def test_a_mode(words):
    table = ask("modes(1, resupply(), draw(2))")
    assert table.options() == ["mode 1: Resupply.", "mode 2: Draw 2 cards."]
    table.choose("A", words)
    assert len(table.zone("A", "hand")) == 2


def test_a_label_in_full_is_an_answer():
    table = ask("gain(target(character), boost=1)")
    assert "B: Ordis Recruit in companion Expedition" in table.options()
    table.choose("A", "B: Ordis Recruit in companion Expedition")
    assert table.find("Ordis Recruit").boosts == 1


def test_the_question_says_who_is_asked_by_what():
    table = ask("gain(target(character), boost=1)")
    assert table.game.question.startswith("A: Question (")
    assert table.game.question.endswith(": choose one as target")


def test_a_mana_orb():
    table = Scenario(rules="5.0")
    line = "effect: put(choose(mana_orb, you.mana), reserve)"
    table.card("Question", type="spell", cost="0/0", abilities=[line])
    table.player("A").hand("Question", "Filler").mana(2, exhausted=1).orbs("Kelon Burst C")
    table.begin("afternoon")
    table.act("A", "play Question")
    assert table.options() == [
        "A: Filler in the Mana zone, exhausted",
        "A: Filler in the Mana zone, ready",
        "A: Kelon Burst in the Mana zone, ready",
    ]
    table.choose("A", "exhausted orb")
    assert "Filler" in table.zone("A", "reserve") and table.mana("A") == (2, 2)
