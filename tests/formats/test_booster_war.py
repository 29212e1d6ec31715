"""Booster War, both variants."""

import random
from collections import Counter

import pytest

from altered_env import Game, Scenario, decks, formats
from altered_env.engine.layout import OBJECTS
from altered_env.engine.objects import MANA_WITHOUT_LIMIT
from altered_env.engine.terms import CODE, C, Z
from altered_env.game.invariants import owned_cards, violations
from altered_env.game.states import members
from tests.citations import cites

BOTH = pytest.mark.parametrize("rules", decks.RULESETS)
PASS = OBJECTS + CODE.PASS
DONE = OBJECTS + CODE.DONE


def start(seed=1, rules="2024.09", form="booster_war"):
    a, b = map(formats.simple_deck, formats.boosters(2, "CORE", seed))
    return Game.start(a, b, seed=seed, rules=rules, format=form)


def hand(game, player):
    return members(game.record["zone"][Z.HAND, player])


def dearest():
    """A booster with a costly Character, and its place."""
    found = [
        (card.hand_cost, number, place)
        for number, booster in enumerate(formats.boosters(60, "CORE", 3))
        for place, card in enumerate(booster.cards)
        if card.type == "character"
    ]
    cost, number, place = max(found)
    assert cost >= 6
    return formats.boosters(60, "CORE", 3)[number], place


def quiet(game):
    """No plays, no cards to the Mana zone, no shuffles."""
    legal = game.legal_actions()
    for action in (PASS, DONE, OBJECTS + CODE.NO):
        if action in legal:
            game.act(action)
            return
    game.act(legal[0])


def to_day(game, day):
    while not game.over and (game.day < day or game.phase != "afternoon"):
        quiet(game)


@cites("2024.09:BW-01", "2024.09:BW-03", "2024.09:BW-04")
@BOTH
def test_the_hero_is_in_play_and_the_rest_of_the_booster_is_the_deck(rules):
    boosters = formats.boosters(2, "CORE", 1)
    game = start(1, rules)
    for player, booster in enumerate(boosters):
        (hero,) = members(game.record["zone"][Z.HERO, player])
        names = game.book.cards
        assert names[int(game.record["obj"][hero, C.CARD])] == booster.hero
        slots = hand(game, player) + members(game.record["zone"][Z.DECK, player])
        held = Counter(names[int(game.record["obj"][slot, C.CARD])] for slot in slots)
        assert held == Counter(booster.cards)
    orders = set()
    for seed in range(1, 5):
        pair = map(formats.simple_deck, boosters)
        other = Game.start(*pair, seed=seed, rules=rules, format="booster_war")
        record = other.record
        orders.add(tuple(record["obj"][record["deck"][0, :8], C.CARD].tolist()))
    assert len(orders) > 1  # shuffled


@cites("2024.09:BW-05")
@BOTH
def test_mana_is_unlimited(rules):
    game = start(3, rules)
    assert not members(game.record["zone"][Z.MANA, 0])
    while game.day == 1:
        player = game.decider
        playable = [action for action in game.legal_actions() if action < OBJECTS]
        before = len(hand(game, player))
        if game.decision == "turn" and playable:
            game.act(playable[0])
            assert before >= len(hand(game, player)) or game.decision != "turn"
        else:
            game.act(game.legal_actions()[0])
        assert game.record["error"] == 0
    assert max(card.hand_cost for card in game.book.cards) < MANA_WITHOUT_LIMIT
    # However much a card costs, it could be played on the first day.
    dear, costly = dearest()
    deck = formats.ordered_deck(dear, sorted(range(11), key=lambda place: place != costly))
    game = Game.start(deck, deck, rules=rules, format="booster_war_technical", seed=0)
    assert any(deck.cards[0].name in label for label in game.labels().values())


@cites("2024.09:BW-06")
@BOTH
def test_three_cards_at_the_start_of_each_day(rules):
    game = start(4, rules)
    assert game.day == 1
    for day, cards in ((1, 3), (2, 6), (3, 9), (4, 11)):
        to_day(game, day)
        assert [len(hand(game, player)) for player in (0, 1)] == [cards, cards]


@cites("2024.09:BW-07")
@BOTH
def test_the_game_ends_after_four_days(rules):
    chance = random.Random(8)
    days = Counter()
    for seed in range(12):
        game = start(seed, rules)
        ahead = None
        while not game.over:
            if game.day <= 4:
                progress = game.record["progress"]
                ahead = int(progress[0] + progress[1]), int(progress[2] + progress[3])
            game.act(chance.choice(game.legal_actions()))
        days[game.day] += 1
        assert game.winner in (0, 1)
        if game.day == 4:
            progress = [int(number) for number in game.record["progress"]]
            totals = (progress[0] + progress[1], progress[2] + progress[3])
            assert totals[game.winner] > totals[1 - game.winner]
        assert ahead is not None
    assert days[4] > 6 and min(days) >= 2


