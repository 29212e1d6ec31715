"""The Heroes, Spells and Permanents in the examples of the rules, each version in a scenario."""

from __future__ import annotations

import pytest

from altered_env import Scenario
from altered_env.cards import catalogue
from tests.cards.seed_table import SHOWN, drawn, go, sit, versions
from tests.citations import cites

# Heroes


@versions("Akesha & Taru", C=None)
@pytest.mark.parametrize("first", ["A", "B"])
def test_akesha_gives_the_turn_away_as_first_player(card, expected, first):
    table = sit(card)
    table.begin(first=first)
    if first == "B":
        table.act("B", "pass")
        assert not table.can("A", "use Akesha & Taru")
    else:
        table.act("A", "use Akesha & Taru")
        assert table.decider == "B"


@versions("Kojo & Booda", C="2/2/2")
@pytest.mark.parametrize("first", ["A", "B"])
def test_kojo_calls_booda_as_first_player(card, expected, first):
    table = sit(card)
    table.begin("noon", first=first)
    found = table.all("Booda in companion")
    assert [booda.stats for booda in found] == ([expected] if first == "A" else [])


@versions("Lindiwe & Maw", C=(0, 1))
@pytest.mark.parametrize("first", ["A", "B"])
def test_lindiwe_calls_maw_for_less_as_first_player(card, expected, first):
    table = sit(card)
    table.card("Toy", type="landmark_permanent", abilities=["T: draw(1)"])
    table.player("A").mana(1).landmarks("Toy")
    table.begin(first=first)
    if first == "B":
        table.act("B", "pass")
    go(table, "use Lindiwe & Maw")
    assert table.find("Maw").expedition == "companion"
    assert table.mana("A")[0] == (1 if first == "A" else 0)


@cites("effect/terrain marker")
@versions("Nadir & Bubbles", C="water")
def test_nadir_places_a_terrain_marker_at_noon(card, expected):
    table = Scenario()
    table.player("A").hero(card, counters={"forest_marker": 1, "water_marker": 1})
    table.begin("noon")
    table.choose("A", "region 7", "yes")
    table.choose("A", expected)
    assert table.region(7) == {expected}
    assert table.find("Nadir & Bubbles").counters == {"forest_marker": 1}


@cites("cost/hand card in reserve")
@versions("Subhash & Marmo", C=1)
def test_subhash_shelves_a_card_for_a_brassbug(card, expected):
    table = sit(card)
    table.player("A").hand("Inari C").mana(1)
    table.begin("noon")
    table.choose("A", "yes")
    table.choose("A", "A hero")
    assert len(table.all("Brassbug in hero")) == expected
    assert (table.zone("A", "reserve"), table.mana("A")[0]) == (["Inari"], 0)


@cites("cost/exhaust me to do", "duration/first day")
@versions("Turuun & Benih", C="reserve")
@pytest.mark.parametrize("day", [1, 2])
def test_turuun_receives_gifts_after_the_first_day(card, expected, day):
    table = sit(card)
    table.card("Gift", type="spell", abilities=["fleeting", "effect: resupply(by=opponent)"])
    table.player("A").hand("Gift").mana(1)
    table.begin(day=day)
    go(table, "play Gift")
    assert table.zone("B", expected) == ["Filler"]
    assert table.zone("A", expected) == (["Filler"] if day == 2 else [])


# Spells


@cites("effect/discard from play")
@versions("Banishing Gate", C="discard", R1="reserve", R2="discard")
def test_banishing_gate_discards_from_play(card, expected):
    table = sit()
    table.player("A").hand(card).mana(4)
    table.player("B").landmarks("Kelonic Generator C").reserve("Inari C")
    table.begin()
    go(table, "play Banishing Gate")
    assert table.zone("B", "discard") == ["Kelonic Generator"]
    assert table.find("Banishing Gate").zone == expected


@cites("effect/gain status")
@versions("Beauty Sleep", C=0, R1=2, R2=0)
def test_beauty_sleep_puts_to_sleep(card, expected):
    table = sit()
    table.player("A").hand(card).mana(1).hero_expedition("Inari C")
    table.begin()
    go(table, "play Beauty Sleep")
    assert table.find("Inari").statuses == {"asleep"}
    assert table.find("Inari").boosts == expected


