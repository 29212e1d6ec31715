"""Owners, numbers, symbols and dice (1.1)."""

from __future__ import annotations

import pytest

from altered_env import Game
from altered_env.language.errors import NotationError
from altered_env.language.notation import read_ability
from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


@cites("5.0:1.1.3.b", "5.0:1.2.1.c", "2024.09:1.1.3.b", "2024.09:1.2.1.c")
@RULES
def test_each_player_plays_with_the_own_deck(rules):
    game = Game.start("axiom", "bravos", seed=2, rules=rules)
    view = game.view()
    assert {card.faction for card in view.players[0].deck} == {"axiom"}
    assert {card.faction for card in view.players[1].deck} == {"bravos"}
    for player in view.players:
        # The zone holds the deck without the Hero and the hand.
        assert player.deck_count == 39 - 6
        assert player.hand_count == 6


@cites("5.0:1.1.3.c", "5.0:1.1.3.d", "2024.09:1.1.3.c")
@RULES
def test_control_changes_but_never_the_owner(sit, rules):
    table = sit(rules)
    line = "effect: take_control(target(landmark_permanent))"
    table.card("Thief", type="spell", abilities=[line])
    table.card("Shrine", type="landmark_permanent")
    table.player("A").hand("Thief").mana(1)
    table.player("B").landmarks("Shrine")
    table.begin()
    table.act("A", "play Thief")
    shrine = table.find("Shrine")
    assert (shrine.controller, shrine.owner) == ("A", "B")


@cites("5.0:1.1.6.b", "2024.09:1.1.6.b")
def test_no_ability_divides_without_saying_how_it_rounds():
    with pytest.raises(NotationError):
        read_ability("J: gain(me, boost=me.forest / 2)")
    with pytest.raises(NotationError):
        read_ability("J: gain(me, boost=me.forest // 2)")


@cites("5.0:1.1.6.d", "5.0:2.2.f", "2024.09:1.1.6.d", "2024.09:2.3.1.f")
@RULES
def test_a_missing_number_counts_as_zero(sit, rules):
    table = sit(rules)
    table.card("Rock", type="landmark_permanent", cost="3/3")
    line = "J: gain(me, boost=choose(card, you.landmarks).forest)"
    table.card("Sage", stats="0/1/1", abilities=[line])
    table.card(
        "Scholar",
        abilities=["J: x = sacrifice(choose(card, you.landmarks)); gain(me, boost=x.water + 1)"],
    )
    line = "J: gain(me, boost=total(forest, card, you.play))"
    table.card("Surveyor", abilities=[line], stats="2/0/0")
    table.player("A").hand("Sage", "Scholar", "Surveyor").mana(3).landmarks("Rock")
    table.begin()
    table.act("A", "play Sage to hero")
    table.act("B", "pass")
    assert table.find("Sage").boosts == 0
    table.act("A", "play Surveyor to hero")
    assert table.find("Surveyor").boosts == 2  # its own forest, none of Sage's or the Rock's
    table.act("A", "play Scholar to hero")
    assert table.find("Scholar").boosts == 1


@cites(
    "5.0:1.1.6.e",
    "5.0:1.1.6.f",
    "5.0:1.1.6.g",
    "5.0:7.1.1.a",
    "5.0:7.1.1.b",
    "5.0:7.1.1.c",
    "2024.09:1.1.6.e",
    "2024.09:1.1.6.f",
    "2024.09:1.1.6.g",
)
@pytest.mark.parametrize(
    ("how", "drawn"),
    [("hand", {"J", "H"}), ("reserve", {"J", "R"}), ("put", {"J"})],
)
@RULES
def test_what_triggers_the_three_symbols(sit, rules, how, drawn):
    table = sit(rules)
    symbols = {"J": "arcane", "H": "luck", "R": "quest"}
    lines = [f"{symbol}: gain(me, {counter}=1)" for symbol, counter in symbols.items()]
    table.card("Comer", abilities=lines)
    line = "effect: put(target(card, reserve), you.hero_expedition)"
    table.card("Usher", type="spell", abilities=[line])
    side = table.player("A").mana(2)
    if how == "hand":
        side.hand("Comer")
    else:
        side.reserve("Comer").hand("Usher")
    table.begin()
    if how == "put":
        table.act("A", "play Usher")
    else:
        table.act("A", f"play Comer from {how} to hero")
    while table.decision == "reaction":
        table.choose("A", "Comer #1")
    assert set(table.find("Comer").counters) == {symbols[symbol] for symbol in drawn}


