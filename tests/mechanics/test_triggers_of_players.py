"""Triggers on actions of players: pass, play, draw, roll, exhaust, activate, make Gifts."""

from __future__ import annotations

import pytest

from tests.citations import cites


@cites("trigger/opponent passes", "effect/pass and extra turns")
def test_stigma_of_cowardice_passes_and_plays_when_the_opponent_does(sit):
    table = sit()
    table.player("A").hand("Stigma of Cowardice C", "Filler").mana(6)
    table.begin()
    table.act("A", "play Stigma of Cowardice to hero")
    assert table.decider == "B"
    table.act("B", "pass")
    assert table.options("A") == ["A: Filler in hand", "done"]
    table.choose("A", "Filler", "companion")
    assert table.day == 3  # A had passed, by playing the Stigma
    assert sorted(table.zone("A", "reserve")) == ["Filler", "Stigma of Cowardice"]


@cites("trigger/opponent passes")
def test_stigma_of_cowardice_does_nothing_when_its_player_passes(sit):
    table = sit()
    table.player("A").hero_expedition("Stigma of Cowardice C").hand("Filler").mana(1)
    table.begin()
    table.act("A", "pass")
    assert (table.decider, table.decision) == ("B", "turn")


@cites("trigger/you play")
@pytest.mark.parametrize(
    ("player", "card", "trials"),
    [("A", "Filler", 1), ("A", "Kelon Burst C", 0), ("B", "Filler", 0)],
)
def test_icebound_taiga_sees_its_player_play_characters_in_the_forest(sit, player, card, trials):
    for terrain, gained in (("forest", trials), ("water", 0)):
        table = sit()
        table.terrain(0, terrain)
        table.player("A").landmarks("Icebound Taiga C")
        table.player(player).hand(card).mana(3)
        table.begin(first=player)
        name = card.removesuffix(" C")
        table.act(player, f"play {name} to hero" if name == "Filler" else f"play {name}")
        assert table.find("Icebound Taiga").counters == ({"trial": 1} if gained else {})


@cites("trigger/opponent plays", "trigger/played from reserve")
@pytest.mark.parametrize(
    ("player", "zone", "recruits"),
    [
        ("B", "reserve", ["Staff Clerk", "Ordis Recruit"]),
        ("B", "hand", ["Staff Clerk"]),
        ("A", "reserve", ["Staff Clerk"]),
    ],
)
def test_the_staff_clerk_sees_an_opponent_play_from_reserve(sit, player, zone, recruits):
    table = sit()
    table.player("A").hero_expedition("Staff Clerk C")
    getattr(table.player(player), zone)("Filler")
    table.player(player).mana(1)
    table.begin(first=player)
    table.act(player, "play Filler to companion")
    assert table.zone("A", "hero_expedition") == recruits


@cites(
    "trigger/cost or statistic of what is played",
    "trigger/support ability I",
    "condition/base statistic of 0",
)
def test_the_dredger_drone_is_boosted_in_reserve_by_a_statistic_of_0(sit):
    table = sit()
    table.card("Reed", stats="0/1/1")
    side = table.player("A").reserve("Dredger Drone R2").mana(4)
    side.hand("Filler", "Reed", "Reed", "Reed")
    table.begin(first="B")
    table.act("B", "pass")
    boosts = []
    for card in ("Filler", "Reed", "Reed", "Reed"):
        table.act("A", f"play {card} from hand to hero")
        boosts.append(table.find("Dredger Drone").boosts)
    assert boosts == [0, 1, 2, 2]


@cites("trigger/support ability I")
@pytest.mark.parametrize(("zone", "exhausted"), [("reserve", True), ("hero_expedition", False)])
def test_a_support_ability_works_only_in_reserve_and_ready(sit, zone, exhausted):
    table = sit()
    getattr(table.player("A"), zone)("Dredger Drone R2", exhausted=exhausted)
    table.player("A").hand("Rocket Puffin C").mana(2)
    table.begin()
    table.act("A", "play Rocket Puffin to companion", *["done"] * exhausted)
    assert table.find("Dredger Drone").boosts == 0


@cites("trigger/discarded")
def test_the_grumpy_imp_is_cheered_by_discarding_from_hand(sit):
    table = sit()
    table.player("A").hero_expedition("Grumpy Imp C").hand("Molting Crab C", "Kappa C").mana(3)
    table.begin()
    table.act("A", "play Molting Crab to hero", "Kappa")
    assert table.zone("A", "discard") == ["Kappa"]
    assert table.find("Grumpy Imp").boosts == 1


@cites("trigger/discarded")
def test_the_grumpy_imp_does_not_see_discarding_from_the_deck(sit):
    table = sit()
    table.player("A").hero_expedition("Grumpy Imp C").hand("Qorgan Exorcist C").mana(2)
    table.begin()
    table.act("A", "play Qorgan Exorcist to hero")
    assert table.zone("A", "discard") == ["Filler"]
    assert table.find("Grumpy Imp").boosts == 0


@cites("trigger/reveal this way", "effect/roll")
@pytest.mark.parametrize(("roll", "asked"), [(3, True), (4, False)])
def test_the_snowball_commando_is_answered_when_it_rolls_low(sit, roll, asked):
    table = sit()
    table.player("A").hand("Snowball Commando C").mana(2).reserve("Inari C", "Kappa C")
    table.player("B").reserve("Filler", "Atlas C")
    table.dice(roll)
    table.begin()
    table.act("A", "play Snowball Commando to hero", "Atlas")
    assert table.find("Atlas").statuses == {"exhausted"}
    if asked:
        assert table.options("B") == ["A: Inari in Reserve", "A: Kappa in Reserve"]
        table.choose("B", "Kappa")
    assert ("exhausted" in table.find("Kappa").statuses) is asked
    assert table.find("Inari").statuses == table.find("Filler").statuses == set()