@cites("effect/cannot move this day", "duration/this day")
@versions("Celebration Day", C=(5, 1), R1=(8, 0), R2=(8, 0))
def test_celebration_day_holds_expeditions(card, expected):
    mana, moved = expected
    table = sit()
    table.player("A").hand(card).mana(mana)
    table.player("B").hero_expedition("Inari C").companion_expedition("Inari C")
    table.begin()
    go(table, "play Celebration Day", *(["B hero"] if moved else []))
    table.pass_turns()
    assert (table.progress("B", "hero"), table.progress("B", "companion")) == (0, moved)


@cites("effect/gain boosts", "selector/each")
@versions("Charge!", C="discard", R1="reserve", R2="reserve")
def test_charge_boosts_your_characters(card, expected):
    table = sit()
    table.player("A").hand(card).mana(2).hero_expedition("Inari C", "Kappa C")
    table.player("B").hero_expedition("Atlas C")
    table.begin()
    go(table, "play Charge!")
    assert [table.find(name).boosts for name in ("Inari", "Kappa", "Atlas")] == [1, 1, 0]
    assert table.find("Charge!").zone == expected


FLARE = {"C": ("Kappa C", {"fleeting"}), "R1": ("Kappa C", frozenset())}


@cites("effect/play now")
@versions("Mana Flare", **FLARE, R2=("Open the Gates C", None))
def test_mana_flare_plays_another_card_for_five_less(card, expected):
    played, statuses = expected
    table = sit()
    table.player("A").hand(card, played).mana(4)
    table.begin()
    go(table, "play Mana Flare")
    assert table.mana("A")[0] == 0
    if statuses is None:
        assert len(table.all("Ordis Recruit")) == 4
    else:
        assert table.find("Kappa").zone == "expedition"
        assert table.find("Kappa").statuses == statuses


@cites("effect/put in mana zone")
@versions("Mana Reaping", C="discard", R1="reserve", R2="discard")
def test_mana_reaping_turns_a_character_into_mana(card, expected):
    table = sit()
    table.player("A").hand(card).mana(3)
    table.player("B").hero_expedition("Inari C")
    table.begin()
    go(table, "play Mana Reaping")
    assert table.mana("B") == (0, 1)
    assert table.find("Mana Reaping").zone == expected


@cites("effect/reveal and choose")
@versions("Mind Apotheosis", C=9, R1=8, R2=9)
def test_mind_apotheosis_puts_two_in_play(card, expected):
    table = sit()
    table.player("A").hand(card).mana(expected)
    table.player("A").deck("Inari C", "Spy Craft C", "Kappa C", "Atlas C", "Alice C")
    table.begin()
    go(table, "play Mind Apotheosis", "Inari", "Kappa", "hero", "companion")
    assert table.find("Inari").statuses == table.find("Kappa").statuses == {"fleeting"}
    assert sorted(table.zone("A", "discard")) == ["Atlas", "Mind Apotheosis", "Spy Craft"]
    assert table.zone("A", "deck") == ["Alice"]


@cites("effect/create")
@versions(
    "Open the Gates", C=("Ordis Recruit", 2, 2), R1=("Ordis Recruit", 3, 1), R2=("Brassbug", 1, 1)
)
def test_open_the_gates_creates_tokens(card, expected):
    name, hero, companion = expected
    table = sit()
    table.player("A").hand(card).mana(5)
    table.begin()
    places = ["A hero", "A companion", "done"]
    picks = [*places, "A hero", "A hero", "A companion", "A hero"] if hero == 3 else []
    go(table, "play Open the Gates", *picks)
    assert len(table.all(f"{name} in hero")) == hero
    assert len(table.all(f"{name} in companion")) == companion


@versions("Paint Prison", C=(5, 3), R1=(4, 3), R2=(5, 3))
@pytest.mark.parametrize("reduce", [False, True])
def test_paint_prison_sends_to_the_deck(card, expected, reduce):
    table = sit()
    table.player("A").hand(card).mana(5).reserve("Kappa C")
    table.player("B").hero_expedition("Inari C").deck("Atlas C")
    table.begin()
    go(table, "play Paint Prison", "yes" if reduce else "no")
    assert table.zone("B", "deck") == ["Inari", "Atlas"]
    assert table.mana("A")[0] == 5 - expected[reduce]
    assert table.find("Kappa").zone == ("discard" if reduce else "reserve")


