"""Free for all: players who leave before the tiebreaker take only what they own (FFA-07)."""

import random
import re
from pathlib import Path

import numpy as np
import pytest

from altered_env import Game, Scenario, decks, make_vec
from altered_env.engine.layout import M
from altered_env.engine.terms import EMBLEM, ERROR, C, Z
from altered_env.game.engine_api import check_cards
from altered_env.game.errors import EngineError
from altered_env.game.invariants import check, owned_cards, violations
from altered_env.game.records import wrong_with
from altered_env.game.replay import Replay
from altered_env.testing.fuzz import Plan, play_chunk
from altered_env.testing.fuzz.plans import table_of
from tests.citations import cites

BOTH = pytest.mark.parametrize("rules", decks.RULESETS)
REPLAYS = sorted((Path(__file__).parent / "leaving").glob("*.json"))
TIED = ((4, 3), (3, 4), (0, 0), (0, 0))
"""The progress of Expeditions with which A and B play the tiebreaker, and C and D leave."""
NAMES = ("axiom", "bravos", "lyra", "muna")


def sit(rules="2024.09"):
    """A table of four at which C and D leave at the end of the day."""
    table = Scenario(rules=rules, format="free_for_all")
    table.card("Idler", type="hero", abilities=["T: draw(1)"])
    table.card("Place", type="landmark_permanent")
    table.card("Tool", type="expedition_permanent")
    for player, way in zip("ABCD", TIED, strict=True):
        table.player(player).regions(*way).hero("Idler").hand("Filler").mana(3)
    return table


def into_the_arena(table):
    """The table after the Night, when C and D have left, and nothing is wrong with it."""
    table.begin("night")
    assert table.game.view().arena and int(table.game.record["out"]) == 0b1100
    check(table.game)
    return table


def lying(table, name):
    """The places of the objects with a name: zone, controller, Expedition."""
    return {(seen.zone, seen.controller, seen.expedition) for seen in table.all(name)}


@cites("2024.09:FFA-07", "2024.09:1.1.3.c", "2024.09:3.1.2.c")
@pytest.mark.parametrize("player", "CD")
@pytest.mark.parametrize("owner", "AB")
@BOTH
def test_what_is_only_controlled_by_who_leaves_is_its_owners_again(rules, owner, player):
    table = sit(rules)
    side = table.player(player)
    side.landmarks("Place", owner=owner, counters={"sap": 2}, exhausted=True)
    side.hero_expedition("Tool", owner=owner)
    side.companion_expedition("Kelon Elemental", owner=owner, anchored=True, boosts=3)
    into_the_arena(table)
    assert lying(table, "Place") == {("landmarks", owner, None)}
    assert table.find("Place").counters == {"sap": 2}  # the same object still
    assert lying(table, "Tool") == {("expedition", owner, "hero")}
    assert lying(table, "Kelon Elemental") == {("expedition", owner, "companion")}
    assert table.find("Kelon Elemental").boosts == 3


@cites("2024.09:FFA-07", "2024.09:1.1.3.c")
@pytest.mark.parametrize("player", "AB")
@pytest.mark.parametrize("owner", "CD")
@BOTH
def test_what_is_owned_by_who_leaves_goes_too_whoever_controls_it(rules, owner, player):
    table = sit(rules)
    side = table.player(player)
    side.landmarks("Place", owner=owner).hero_expedition("Tool", owner=owner)
    side.companion_expedition("Kelon Elemental", owner=owner, anchored=True)
    into_the_arena(table)
    for name in ("Place", "Tool", "Kelon Elemental"):
        assert table.all(name) == []


@cites("2024.09:FFA-07", "2024.09:1.1.3.c")
@BOTH
def test_those_who_leave_keep_nothing_of_each_other(rules):
    table = sit(rules)
    table.player("C").landmarks("Place", owner="D")
    table.player("D").companion_expedition("Tool", owner="C")
    into_the_arena(table)
    assert table.all("Place") == table.all("Tool") == []


@cites("2024.09:FFA-07")
@BOTH
def test_every_zone_of_who_leaves_is_empty(rules):
    table = sit(rules)
    for player in "ABCD":
        side = table.player(player).reserve("Filler").discard("Filler").landmarks("Place")
        side.hero_expedition("Tool")
    into_the_arena(table)
    zones = table.game.record["zone"]
    named = (Z.DECK, Z.HAND, Z.MANA, Z.RESERVE, Z.DISCARD, Z.HERO, Z.EXPEDITION, Z.LANDMARK)
    for zone in named:
        assert [bool(zones[zone, p].any()) for p in range(4)] == [True, True, False, False]
    assert [sum(cards.values()) for cards in owned_cards(table.game)][2:] == [0, 0]


