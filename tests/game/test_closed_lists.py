"""Seats without knowledge of the other decks: their worlds contain only possible cards."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import pytest

from altered_env import Game, decks
from altered_env.engine.terms import C
from altered_env.game.books import book_of
from altered_env.game.invariants import violations
from altered_env.game.visibility import hidden_from
from altered_env.language.words import RULESETS, ruleset_of
from tests.citations import cites
from tests.game.hiding import games, other_lists

DECISIONS = 600


@cites("2024.09:3.2.2.a", "2024.09:3.2.5.a")
@pytest.mark.parametrize("players", [2, 4])
def test_games_that_differ_in_what_other_decks_hold_give_a_closed_seat_the_same(players):
    different = 0
    for number, game in enumerate(islice(games(5, players), DECISIONS // (players // 2))):
        player = game.decider
        other = other_lists(game, player, number)
        different += other.seat().records()[0].tobytes() != game.seat().records()[0].tobytes()
        here, there = game.seat(closed=True), other.seat(closed=True)
        assert here.records()[0].tobytes() == there.records()[0].tobytes()
        assert game.seat().closed().records()[0].tobytes() == here.records()[0].tobytes()
        if number % 20 == 0:
            assert here.view == there.view == game.view(player)
            assert here.options == there.options == game.seat().options
            assert here.world(number) == there.world(number)
    assert different > DECISIONS // players // 2


def test_a_closed_world_can_be_played_on():
    for number, game in enumerate(islice(games(6), 0, 300, 10)):
        world = game.seat(closed=True).world(number)
        for _ in range(30):
            assert not violations(world)
            if world.over:
                break
            world.act(world.legal_actions()[number % len(world.legal_actions())])
        assert ruleset_of(int(world.record["rules"])) in RULESETS


def believed(seat, seed):
    """The other player's cards in a world: unknown and known ones."""
    record = seat.world(seed).record
    them = 1 - seat.player
    unknown = set(hidden_from(record, seat.player))
    hidden, met = [], []
    for slot, row in enumerate(record.obj):
        card = seat.book.cards[row[C.CARD]]
        if row[C.LIFE] == 1 and row[C.OWNER] == them and not card.token and card.type != "hero":
            (hidden if slot in unknown else met).append(card)
    return hidden, met


@pytest.mark.parametrize("decisions", [0, 20, 45, 70])
def test_it_is_a_deck_as_it_may_be_built(played, decisions):
    game = played(seed=4, decisions=decisions)
    for player in ("A", "B"):
        seat = game.seat(player, closed=True)
        hero = game.story.decks[1 - seat.player].hero
        many = set()
        for seed in range(40):
            hidden, met = believed(seat, seed)
            assert len(hidden) + len(met) == len(game.story.decks[1 - seat.player].cards)
            names = Counter(card.name for card in (*hidden, *met))
            assert max(names.values()) <= 3
            assert {card.faction for card in hidden} == {hero.faction}
            rarities = Counter(card.rarity for card in (*hidden, *met))
            assert rarities["rare"] <= 15 and rarities["exalted"] <= 3 and not rarities["unique"]
            many |= {card.reference for card in hidden}
        assert len(many) > 150  # of the 200 and more that such a deck may hold, all are believed in


def test_what_was_met_is_likely_to_be_there_again(played):
    """A card of which one copy or two were met lies among the others as often as by the chances
    that a deck holds one, two or three of it: 1, 2 and 3 of 6, each seen as likely."""
    seat = played(seed=4, decisions=70).seat("A", closed=True)
    times = 400
    found: Counter[str] = Counter()
    for seed in range(times):
        hidden, met = believed(seat, seed)
        found.update(card.name for card in hidden)
    copies = Counter(card.name for card in met)
    seen = len(met) / (len(met) + len(hidden))
    assert 0.05 < seen < 0.8
    unmet = [count / times for name, count in found.items() if name not in copies]
    for number, ways in ((1, (1, 2, 3)), (2, (0, 1, 3))):
        shares = [
            (k + 1) * ways[k] * seen**number * (1 - seen) ** (k + 1 - number)
            if k + 1 >= number
            else 0.0
            for k in range(3)
        ]
        more = sum((k + 1 - number) * share for k, share in enumerate(shares)) / sum(shares)
        names = [name for name, count in copies.items() if count == number]
        if names:
            mean = sum(found[name] for name in names) / len(names) / times
            assert abs(mean - more) < 0.1 + 0.15 * more, (number, mean, more)
            assert mean > 4 * max(0.01, sum(unmet) / len(unmet))


def test_a_book_of_a_few_cards_would_tell():
    cards = decks.starter("axiom").every_card
    game = Game.start("axiom", "axiom", seed=1, book=book_of(cards))
    with pytest.raises(ValueError, match=r"has only \d+ cards.*book=\"pool\""):
        game.seat(closed=True)
