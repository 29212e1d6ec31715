"""Triggers on entering play and on times of day, on real cards."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("trigger/enter play", "effect/ready a card", "selector/card in a reserve")
def test_rocket_puffin_readies_an_exhausted_card_wherever_it_comes_from(sit):
    for zone in ("hand", "reserve"):
        table = sit()
        side = table.player("A").mana(2)
        getattr(side, zone)("Rocket Puffin C")
        side.reserve("Filler").reserve("Inari C", exhausted=True)
        table.player("B").reserve("Kappa C", exhausted=True)
        table.begin()
        table.act("A", "play Rocket Puffin to hero")
        assert table.options() == ["A: Inari in Reserve", "B: Kappa in Reserve", "done"]
        table.choose("A", "Inari")
        assert table.find("Inari").statuses == set()
        assert table.find("Kappa").statuses == {"exhausted"}


@cites("trigger/enter play")
def test_a_card_that_is_put_in_play_enters_it(sit):
    """Beowulf leaves, and what his controller then plays for free is played all the same."""
    table = sit()
    table.card("Recall", type="spell", abilities=["effect: put(target(character), reserve)"])
    table.player("A").hand("Rocket Puffin C").reserve("Inari C", exhausted=True)
    table.player("A").hero_expedition("Beowulf C")
    table.player("B").hand("Recall").mana(1)
    table.begin(first="B")
    table.act("B", "play Recall")
    table.choose("A", "Rocket Puffin", "hero", "Inari")
    assert table.find("Inari").statuses == set()


@cites("5.0:6.3.e", "trigger/from hand", "trigger/goes to reserve", "effect/send to reserve")
def test_the_machine_in_the_ice_goes_back_only_from_hand(sit):
    table = sit()
    table.player("A").hand("The Machine in the Ice C").mana(1)
    table.begin()
    table.act("A", "play The Machine in the Ice to hero")
    assert table.zone("A", "reserve") == ["The Machine in the Ice"]
    assert table.find("The Machine in the Ice").statuses == {"exhausted"}

    table = sit()
    table.player("A").reserve("The Machine in the Ice C").mana(3)
    table.begin()
    table.act("A", "play The Machine in the Ice to hero")
    assert table.find("The Machine in the Ice").expedition == "hero"


@cites("trigger/from reserve", "condition/hand", "effect/draw")
@pytest.mark.parametrize(
    ("zone", "others", "drawn"), [("reserve", 0, 1), ("reserve", 1, 0), ("hand", 0, 0)]
)
def test_the_little_match_girl_draws_from_reserve_with_an_empty_hand(sit, zone, others, drawn):
    table = sit()
    side = table.player("A").mana(3)
    getattr(side, zone)("The Little Match Girl C")
    side.hand(*["Inari C"] * others)
    table.begin()
    table.act("A", "play The Little Match Girl to hero")
    assert len(table.zone("A", "hand")) == others + drawn


@cites("trigger/combined symbols")
def test_two_symbols_on_a_line_are_both_triggers_and_no_other_way_is(sit):
    for zone, quests in (("hand", 1), ("reserve", 1), ("discard", 0)):
        table = sit()
        table.card("Goer", abilities=["H: gain(you.hero, quest=1)", "R: gain(you.hero, quest=1)"])
        line = "effect: play(choose(character, you.discard_pile), free)"
        table.card("Calling", type="spell", abilities=[line])
        side = table.player("A").hand("Calling").mana(1)
        getattr(side, zone)("Goer")
        table.begin()
        if zone == "discard":
            table.act("A", "play Calling", "hero")
        else:
            table.act("A", "play Goer to hero")
        assert table.find("Goer").expedition == "hero"
        assert table.find("A Idler").counters == ({"quest": 1} if quests else {})


@cites(
    "trigger/at noon",
    "effect/exhausted resupply",
    "duration/during a phase",
    "passive/day structure",
)
def test_the_frozen_reprocessor_resupplies_at_noon_and_keeps_an_exhausted_card(sit):
    table = sit()
    """More ready cards than the limit cannot be kept; the exhausted one need not be."""
    table = sit()
    table.player("A").landmarks("Frozen Reprocessor C").reserve("Inari C", "Kappa C", "Atlas C")
    table.begin("noon")
    assert table.zone("A", "reserve") == ["Inari", "Kappa", "Atlas", "Filler"]
    assert table.find("A Filler in reserve").statuses == {"exhausted"}
    table.pass_turns()
    assert table.options("A") == ["A: Filler in Reserve", "done"]
    table.choose("A", "Filler", "Inari", "Atlas")
    assert table.zone("A", "reserve") == ["Inari", "Atlas", "Filler"]
    assert table.zone("A", "discard") == ["Kappa"]


@cites("trigger/at noon", "condition/first player")
@pytest.mark.parametrize(("first", "tokens"), [("A", ["Booda"]), ("B", [])])
def test_kojo_calls_booda_at_noon_if_first_player(sit, first, tokens):
    table = sit("Kojo & Booda C")
    table.begin("noon", first=first)
    assert table.zone("A", "companion_expedition") == tokens


@cites("trigger/at dusk", "condition/type of it", "effect/reveal and choose", "keyword/boosted")
@pytest.mark.parametrize(
    ("boosts", "top", "hand", "discard"),
    [
        (1, "Rocket Puffin C", ["Rocket Puffin"], []),
        (1, "Filler", [], ["Filler"]),
        (1, "Kelon Burst C", [], ["Kelon Burst"]),
        (0, "Rocket Puffin C", [], []),
    ],
)
def test_a_boosted_keytarist_reveals_at_dusk(sit, boosts, top, hand, discard):
    """Only a Character with a base statistic of 0 is drawn; anything else is discarded."""
    table = sit()
    table.player("A").hero_expedition("BLISS Keytarist C", boosts=boosts).deck(top, "Filler")
    table.begin()
    table.pass_turns()
    assert table.zone("A", "hand") == hand
    assert table.zone("A", "discard") == discard


@cites("trigger/at night", "trigger/after rest", "condition/boosts", "effect/sabotage")
@pytest.mark.parametrize(("boosts", "left"), [(2, ["Inari"]), (1, ["Inari", "Filler"])])
def test_bravos_pendekar_sabotages_after_rest(sit, boosts, left):
    """An object that rests first is in Reserve when Sabotage comes, and can be its target."""
    table = sit()
    table.player("A").hero_expedition("Bravos Pendekar C", boosts=boosts)
    table.player("B").reserve("Inari C").hero_expedition("Filler")
    table.begin("night")
    if boosts == 2:
        assert "B: Filler in Reserve" in table.options("A")
        table.choose("A", "B Filler in reserve")
    assert table.zone("B", "reserve") == left


@cites("trigger/you pass", "trigger/pass first or last")
@pytest.mark.parametrize(("order", "quests"), [("A", 1), ("B", 0)])
def test_sol_gains_a_quest_for_passing_first(sit, order, quests):
    table = sit("Sol & Halua C")
    table.player("A").hand("Filler").mana(1)
    table.begin(first=order)
    table.act(order, "pass")
    assert table.find("Sol & Halua").counters.get("quest", 0) == quests
    if order == "B":
        table.act("A", "pass")
        assert table.find("Sol & Halua").counters == {}


@cites("trigger/pass first or last")
def test_sol_s_third_quest_calls_halua(sit):
    table = sit("Sol & Halua C", counters={"quest": 2})
    table.player("A").hand("Filler").mana(1)
    table.begin()
    table.act("A", "pass")
    assert table.zone("A", "companion_expedition") == ["Halua"]