@cites("trigger/reveal this way", "condition/this way")
def test_a_declined_snowball_is_not_answered(sit):
    """There is no "that opponent" then."""
    table = sit()
    table.player("A").hand("Snowball Commando C").mana(2).reserve("Inari C")
    table.player("B").reserve("Filler")
    table.dice(1)
    table.begin()
    table.act("A", "play Snowball Commando to hero", "done")
    assert table.find("Inari").statuses == table.find("Filler").statuses == set()


@cites("trigger/opponent draws or resupplies")
@pytest.mark.parametrize(
    ("player", "effect", "boosts"),
    [("B", "draw(2)", 1), ("B", "resupply()", 1), ("A", "draw(2)", 0), ("A", "resupply()", 0)],
)
def test_the_burrowing_noosh_grows_when_an_opponent_draws_or_resupplies(
    sit, player, effect, boosts
):
    table = sit()
    table.card("Study", type="spell", abilities=[f"effect: {effect}"])
    table.player("A").hero_expedition("Burrowing Noosh R1")
    table.player(player).hand("Study").mana(1)
    table.begin(first=player)
    table.act(player, "play Study")
    assert table.find("Burrowing Noosh").boosts == boosts


@cites("trigger/gift", "keyword/gift", "effect/gift")
def test_a_gift_to_the_opponent_boosts_the_rabbit_farmer_once(sit):
    """Drawing for oneself is no Gift."""
    table = sit()
    table.card("Letter", type="spell", abilities=["effect: draw(1, by=opponent)"])
    table.card("Study", type="spell", abilities=["effect: draw(1)"])
    table.player("A").hero_expedition("Rabbit Farmer C").hand("Letter", "Letter", "Study").mana(3)
    table.begin()
    boosts = []
    for card in ("Study", "Letter #1", "Letter"):
        table.act("A", f"play {card}")
        if not boosts:
            table.act("B", "pass")
        boosts.append(table.find("Rabbit Farmer").boosts)
    assert boosts == [0, 1, 1]


@cites("trigger/gift", "effect/gift", "keyword/gift")
@pytest.mark.parametrize(("day", "drawn"), [(2, 1), (1, 0)])
def test_turuun_also_receives_the_gift_but_not_on_the_first_day(sit, day, drawn):
    table = sit("Turuun & Benih C")
    table.card("Letter", type="spell", abilities=["effect: draw(1, by=opponent)"])
    table.player("A").hand("Letter").mana(1)
    table.begin(day=day)
    table.act("A", "play Letter", *["yes"] * drawn)
    assert len(table.zone("A", "hand")) == drawn
    assert len(table.zone("B", "hand")) == 1
    assert ("exhausted" in table.find("Turuun & Benih").statuses) is bool(drawn)


@cites("trigger/you exhaust in reserve", "cost/exhaust me to do", "effect/exhaust a card")
def test_the_nilam_is_exhausted_for_a_moth_when_its_player_exhausts_in_reserve(sit):
    for player, moths in (("A", ["Mana Moth"]), ("B", [])):
        table = sit()
        table.card("Frost", type="spell", abilities=["effect: exhaust(target(card, reserve))"])
        table.player("A").landmarks("The Nilam, Withered Tree C").reserve("Inari C")
        table.player(player).hand("Frost").mana(1)
        table.begin(first=player)
        table.act(player, "play Frost")
        assert table.find("Inari").statuses == {"exhausted"}
        if moths:
            table.choose("A", "yes", "companion")
            assert table.find("The Nilam, Withered Tree").statuses == {"exhausted"}
        assert table.zone("A", "companion_expedition") == moths


@cites("trigger/you exhaust in reserve", "cost/exhaust me to do")
@pytest.mark.parametrize("exhausted", [True, False])
def test_a_nilam_that_is_exhausted_or_not_offered_makes_no_moth(sit, exhausted):
    table = sit()
    table.card("Frost", type="spell", abilities=["effect: exhaust(target(card, reserve))"])
    table.player("A").landmarks("The Nilam, Withered Tree C", exhausted=exhausted)
    table.player("A").reserve("Inari C").hand("Frost").mana(1)
    table.begin()
    table.act("A", "play Frost", *([] if exhausted else ["no"]))
    assert table.decider == "B"
    assert table.zone("A", "hero_expedition") == []


@cites("trigger/first each afternoon", "duration/first each afternoon")
def test_teija_boosts_the_first_character_of_each_afternoon(sit):
    table = sit("Teija & Nauraa C")
    table.card("Song", type="spell", abilities=["effect: draw(1)"])
    table.player("A").hand("Song", "Filler", "Inari C", "Atlas C").mana(20)
    table.player("B").hand("Filler").mana(1)
    table.begin(first="B")
    table.act("B", "play Filler to hero")
    for what in ("play Song", "play Filler to hero", "play Inari to hero"):
        table.act("A", what)
        if table.decider == "B":
            table.act("B", "pass")
    boosts = [table.find(card).boosts for card in ("B Filler", "A Filler in hero", "Inari")]
    assert boosts == [0, 1, 0]
    table.until("afternoon")
    if table.decider == "B":
        table.act("B", "pass")
    table.act("A", "play Atlas to companion")
    assert table.find("Atlas").boosts == 1