@cites("2024.09:FFA-07", "5.0:1.1.7.b")
@BOTH
def test_a_token_is_owned_by_who_created_it(rules):
    table = sit(rules)
    table.player("A").hero_expedition("Brassbug", owner="C", anchored=True)
    table.player("D").hero_expedition("Brassbug", owner="B", anchored=True)
    into_the_arena(table)
    assert lying(table, "Brassbug") == {("expedition", "B", "hero")}


@cites("2024.09:FFA-07")
@pytest.mark.parametrize(("name", "owner"), [("The Origamium C", "A"), ("The Refinery C", "B")])
@BOTH
def test_a_landmark_that_was_taken_comes_back_and_works(rules, name, owner):
    """In three games of random decks it vanished with the player who had taken it."""
    table = sit(rules)
    table.player("D").landmarks(name, owner=owner)
    into_the_arena(table)
    name = name.removesuffix(" C")
    assert lying(table, name) == {("landmarks", owner, None)}
    chance = random.Random(5)
    while not table.over:
        check(table.game)
        table.game.act(chance.choice(table.game.legal_actions()))


@cites("2024.09:FFA-07")
@BOTH
def test_of_who_leaves_no_reaction_waits(rules):
    """A Reaction that waits for the next Rest, of one that was played at this Night's Clean-up."""
    table = sit(rules)
    line = "when(goes(card, from_=you.reserve)): later(draw(1), after=rest)"
    table.card("Ledger", type="landmark_permanent", abilities=[line])
    for player in "AC":
        table.player(player).landmarks("Ledger").reserve("Filler", "Filler", "Filler")
    table.begin("night")
    game = table.game
    while not game.view().arena:
        game.act(game.legal_actions()[0])
    waiting = game.record["emblem"]
    assert waiting[waiting[:, M.KIND] == EMBLEM.LATER][:, M.CONTROLLER].tolist() == [0]
    check(game)


def in_turn(table, player):
    """The table in the Arena when it is this player's turn."""
    into_the_arena(table)
    while table.decision != "turn":
        table.choose(table.decider, "done")
    if table.turn != player:
        table.act(table.turn, "pass")


@cites("2024.09:FFA-07")
@pytest.mark.parametrize("player", "AB")
@BOTH
def test_who_has_left_faces_nobody(rules, player):
    """A's Hero Expedition faces B's; those that Companion Expeditions faced are gone."""
    table = sit(rules)
    line = "effect: create(brassbug, count(you.expeditions.facing), in_=you.expeditions.facing)"
    table.card("Gift", type="spell", abilities=[line])
    table.player(player).hand("Gift").mana(1)
    in_turn(table, player)
    table.act(player, "play Gift")
    assert lying(table, "Brassbug") == {("expedition", "AB".replace(player, ""), "hero")}
    assert len(table.all("Brassbug")) == 1
    check(table.game)


@cites("2024.09:FFA-07")
@pytest.mark.parametrize("way", ["hero", "companion"])
@pytest.mark.parametrize("player", "AB")
@BOTH
def test_nothing_goes_to_who_has_left(rules, player, way):
    table = sit(rules)
    table.card("Turncoat", abilities=["H: defect(me)"])
    table.player(player).hand("Turncoat").mana(1)
    in_turn(table, player)
    table.act(player, f"play Turncoat to {way}")
    controller = "AB".replace(player, "") if way == "hero" else player
    assert lying(table, "Turncoat") == {("expedition", controller, way)}
    check(table.game)


def test_the_game_goes_on_where_the_deciders_have_what_is_theirs():
    table = sit("5.0")
    table.player("D").landmarks("Place", owner="A")
    into_the_arena(table)
    deciders, chance = set(), random.Random(2)
    while not table.over:
        deciders.add(table.decider)
        table.game.act(chance.choice(table.game.legal_actions()))
        assert violations(table.game) == []
    assert deciders == {"A", "B"}


@pytest.mark.parametrize("path", REPLAYS, ids=lambda path: path.stem)
def test_games_in_which_a_card_vanished(path):
    """Random games of random decks: in each a card that had been taken was lost as players left."""
    *_, game = Replay.from_json(path.read_text("utf-8")).steps()
    assert game.story.decks is not None
    out = int(game.record["out"])
    assert out and not game.over
    check(game)  # against the decks: each of those who play has all of the cards
    chance = random.Random(1)
    while not game.over:
        game.act(chance.choice(game.legal_actions()))
        check(game)
    assert not any(out >> winner & 1 for winner in game.winners)


