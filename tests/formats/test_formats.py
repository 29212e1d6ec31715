"""The formats: their legal decks, and the start of their games."""

from dataclasses import replace

import pytest

from altered_env import Game, decks, formats
from altered_env.engine.terms import Z
from altered_env.envs.setup import Setup
from altered_env.game.errors import IllegalDeckError
from altered_env.game.replay import Replay
from tests.citations import cites


def cited(found):
    return sorted({violation.rule for violation in found})


@cites("2024.09:DB-11")
def test_the_number_of_decks_is_that_of_players():
    axiom = decks.starter("axiom")
    for rules, rule in (("2024.09", "DB-11"), ("5.0", "1.1.3.b")):
        assert cited(formats.get("standard").check([axiom] * 3, rules)) == [rule]


@cites("2024.09:ST-12")
def test_a_first_game_has_no_hero_and_29_cards():
    first = formats.get("first_game")
    pair = [decks.first_game("axiom"), decks.first_game("lyra")]
    assert first.check(pair) == first.check(pair, "5.0") == []
    wrong = first.check([decks.starter("axiom"), pair[1]])
    assert [str(found) for found in wrong] == [
        "axiom: a Hero, but a first game is played without (ST-12)",
        "axiom: 39 cards; a first game needs 29 (ST-12)",
    ]
    mixed = replace(pair[0], cards=pair[0].cards[:28] + pair[1].cards[:1])
    assert "2 factions (Axiom, Lyra)" in first.check([mixed, pair[1]])[0].message


@cites("2024.09:ST-12")
def test_a_first_game_is_played():
    game = Game.start(
        decks.first_game("axiom"), decks.first_game("lyra"), format="first_game", seed=0
    )
    assert not game.record["zone"][Z.HERO].any()
    assert len(game.legal_actions()) == 6
    while not game.over:
        game.act(game.legal_actions()[0])
    assert game.winner in (0, 1)


@cites("2024.09:BD-06")
def test_a_drafted_deck_has_at_least_30_cards():
    draft = formats.get("booster_draft")
    cards = decks.starter("axiom").cards
    hero = decks.starter("axiom").hero
    enough = decks.Deck("enough", hero, cards[:29])
    short = decks.Deck("short", None, cards[:29])
    shorter = decks.Deck("shorter", None, cards[:20])
    for rules in decks.RULESETS:
        assert draft.of_deck(enough, rules) == []
        assert cited(draft.of_deck(short, rules)) == ["BD-06"]
        assert cited(draft.of_deck(shorter, rules)) == ["BD-06"]
    assert formats.get("limited").of_deck(short, "2024.09") == []
    assert cited(formats.get("limited").of_deck(short, "5.0")) == ["1.1.5.b"]


@cites("2024.09:BW-11")
def test_all_reasons_are_given_at_once():
    with pytest.raises(IllegalDeckError) as caught:
        Game.start("axiom", "lyra", format="booster_war_technical", seed=0)
    assert "axiom: 40 cards with the Hero" in str(caught.value)
    assert "lyra: 40 cards with the Hero" in str(caught.value)


def test_an_unknown_format_is_refused():
    with pytest.raises(LookupError, match="called 'standart', did you mean 'standard'"):
        Game.start("axiom", "lyra", format="standart", seed=0)


@pytest.mark.parametrize("name", ["standard", "first_game", "booster_war", "booster_war_technical"])
def test_saves_and_replays_keep_the_format(name):
    pair = {
        "standard": (decks.starter("axiom"), decks.starter("lyra")),
        "first_game": (decks.first_game("axiom"), decks.first_game("lyra")),
    }.get(name)
    if pair is None:
        pair = tuple(map(formats.simple_deck, formats.boosters(2, "CORE", 7)))
    game = Game.start(*pair, seed=5, rules="5.0", format=name)
    for _ in range(10):
        game.act(game.legal_actions()[-1])
    assert game.rules == game.view().rules == "5.0"
    back = Game.from_bytes(game.to_bytes())
    assert back == game
    assert back.story.format == name
    replay = Replay.from_json(Replay.of(game).to_json())
    assert replay.format == name
    assert replay.play() == game


@pytest.mark.parametrize("name", formats.names())
def test_the_usual_decks_may_play(name):
    form = formats.get(name)
    for rules in decks.RULESETS:
        assert not [wrong for deck in form.pool() for wrong in form.of_deck(deck, rules)]
        setup = Setup.of(rules=rules, format=name)
        assert setup.decks == tuple(dict.fromkeys(form.pool()))
        assert len(setup.agents) == form.players


def test_pools_of_boosters_are_named_by_set_number_and_seed():
    war = formats.get("booster_war")
    some = war.pool("ALIZE:3:5+CORE:2")
    assert [deck.name for deck in some] == ["ALIZE"] * 3 + ["CORE"] * 2
    assert some[:3] == war.pool("ALIZE:3:5") != war.pool("ALIZE:3:6")
    assert formats.get("first_game").pool("lyra") == (decks.first_game("lyra"),)
    with pytest.raises(ValueError, match="expected CORE:N:SEED, such as CORE:64:7"):
        war.pool("CORE:few")
    with pytest.raises(LookupError, match="no pool of decks is called 'COREE'"):
        war.pool("COREE")
    with pytest.raises(
        IllegalDeckError, match=r"axiom is not legal .* first_game: .*; bravos is not legal"
    ):
        Setup.of("starters", format="first_game")
