"""Setting up a table: every object is in the place and state described."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.cards import UnknownCardError
from altered_env.game.errors import UnsupportedCardError
from altered_env.language.errors import NotationError


def test_an_empty_table_has_decks_of_fillers():
    table = Scenario()
    table.begin("morning")
    assert table.zone("A", "hand") == ["Filler", "Filler"]  # drawn
    assert table.zone("A", "deck") == ["Filler"] * 18
    for zone in ("reserve", "discard", "mana", "hero_expedition", "companion_expedition"):
        assert table.zone("B", zone) == []
    assert table.zone("B", "landmarks") == table.zone("B", "hero") == table.zone("B", "limbo") == []
    assert table.limits("A") == (2, 2)


def test_cards_lie_where_they_were_put():
    table = Scenario()
    side = table.player("A").hero("Sierra & Oddball").hand("Kitsune C", "Kelon Burst C")
    side.reserve("Tanuki C").discard("Hathor C").landmarks("Brassbug Hive").mana(3, exhausted=1)
    side.orbs("Asmodeus C").hero_expedition("Ordis Recruit").companion_expedition("Brassbug")
    side.deck("Kelon Elemental C", "Filler", "Foundry Mechanic C")
    table.begin("afternoon")
    assert table.zone("A", "hero") == ["Sierra & Oddball"]
    assert table.zone("A", "hand") == ["Kitsune", "Kelon Burst"]
    assert table.zone("A", "reserve") == ["Tanuki"]
    assert table.zone("A", "discard") == ["Hathor"]
    assert table.zone("A", "landmarks") == ["Brassbug Hive"]
    assert table.zone("A", "mana") == ["Filler", "Filler", "Filler", "Asmodeus"]
    assert table.mana("A") == (3, 4)
    assert table.zone("A", "hero_expedition") == ["Ordis Recruit"]
    assert table.zone("A", "companion_expedition") == ["Brassbug"]
    assert table.zone("A", "deck") == ["Kelon Elemental", "Filler", "Foundry Mechanic"]
    assert table.limits("A") == (2, 2)


def test_the_top_of_the_deck_is_drawn_first():
    table = Scenario()
    table.player("A").deck("Kitsune C", "Tanuki C", "Hathor C")
    table.begin("morning")
    assert table.zone("A", "hand") == ["Kitsune", "Tanuki"]


def test_a_deck_may_be_empty():
    table = Scenario()
    table.player("A").deck()
    table.begin("morning")
    assert table.zone("A", "deck") == table.zone("A", "hand") == []


def test_objects_are_as_they_were_said_to_be():
    table = Scenario()
    side = table.player("B").companion_expedition(
        "Brassbug", boosts=2, anchored=True, asleep=True, fleeting=True
    )
    side.reserve("Tanuki C", exhausted=True, boosts=1)
    side.landmarks("Brassbug Hive", counters={"kelon": 3})
    table.begin("afternoon")
    seen = table.find("Brassbug")
    assert (seen.owner, seen.controller, seen.zone) == ("B", "B", "expedition")
    assert seen.expedition == "companion" and seen.presence == {"B companion"}
    assert (seen.boosts, seen.forest, seen.mountain, seen.water) == (2, 4, 4, 4)
    assert seen.statuses == {"anchored", "asleep", "fleeting"}
    assert seen.type == "character" and seen.subtypes == {"robot"} and seen.token
    assert table.find("Tanuki").statuses == {"exhausted"} and table.find("Tanuki").boosts == 1
    assert table.find("Brassbug Hive").counters == {"kelon": 3}
    assert table.find("Brassbug Hive").type == "landmark_permanent"


def test_timestamps_follow_the_order_of_naming():
    table = Scenario()
    table.player("B").hero_expedition("Brassbug")
    table.player("A").hero_expedition("Ordis Recruit")
    table.begin("afternoon")
    assert table.find("Brassbug").timestamp < table.find("Ordis Recruit").timestamp


def test_a_card_may_have_another_owner():
    table = Scenario()
    table.player("A").hero_expedition("Tanuki C", owner="B")
    table.begin("afternoon")
    assert (table.find("Tanuki").owner, table.find("Tanuki").controller) == ("B", "A")
    table.until("morning")
    assert table.zone("B", "reserve") == ["Tanuki"]


def test_regions_are_face_down_unless_said_otherwise():
    table = Scenario()
    table.terrain(3, "forest", "water")
    table.begin("morning")
    assert [bool(table.region(r)) for r in range(8)] == [
        True, False, False, True, True, False, False, True,
    ]  # fmt: skip
    assert table.region(3) == {"forest", "water"}
    assert table.region(0) == table.region(7) == {"forest", "mountain", "water"}


def test_expeditions_stand_where_they_were_put_and_have_revealed_their_way():
    table = Scenario()
    table.player("A").regions(hero=2, companion=1)
    table.begin("morning")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (2, 1)
    assert (table.progress("B", "hero"), table.progress("B", "companion")) == (0, 0)
    assert [r for r in range(8) if table.region(r)] == [0, 1, 2, 5, 6, 7]


@pytest.mark.parametrize(
    ("phase", "decision"),
    [("morning", "expand"), ("noon", None), ("afternoon", "turn"), ("dusk", None), ("night", None)],
)
def test_play_begins_with_any_phase(phase, decision):
    table = Scenario()
    table.card("Bell", type="landmark_permanent", abilities=[f"at({phase}): may(draw(1))"])
    table.player("A").landmarks("Bell").hand("Filler").mana(1)
    table.begin(phase, first="B", day=5)
    assert (table.day, table.phase, table.first) == (5, phase, "B")
    assert (table.decider, table.decision) == ("A", "yes_no")
    table.choose("A", "no")
    if decision:
        assert table.decision == decision


def test_a_morning_passes_the_first_player_on():
    table = Scenario()
    table.begin("morning", first="A")
    assert table.first == "B"


def test_dice_show_what_was_said():
    table = Scenario()
    table.card("Gambler", type="spell", abilities=["effect: gain(all(character), boost=roll(1).n)"])
    for line in ("effect: roll(1)",):
        table.card("Die", type="spell", cost="0/0", abilities=[line])
    table.player("A").hand("Die", "Die").hero_expedition("Filler")
    table.dice(4, 6)
    table.player("B").hand("Filler").mana(1)
    table.begin("afternoon")
    table.dice(2)
    assert table.game.record.rigged[:3].tolist() == [4, 6, 2]
    table.act("A", "play Die")
    assert table.game.record.rigged[:3].tolist() == [6, 2, 0]


def test_the_arena_may_be_set_up():
    table = Scenario()
    table.player("A").hero_expedition("Brassbug")
    table.arena()
    table.begin("dusk")
    assert table.over and table.winner == "A"


def test_cards_of_the_table_s_own():
    table = Scenario()
    name = table.card(
        "Tin Soldier",
        cost="4/3",
        stats="1/2/3",
        subtypes=["soldier", "robot"],
        abilities=["gigantic", "tough(2)"],
        support=["D: resupply()"],
        faction="ordis",
        rarity="rare",
    )
    assert name == "Tin Soldier"
    table.player("A").hero_expedition(name)
    table.begin("afternoon")
    seen = table.find("tin soldier")
    assert (seen.stats, seen.hand_cost, seen.reserve_cost) == ("1/2/3", 4, 3)
    assert seen.subtypes == {"soldier", "robot"} and seen.faction == "ordis"
    assert seen.rarity == "rare" and seen.tough == 2 and "gigantic" in seen.keywords
    assert seen.presence == {"A hero", "A companion"}
    assert table.statistics("A", "hero") == table.statistics("A", "companion") == (1, 2, 3)


def test_a_card_of_the_table_s_own_hides_one_of_the_pool():
    table = Scenario()
    table.card("Kitsune", stats="9/9/9")
    table.player("A").hero_expedition("Kitsune")
    table.begin("afternoon")
    assert table.find("Kitsune").stats == "9/9/9"


@pytest.mark.parametrize(
    ("card", "error", "message"),
    [
        ({"type": "charakter"}, ValueError, "unknown type 'charakter', did you mean 'character'"),
        ({"faction": "axion"}, ValueError, "did you mean 'axiom'"),
        ({"rarity": "rar"}, ValueError, "did you mean 'rare'"),
        ({"subtypes": ["robbot"]}, ValueError, "unknown sub-type 'robbot', did you mean 'robot'"),
        ({"cost": "3"}, ValueError, "cost '3': expected 2 numbers such as '2/2'"),
        ({"stats": "1/1"}, ValueError, "stats '1/1': expected 3 numbers"),
        ({"abilities": ["J: drow(1)"]}, NotationError, "did you mean 'draw'"),
    ],
)
def test_a_card_with_an_error_is_refused_at_once(card, error, message):
    with pytest.raises(error, match=message):
        Scenario().card("Wrong", **card)


def test_a_card_that_is_not_understood_is_refused_as_play_begins(monkeypatch):
    from altered_env.testing.scenario import scenario as module

    table = Scenario()
    table.player("A").hand("Kitsune C")
    book = module.book_of([placement.card for placement in table._every_placement()])
    monkeypatch.setitem(book.unsupported, "CORE_MU_05_C", "an unknown word")
    try:
        with pytest.raises(UnsupportedCardError, match=r"Kitsune C .*an unknown word"):
            table.begin()
    finally:
        monkeypatch.undo()


def test_what_is_unknown_is_refused_where_it_is_named():
    table = Scenario()
    with pytest.raises(UnknownCardError, match="did you mean 'Foundry Armorer'"):
        table.player("A").hand("Foundry Armore")
    with pytest.raises(UnknownCardError):
        table.player("A").deck("No Such Thing")
    with pytest.raises(TypeError, match="nothing is 'boost', did you mean 'boosts'"):
        table.player("A").hero_expedition("Brassbug", boost=1)
    with pytest.raises(ValueError, match="no player is called 'C'"):
        table.player("C")
    with pytest.raises(ValueError, match="there is no region 8"):
        table.terrain(8, "forest")
    with pytest.raises(ValueError, match="no terrain is called 'desert'"):
        table.terrain(3, "desert")
    with pytest.raises(ValueError, match="a die shows 1 to 6"):
        table.dice(7)
    with pytest.raises(ValueError, match="no phase is called 'evening'"):
        table.begin("evening")
    with pytest.raises(ValueError, match="unknown ruleset"):
        Scenario(rules="3.0")
    with pytest.raises(ValueError, match="5 of 2 Mana Orbs"):
        table.player("A").mana(2, exhausted=5)
    with pytest.raises(ValueError, match="an Expedition must be 0 to 7"):
        table.player("A").regions(hero=8)
    table.player("A").hero_expedition("Brassbug", counters={"wibble": 1})
    with pytest.raises(ValueError, match="there are no 'wibble' counters"):
        table.begin()


def test_before_and_after_play_begins():
    table = Scenario()
    with pytest.raises(RuntimeError, match="call begin"):
        table.find("Filler")
    table.begin("morning")
    for late in (
        lambda: table.player("A"),
        lambda: table.card("Late"),
        lambda: table.begin(),
        lambda: table.terrain(1, "forest"),
        table.arena,
    ):
        with pytest.raises(RuntimeError, match="play has begun"):
            late()


def test_the_same_table_gives_the_same_bytes():
    def make(seed):
        table = Scenario(seed=seed)
        table.player("A").hand("Kitsune C").mana(2)
        table.begin("morning")
        return table.snapshot()

    assert make(1) == make(1) != make(2)
