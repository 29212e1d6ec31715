"""Impossible actions: eligible choices, and whether they count as done (6.1.g, 6.5.f, 6.5.h)."""

from __future__ import annotations

import pytest

from tests.citations import cites

RULES = pytest.mark.parametrize("rules", ["2024.09", "5.0"])


def answer_first(table):
    """Take the first option as long as A is asked about what has been played."""
    while table.decider == "A" and table.decision != "turn":
        table.choose("A", table.options()[0])


@cites("5.0:6.5.f", "5.0:2.4.1.f", "2024.09:2.4.1.d")
@pytest.mark.parametrize("had", [False, True])
@RULES
def test_a_status_that_it_already_has_is_nothing_done(sit, rules, had):
    """Eru: "If you do": a target that is Anchored cannot gain Anchored (2.4.1.f); an action that
    cannot happen is ignored (6.5.h), so it was not started."""
    table = sit(rules)
    table.player("A").hand("Eru, Emissary of the Wild R1").mana(3)
    table.player("B").hero_expedition("Kappa", anchored=had)
    table.begin()
    table.act("A", "play Eru, Emissary of the Wild to hero")
    answer_first(table)
    assert ("anchored" in table.find("Eru, Emissary of the Wild").statuses) is not had


@cites("5.0:6.5.f", "5.0:7.3.16.b", "2024.09:2.4.1.d")
@pytest.mark.parametrize(("exhausted", "drawn"), [(False, 1), (True, 0)])
@RULES
def test_exhausting_what_is_exhausted_is_nothing_done(sit, rules, exhausted, drawn):
    table = sit(rules)
    line = "effect: x = target(card, reserve); if_(exhaust(x), draw(1))"
    table.card("Demo", type="spell", abilities=[line])
    table.player("A").hand("Demo").mana(1)
    table.player("B").reserve("Kappa", exhausted=exhausted)
    table.begin()
    table.act("A", "play Demo")
    assert len(table.zone("A", "hand")) == drawn


@cites("5.0:6.1.g", "5.0:7.3.16.b", "2024.09:2.4.1.d")
@RULES
def test_what_is_exhausted_is_not_chosen_to_be_exhausted(sit, rules):
    """Tik-Tok: an impossible option is not chosen (6.1.g), and that is impossible (7.3.16.b)."""
    table = sit(rules)
    table.player("A").hand("Tik-Tok C").mana(2).reserve("Kappa", exhausted=True)
    table.player("A").reserve("Filler").landmarks("Icebound Pass C", "Armored Jammer R1")
    table.begin()
    table.act("A", "play Tik-Tok to hero")
    assert table.options("A") == [
        "A: Filler in Reserve",
        "A: Icebound Pass in Landmarks",
        "A: Armored Jammer in Landmarks",
    ]
    table.choose("A", "Filler")
    assert table.find("Icebound Pass").counters == {"trial": 1}


@cites("5.0:6.1.g", "2024.09:2.4.1.d")
@RULES
def test_each_player_chooses_among_what_can_be_exhausted(sit, rules):
    table = sit(rules)
    table.player("A").hand("Tik-Tok R1").mana(2).reserve("Kappa", exhausted=True)
    for card in ("Kappa", "Filler"):
        table.player("B").reserve(card, exhausted=card == "Kappa")
    table.begin()
    table.act("A", "play Tik-Tok to hero")
    assert table.find("Filler in reserve").statuses == {"exhausted"}
    assert (table.decider, table.decision) == ("B", "turn")


@cites("5.0:6.1.g", "5.0:7.3.28.b", "2024.09:2.4.1.e")
@RULES
def test_what_is_ready_is_not_chosen_to_be_readied(sit, rules):
    table = sit(rules)
    table.card("Dawn", type="spell", abilities=["effect: ready(choose(card, you.reserve))"])
    table.player("A").hand("Dawn").mana(1).reserve("Kappa", exhausted=True).reserve("Filler")
    table.begin()
    table.act("A", "play Dawn")
    assert table.find("Kappa").statuses == frozenset()


@cites("5.0:6.1.g")
@pytest.mark.parametrize(("version", "owner"), [("C", "B"), ("R1", "A")])
@RULES
def test_what_is_exhausted_may_be_a_target(sit, rules, version, owner):
    """Hextag Chaser: a target only has to fit its description (remark on 6.1.g); the rest of the
    text is about the target, not the action."""
    table = sit(rules)
    table.player("A").hand("Hextag Chaser " + version).mana(3)
    table.player(owner).reserve("Kappa", exhausted=True)
    table.begin()
    table.act("A", "play Hextag Chaser to hero", "Kappa")
    assert table.zone(owner, "reserve") == ["Kappa", "Filler"]


@cites("5.0:1.4.5.a")
@RULES
def test_sacrifices_of_each_player_are_chosen_in_initiative_order(sit, rules):
    """Anubis: each chooses knowing what those before chose; then all happens at once (1.4.5.a)."""
    table = sit(rules)
    table.card(
        "Watch",
        type="landmark_permanent",
        abilities=[
            "when(sacrifices(player, character)): gain(me, kelon=count(character, you.play) + 1)"
        ],
    )
    table.player("A").hand("Anubis C").mana(5).hero_expedition("Kappa").landmarks("Watch")
    table.player("B").hero_expedition("Kappa", "Filler")
    table.begin()
    table.act("A", "play Anubis to hero")
    assert table.decider == "A"
    table.choose("A", "Kappa")
    assert table.zone("A", "hero_expedition") == ["Kappa", "Anubis"]  # nothing has happened yet
    assert table.decider == "B"
    table.choose("B", "Filler")
    assert table.zone("A", "hero_expedition") == ["Anubis"]
    assert table.zone("B", "hero_expedition") == ["Kappa"]