def test_three_games_are_kept():
    assert len(REPLAYS) == 3


# the check


def lose(record):
    """Let a card of B's Deck be nowhere any more."""
    slot = int(record["deck"][1, 0])
    free(record, slot)
    size = int(record["deck_size"][1])
    record["deck"][1, : size - 1] = record["deck"][1, 1:size].copy()
    record["deck"][1, size - 1] = 0
    record["deck_size"][1] = size - 1


def free(record, slot):
    bit = 1 << slot % 48
    record["zone"][:, :, slot // 48] &= ~bit
    record["free"][slot // 48] |= bit
    record["obj"][slot] = 0


def double(record):
    """Let a card of B's Deck lie in the Discard pile as well."""
    slot = int(record["deck"][1, 0])
    record["zone"][Z.DISCARD, 1, slot // 48] |= 1 << slot % 48


def steal(record):
    """Let a card of B's Deck be A's."""
    record["obj"][int(record["deck"][1, 0]), C.OWNER] = 0


def swap(record):
    """Let the order of B's Deck have a card twice."""
    record["deck"][1, 0] = record["deck"][1, 1]


def leak(record):
    """Let a slot be neither free nor taken."""
    slot = next(x for x in range(len(record["obj"])) if not record["obj"][x, C.LIFE])
    record["free"][slot // 48] &= ~(1 << slot % 48)


FAULTS = pytest.mark.parametrize("fault", [lose, double, steal, swap, leak])
FORMS = pytest.mark.parametrize("form", ["standard", "two_against_two", "free_for_all"])


def started(form, seed=3):
    names = NAMES[: 2 if form == "standard" else 4]
    return Game.start(*names, seed=seed, format=form)


@FAULTS
@FORMS
def test_what_is_wrong_with_cards_is_found_in_words(form, fault):
    game = started(form)
    check_cards(game.games, 0, game.book.record)
    assert int(game.record["error"]) == ERROR.NONE and violations(game) == []
    fault(game.record)
    assert wrong_with(game)
    check_cards(game.games, 0, game.book.record)
    assert int(game.record["error"]) == ERROR.CARDS
    with pytest.raises(EngineError, match=r"player B owns 40 cards, but 39 were found|object \d+ "):
        game.stop_at_error()


@FORMS
def test_a_game_does_not_end_with_a_result_where_a_card_is_lost(form):
    game = started(form)
    lose(game.record)
    chance = random.Random(1)
    with pytest.raises(EngineError, match="player B owns 40 cards, but 39 were found"):
        while not game.over:
            game.act(chance.choice(game.legal_actions()))


@FORMS
@pytest.mark.parametrize("day_limit", [2, None])
def test_nor_does_one_of_a_batch_broken_off_or_not(form, day_limit):
    vec = make_vec(
        2, decks=NAMES[: 2 if form == "standard" else 4], format=form, day_limit=day_limit
    )
    vec.reset(seed=1)
    lose(vec._games[1])
    chance = np.random.default_rng(1)
    with pytest.raises(EngineError, match="player B owns 40 cards"):
        for _ in range(20_000):
            vec.step([int(chance.choice(np.flatnonzero(mask))) for mask in vec.mask])


SHARING = ("take_control", "exchange", "player", "opponent", "owner", "they")


def test_themed_decks_are_full_of_what_was_asked_for():
    plan = Plan(seed=4, formats="free_for_all", themed=1.0, theme=SHARING)
    for deck in table_of(plan, 0).decks:  # of 39 cards; one without a theme has up to nine
        lines = (" ".join((*card.abilities, *card.support)) for card in deck.cards)
        assert sum(not set(re.findall(r"\w+", line)).isdisjoint(SHARING) for line in lines) >= 18
    with pytest.raises(ValueError, match="--theme: 'steals' is not a word of the notation"):
        Plan(theme=("steals",))


def test_games_of_decks_that_share_keep_all_cards():
    plan = Plan(
        seed=4,
        games=60,
        check=20,
        formats="free_for_all,two_against_two",
        themed=1.0,
        theme=SHARING,
    )
    result = play_chunk(plan, 0, plan.games)
    assert result.games == 60 and result.failures == []