@cites("effect/exchange cards")
@versions("Sleight of Hand", C="Kappa C", R1="Kelonic Generator C", R2="Spy Craft C")
def test_sleight_of_hand_exchanges(card, expected):
    table = sit()
    table.player("A").hand(card, "Inari C").reserve(expected).mana(1)
    table.begin()
    go(table, "play Sleight of Hand")
    assert table.zone("A", "hand") == [expected.removesuffix(" C")]
    assert table.find("Inari").zone == "reserve"
    assert table.find("Sleight of Hand").statuses == {"exhausted"}


@versions("Spy Craft", C="discard", R1="reserve", R2="discard")
def test_spy_craft_sabotages_then_resupplies(card, expected):
    table = sit()
    table.player("A").hand(card).mana(2)
    table.player("B").reserve("Inari C")
    table.begin()
    go(table, "play Spy Craft")
    assert table.zone("B", "reserve") == []
    assert "Filler" in table.zone("A", "reserve")
    assert table.find("Spy Craft").zone == expected


@versions("Twinkle Twinkle", C=["Inari"], R1=["Inari", "Kappa"], R2=["Inari"])
def test_twinkle_twinkle_puts_to_sleep(card, expected):
    table = sit()
    table.player("A").hand(card).mana(4)
    table.player("B").hero_expedition("Inari C", "Kappa C").companion_expedition("Alice C")
    table.begin()
    go(table, "play Twinkle Twinkle", "B hero" if len(expected) == 2 else "Inari")
    asleep = [n for n in ("Inari", "Kappa", "Alice") if "asleep" in table.find(n).statuses]
    assert asleep == expected


@versions("Twinkle Twinkle", C=1, R1=1, R2=1)
def test_twinkle_twinkle_in_reserve_makes_the_next_card_cheaper(card, expected):
    table = sit()
    table.player("A").reserve(card).hand("Inari C").mana(3)
    table.begin()
    table.act("A", "use Twinkle Twinkle")
    go(table, "play Inari to hero")
    assert table.mana("A")[0] == expected


# Permanents


@versions("Arcolano Milk", C=1, R1=2, R2=1)
def test_arcolano_milk_boosts_for_fleeting(card, expected):
    table = sit()
    table.player("A").hero_expedition(card).hand("Inari C", "Inari C").mana(6)
    table.begin()
    go(table, "play Inari to hero")
    table.act("B", "pass")
    go(table, "play Inari to companion")
    assert table.find("Inari in hero").boosts == expected
    assert table.find("Inari in hero").statuses == {"fleeting"}
    assert table.find("Inari in companion").boosts == 0


@versions("Armored Jammer", C=1, R1=2, R2=2)
def test_armored_jammer_sabotages(card, expected):
    table = sit()
    table.player("A").hand(card, "Banishing Gate C").mana(6)
    table.player("B").reserve("Inari C", "Kappa C")
    table.begin()
    go(table, "play Armored Jammer", "Inari")
    table.act("B", "pass")
    go(table, "play Banishing Gate")
    assert len(table.zone("B", "discard")) == expected


@versions("Brassbug Hub", C=3, R1=2, R2=2)
def test_brassbug_hub_builds_three(card, expected):
    table = sit()
    table.player("A").hand(card).mana(expected)
    table.begin()
    go(table, "play Brassbug Hub")
    assert table.find("Brassbug Hub").counters == {"kelon": 3}


@versions("Brassbug Hub", C={"kelon": 2}, R1={"kelon": 2}, R2={"kelon": 2})
def test_brassbug_hub_pays_at_noon(card, expected):
    table = sit()
    table.player("A").landmarks(card, counters={"kelon": 3}).mana(1)
    table.begin("noon")
    table.choose("A", "yes", "A hero")
    assert table.find("Brassbug Hub").counters == expected
    assert table.find("Brassbug").expedition == "hero"


