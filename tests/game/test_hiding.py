"""Hidden information does not reach an agent during any effect."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from altered_env import Scenario
from altered_env.engine.terms import C
from tests.agents.cheater import claims
from tests.citations import cites
from tests.game.hiding import games, twin

DECISIONS = 1500


@cites("2024.09:3.2.2.a", "2024.09:3.2.5.a")
@pytest.mark.parametrize("players", [2, 4])
def test_games_that_differ_in_hidden_cards_alone_give_an_agent_the_same(players):
    """Everything that `act(seat)` can reach: the record behind the seat, its view, options and
    labels, and the worlds that it makes."""
    different = 0
    for number, game in enumerate(islice(games(7, players), DECISIONS // (players // 2))):
        player = game.decider
        other = twin(game, player, number)
        different += other != game
        here, there = game.seat(), other.seat()
        assert here.records()[0].tobytes() == there.records()[0].tobytes()
        if number % 20 == 0:
            assert here.options == there.options
            assert here.labels() == there.labels()
            assert here.view == there.view == game.view(player)
            assert here.world(number) == there.world(number)
    assert different > DECISIONS // players // 2


@pytest.mark.parametrize("seed", [1, 2])
def test_who_claims_what_all_worlds_say_claims_nothing(seed):
    for game in islice(games(seed), DECISIONS // 3):
        seat = game.seat()
        for slot, card in claims(seat):
            true = int(game.record.obj[slot, C.CARD]) == card
            pytest.fail(f"{game.decision}: {game.book.cards[card]} in every world, truly: {true}")


def chi_square(counts: Counter[str], odds: dict[str, float]) -> float:
    """How far the counts are from the odds; one more than there are ways is what chance gives."""
    total = counts.total()
    assert set(counts) <= set(odds)
    return sum((counts[what] - total * p) ** 2 / (total * p) for what, p in odds.items())


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_a_card_that_was_just_given_may_be_any_card_of_its_owner(rules):
    """A gives B a card, and decides about a Reaction to that: which card it is A does not know.
    By enumeration it is each of the five cards that may be in B's hand or Deck, as likely; the
    critical value for four degrees of freedom is that of one in 10,000."""
    table = Scenario(rules=rules, seed=5)
    table.card("Ribbon", type="landmark_permanent", abilities=["when(gifts(you)): may(draw(1))"])
    table.card("Decree", type="spell", abilities=["effect: draw(1, by=opponent)"])
    table.player("A").landmarks("Ribbon").hand("Decree").mana(1).deck("Kappa C", "Kappa C")
    names = ["Tanuki C", "Hathor C", "Kitsune C", "Inari C", "Kelon Burst C"]
    table.player("B").hand(names[0]).deck(*names[1:])
    table.begin("afternoon", first="A")
    table.act("A", "play Decree")
    while table.decision == "reaction":
        table.game.act(table.game.options()[0].action)
    assert table.decider == "A" and table.decision == "yes_no"
    seat = table.game.seat("A")
    true = {seen.slot: seen.name for seen in table.game.view().players[1].hand}
    drawn = max(true, key=lambda slot: int(table.game.record.timestamp[slot]))
    found: Counter[str] = Counter()
    hands: Counter[str] = Counter()
    for seed in range(500):
        hand = {seen.slot: str(seen.name) for seen in seat.world(seed).view().players[1].hand}
        found[hand[drawn]] += 1
        hands[" ".join(sorted(hand.values()))] += 1
    assert chi_square(found, dict.fromkeys(found, 1 / 5)) < 23.5
    assert len(found) == 5 and len(hands) == 10
    assert chi_square(hands, dict.fromkeys(hands, 1 / 10)) < 33.7  # nine degrees of freedom


@cites("2024.09:5.1.2.b")
@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_a_card_is_shown_as_its_play_is_declared(rules):
    """5.0 5.1.2.c: revealed first, before it is said in which Expedition it is played."""
    table = Scenario(rules=rules)
    table.player("B").hand("Kitsune C", "Hathor C").mana(8)
    table.begin("afternoon", first="B")
    option = next(o for o in table.game.options() if "play Hathor" in o.label)
    table.game.act(option.action)
    assert table.game.decision == "expedition"
    assert [seen.name for seen in table.game.view("A").players[1].hand] == ["Hathor"]