@cites("2024.09:BW-08")
@BOTH
def test_tied_after_four_days_there_is_one_more_without_drawing(rules):
    game = start(5, rules)
    to_day(game, 4)
    held = [len(hand(game, player)) for player in (0, 1)]
    to_day(game, 5)
    assert not game.over and game.day == 5
    assert [len(hand(game, player)) for player in (0, 1)] == held
    # A player who moves forward on it alone has won.
    while not game.over:
        playable = [action for action in game.legal_actions() if action < OBJECTS]
        if game.decider == 0 and playable:
            game.act(playable[0])
        elif game.decider == 0:
            game.act(game.legal_actions()[0])
        else:
            quiet(game)
    assert game.winner == 0
    assert game.day == 5


@cites("2024.09:BW-11", "2024.09:BW-12")
@BOTH
def test_decks_in_order_are_drawn_in_order(rules):
    a, b = formats.boosters(2, "CORE", 6)
    order = random.Random(2).sample(range(11), 11)
    pair = formats.ordered_deck(a, order), formats.ordered_deck(b, range(11))
    for seed in range(3):
        game = Game.start(*pair, seed=seed, rules=rules, format="booster_war_technical")
        to_day(game, 2)
        for player, deck in enumerate(pair):
            names = [
                game.book.cards[int(game.record["obj"][slot, C.CARD])]
                for slot in hand(game, player)
            ]
            assert Counter(names) == Counter(deck.cards[:6])


@cites("2024.09:BW-10")
def test_boosters_are_opened_without_being_shown():
    a, b = formats.boosters(2, "CORE", 6)
    pair = formats.ordered_deck(a, range(11)), formats.ordered_deck(b, range(11))
    game = Game.start(*pair, seed=1, format="booster_war_technical")
    same = other = 0
    for seed in range(5):
        world = game.resample("A", seed)
        assert world.view("A") == game.view("A")
        same += (
            world.record["obj"][:, C.CARD][members(game.record["zone"][Z.DECK, 0])]
            == game.record["obj"][:, C.CARD][members(game.record["zone"][Z.DECK, 0])]
        ).all()
        other += (
            world.record["obj"][:, C.CARD][members(game.record["zone"][Z.DECK, 1])]
            == game.record["obj"][:, C.CARD][members(game.record["zone"][Z.DECK, 1])]
        ).all()
    assert same == 5  # a player who has ordered their cards knows the order
    assert other < 5


@BOTH
@pytest.mark.parametrize("form", ["booster_war", "booster_war_technical"])
def test_random_games_keep_the_invariants(form, rules):
    chance = random.Random(5)
    for seed in range(4):
        game = start(seed, rules, form)
        owned = owned_cards(game)
        while not game.over:
            game.act(chance.choice(game.legal_actions()))
            assert violations(game, owned) == []


def test_an_order_names_each_card_once():
    with pytest.raises(ValueError, match="an order must name each of 0 to 10 once, found"):
        formats.ordered_deck(formats.booster(), [0] * 11)


@cites("2024.09:BW-09")
@BOTH
def test_all_else_is_as_usual(rules):
    """Turns and quick actions, Fleeting from Reserve, "At Noon", Dusk, Rest and Clean-up."""
    table = Scenario(rules=rules, format="booster_war")
    table.card("Leader", type="hero", abilities=["T: draw(1)"], limits="1/2")
    table.card("Bell", type="landmark_permanent", abilities=["at(noon): resupply()"])
    table.card("Pet", cost="7/7", stats="1/0/0")
    for player in "AB":
        table.player(player).hero("Leader")
    table.player("A").landmarks("Bell").reserve("Pet").hand("Pet")
    table.begin("noon", first="A")
    assert table.zone("A", "reserve") == ["Pet", "Filler"]
    table.act("A", "use Leader")
    assert not table.can("A", "use Leader")
    table.act("A", "play Pet from reserve to hero")
    assert table.find("Pet in hero").statuses == {"fleeting"}
    table.act("B", "pass")
    table.act("A", "play Pet to companion")
    table.act("A", "pass")
    assert (table.progress("A", "hero"), table.progress("A", "companion")) == (1, 1)
    assert table.decision == "keep_reserve"  # Rest has sent one there, and discarded the other
    assert table.zone("A", "discard") == ["Pet"]
    table.choose("A", "Filler")
    assert table.zone("A", "reserve") == ["Filler"]
    assert sorted(table.zone("A", "discard")) == ["Pet", "Pet"]
    assert (table.day, table.first) == (3, "B")