@versions("Eat Me Energy Bars", C=frozenset(), R1={"fleeting"}, R2={"fleeting"})
def test_eat_me_energy_bars_make_a_lone_character_gigantic(card, expected):
    table = sit()
    table.player("A").hand(card, "Kappa C").mana(7).hero_expedition("Inari C")
    table.begin()
    go(table, "play Eat Me Energy Bars to hero")
    assert table.find("Eat Me Energy Bars").statuses == expected
    assert "gigantic" in table.find("Inari").keywords
    table.act("B", "pass")
    go(table, "play Kappa to hero")
    assert "gigantic" not in table.find("Inari").keywords


@versions("Haven, Bravos Bastion", C=0, R1=1, R2=1)
def test_haven_resupplies_as_it_enters(card, expected):
    table = sit()
    table.player("A").hand(card).mana(2)
    table.begin()
    go(table, "play Haven, Bravos Bastion")
    assert len(table.zone("A", "reserve")) == expected


@cites("passive/ability for others")
@versions("Haven, Bravos Bastion", C=False, R1=False, R2=True)
def test_haven_boosts_what_comes_from_reserve(card, expected):
    table = sit()
    table.player("A").landmarks(card).reserve("Inari C").mana(2)
    table.begin()
    if expected:
        table.act("A", "use Haven, Bravos Bastion")
    go(table, "play Inari to hero")
    assert table.find("Inari").boosts == 1


@cites("passive/also")
@versions("Mandjet", C=0, R1=1, R2=0)
def test_mandjet_ascends_and_turns_attempts_into_cards(card, expected):
    table = sit()
    table.player("A").landmarks(card).hand("Gargoyle C").mana(2)
    table.begin()
    table.act("A", "use Mandjet", "A hero")
    assert table.ascended("A", "hero")
    go(table, "play Gargoyle to companion", "A hero")
    assert len(table.zone("A", "reserve")) == expected


@versions("Technical Boots", C=0, R1=1, R2=1)
def test_technical_boots_from_reserve(card, expected):
    table = sit()
    table.player("A").reserve(card).mana(2)
    table.begin()
    go(table, "play Technical Boots to hero")
    assert len(table.zone("A", "reserve")) == expected


@versions("Technical Boots", C=frozenset(), R1=frozenset(), R2=frozenset())
def test_technical_boots_dry_the_feet(card, expected):
    table = sit()
    table.card("March", type="spell", abilities=["effect: move(you.hero_expedition, 1)"])
    table.player("A").hero_expedition(card).hero_expedition("Inari C", fleeting=True)
    table.player("A").hand("March").mana(1)
    table.begin()
    go(table, "play March")
    assert table.find("Inari").statuses == expected


@versions("The Monolith, Ordis Bastion", C=1, R1=0, R2=0)
def test_the_monolith_boosts_who_joins(card, expected):
    table = sit()
    table.player("A").landmarks(card).hand("Ordis Cadets C").mana(2)
    table.begin()
    go(table, "play Ordis Cadets to hero")
    assert table.find("Ordis Cadets").boosts == 1
    assert table.find("Ordis Recruit").boosts == expected


@versions("Woolly Woolly Field", C=0, R1=1, R2=0)
def test_woolly_woolly_field_as_it_enters(card, expected):
    table = sit()
    table.player("A").hand(card).mana(3)
    table.begin()
    go(table, "play Woolly Woolly Field")
    assert len(table.all("B Woollyback in companion")) == expected


@cites("effect/create for an opponent")
@versions("Woolly Woolly Field", C=1, R1=1, R2=1)
def test_woolly_woolly_field_gives_and_boosts(card, expected):
    table = sit()
    table.player("A").landmarks(card).hand("Inari C").mana(3)
    table.begin()
    table.act("A", "use Woolly Woolly Field")
    assert len(table.all("B Woollyback in companion")) == 1
    go(table, "play Inari to hero")
    assert table.find("Inari").boosts == expected
    assert drawn(table) == 0


def test_every_version_has_a_scenario():
    for name, shown in SHOWN.items():
        printed = {card.version for card in catalogue() if card.name == name}
        assert shown == printed, name