@cites(
    "5.0:1.1.6.h",
    "5.0:1.1.6.k",
    "5.0:7.1.4.a",
    "5.0:7.1.4.c",
    "cost/exhaust me and pay",
    "2024.09:1.1.6.h",
    "2024.09:1.1.6.j",
)
@RULES
def test_exhausting_and_mana_in_a_cost(sit, rules):
    table = sit(rules)
    table.card("Well", type="landmark_permanent", abilities=["T, pay(2): draw(1)"])
    table.player("A").landmarks("Well").mana(5)
    table.begin()
    table.act("A", "use Well")
    assert "exhausted" in table.find("Well").statuses
    assert table.mana("A") == (3, 5)
    assert len(table.zone("A", "hand")) == 1
    assert not table.can("A", "use Well")  # the mana is there, but it is exhausted


@cites("5.0:1.1.6.k", "5.0:1.2.5.c", "2024.09:1.1.6.j", "2024.09:1.4.1.b")
def test_a_mana_cost_cannot_be_paid_in_part(sit):
    table = sit()
    table.card("Well", type="landmark_permanent", abilities=["T, pay(2): draw(1)"])
    table.player("A").landmarks("Well").mana(2, exhausted=1)
    table.begin()
    assert not table.can("A", "use Well")


@cites(
    "5.0:1.1.6.i", "5.0:2.2.12.i", "5.0:7.1.4.b", "cost/discard me from reserve", "2024.09:1.1.6.i"
)
@RULES
def test_the_support_symbol_discards_from_reserve(sit, rules):
    table = sit(rules)
    table.card("Helper", support=["D: draw(1)"])
    table.player("A").reserve("Helper").hero_expedition("Helper")
    table.begin()
    table.act("A", "use Helper in reserve")
    assert table.zone("A", "discard") == ["Helper"]
    assert table.zone("A", "reserve") == []
    assert table.zone("A", "hand") == ["Filler"]
    # In the Expedition the same ability is not offered.
    assert not table.can("A", "use Helper in hero")


@cites("5.0:1.1.7.d", "2024.09:1.1.7.d")
def test_a_die_has_six_faces_alike(sit):
    seen = dict.fromkeys(range(1, 7), 0)
    for seed in range(300):
        table = sit(seed=seed)
        table.card("Roller", abilities=["J: x = roll(1); gain(me, boost=x)"])
        table.player("A").hand("Roller").mana(1)
        table.begin()
        table.act("A", "play Roller to hero")
        seen[table.find("Roller").boosts] += 1
    assert sum(seen.values()) == 300
    assert all(25 <= count <= 80 for count in seen.values()), seen  # 50 each, 6 sigma either way


@cites("5.0:1.1.7.f", "5.0:1.3.1.a", "2024.09:1.1.7.f", "2024.09:1.3.1.a")
@RULES
def test_the_adventure_is_built_of_two_ends_and_three_tumult_cards(rules):
    pairs = {
        frozenset({frozenset({"forest"}), frozenset({"mountain", "water"})}),
        frozenset({frozenset({"mountain"}), frozenset({"forest", "water"})}),
        frozenset({frozenset({"water"}), frozenset({"forest", "mountain"})}),
    }
    layouts = set()
    for seed in range(60):
        regions = Game.start("axiom", "bravos", seed=seed, rules=rules).view().regions
        assert len(regions) == 8
        assert [r.face_up for r in regions] == [True, *[False] * 6, True]
        for end in (regions[0], regions[-1]):
            assert end.printed == {"forest", "mountain", "water"}
        middle = [r.printed for r in regions[1:-1]]
        assert {frozenset(middle[i : i + 2]) for i in (0, 2, 4)} == pairs
        layouts.add(tuple(middle))
    # 3! orders and 2 ways round for each card: 48, of which most turn up in 60 games.
    assert len(layouts) > 25
