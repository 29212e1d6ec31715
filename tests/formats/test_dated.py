"""Formats at a date or in a season, wherever decks are played."""

from dataclasses import replace

import pytest

from altered_env import Game, cards, decks, formats
from altered_env.arena.deck_sets import deck_of, refuse_illegal
from altered_env.cards.printed_words import SETS
from altered_env.cli import main
from altered_env.decks import Deck
from altered_env.envs.setup import Setup
from altered_env.formats import dated
from altered_env.formats.set_days import set_days
from altered_env.game import Replay
from altered_env.game.errors import IllegalDeckError

AFANAS = "CORE_YZ_03_C"


def afanas():
    """A legal deck of Afanas & Senka, who was corrected on 2025-07-30."""
    return replace(decks.starter("yzmir"), hero=cards.find(AFANAS))


def said(name, deck, rules="2024.09"):
    return [str(wrong) for wrong in formats.get(name).of_deck(deck, rules)]


def with_card(card):
    """A starter of the card's faction with one copy of it."""
    card = cards.find(card) if isinstance(card, str) else card
    deck = decks.starter(card.faction)
    return replace(deck, cards=(card, *deck.cards[1:]))


@pytest.mark.parametrize(
    ("name", "abilities"),
    [("standard", 2), ("standard:date=2025-07-30", 2), ("standard:date=2025-07-29", 1),
     ("standard:season=4", 1), ("no_unique:season=5", 2), ("two_against_two:season=4", 1)],
)  # fmt: skip
def test_a_game_has_the_texts_of_its_day(name, abilities):
    form = formats.get(name)
    game = Game.start(*[afanas()] * form.players, seed=1, format=name, legal=False)
    assert len(game.story.decks[0].hero.abilities) == abilities
    if form.players == 2:
        setup = Setup.of([afanas()], format=name, legal=False)
        assert len(setup.decks[0].hero.abilities) == abilities
        assert setup.book.cards[setup.book.index[AFANAS]] == setup.decks[0].hero


def test_a_date_is_an_argument_too():
    assert formats.get("standard", date="2025-01-03").day == formats.get("standard", season=2).day
    for wrong in ({"date": "2025-01-03", "season": 2},):
        with pytest.raises(ValueError, match="found both"):
            formats.get("standard", **wrong)
    with pytest.raises(ValueError, match="has a season already"):
        formats.get("standard:season=2", date="2025-01-03")


@pytest.mark.parametrize(
    ("name", "problem"),
    [
        ("standard:date=yesterday", "expected a date such as 2025-01-15"),
        ("standard:date=", "expected a date"),
        ("standard:season=9", "there are seasons 1, 2, 3, 4, 5, 6"),
        ("standard:season=x", "there are seasons"),
        ("booster_draft:season=1", "has no season"),
        ("standart:season=1", "did you mean 'standard'"),
    ],
)
def test_an_unknown_date_is_refused(name, problem):
    with pytest.raises(LookupError, match=problem):
        formats.get(name)
    assert main(["decks", "check", "axiom", "--format", name]) == 2


def test_a_replay_and_a_saved_game_keep_their_day(tmp_path):
    game = Game.start(afanas(), "axiom", seed=3, format="standard:season=3", legal=False)
    for _ in range(12):
        game.act(game.legal_actions()[0])
    replay = Replay.from_json(Replay.of(game).to_json())
    assert replay.format == "standard:date=2025-02-22"
    assert len(replay.decks[0].hero.abilities) == 1
    assert replay.play() == game
    game.save(tmp_path / "a.game")
    assert len(Game.load(tmp_path / "a.game").story.decks[0].hero.abilities) == 1


@pytest.mark.parametrize(
    ("name", "card", "wrong"),
    [
        ("standard", "Lyra Festival R1", "is suspended"),
        ("standard:date=2026-07-21", "Lyra Festival R1", ""),
        ("standard:season=6", "Lyra Festival R1", ""),
        ("standard:date=2025-04-02", "Helping Hand R2", ""),
        ("standard:season=5", "Helping Hand R2", "is suspended"),
        ("standard:season=2", "Ozma C", ""),
        ("standard:season=3", "Ozma C", "is banned (season 3)"),
        ("standard:season=3", "Ozma R2", ""),
        ("standard:season=4", "Ozma C", ""),
        ("standard:season=3", "Haven, Bravos Bastion R2", "is banned"),
        ("standard:season=6", "Bugfix C", "is banned"),
        ("standard:season=5", "Bugfix C", ""),
        ("standard:season=1", "ALIZE_AX_32_C", "is of ALIZE; the sets are CORE"),
        ("standard:season=3", "ALIZE_AX_32_C", ""),
        ("standard:date=2025-01-30", "ALIZE_AX_32_C", "is of ALIZE, which came out on 2025-01-31"),
        ("standard:date=2025-01-31", "ALIZE_AX_32_C", ""),
        ("standard:date=2024-01-01", "Foundry Armorer C", ""),
        ("standard:date=2025-06-05", "Bugfix C", "is of BISE, which came out on 2025-06-06"),
        ("standard:date=2025-01-15", "FUGUE_AX_142_R1", "which came out after 2025-10-28"),
        ("standard:date=2026-10-01", "FUGUE_AX_142_R1", ""),
    ],
)
def test_bans_and_suspensions_of_a_season(name, card, wrong):
    found = [line for line in said(name, with_card(card)) if str(cards.find(card)) in line]
    assert bool(found) == bool(wrong)
    assert not wrong or wrong in found[0]


def test_every_set_after_the_first_has_a_day_in_order():
    days = set_days()
    assert (*days,) == SETS[1:] and sorted(days.values(), key=lambda one: one.day) == [
        *days.values()
    ]
    for season in dated.seasons().values():
        assert all(days[name].day <= season.start for name in season.sets if name in days)


@pytest.mark.parametrize(
    ("reference", "faction", "banned"),
    [
        ("COREKS_AX_16_U_12", "bravos", True),
        ("CORE_AX_16_U_12", "bravos", True),
        ("CORE_AX_16_U_12", "axiom", False),
        ("ALIZE_BR_37_U_9", "lyra", True),
        ("CORE_AX_17_U_12", "bravos", False),
    ],
)
def test_banned_families_of_unique_cards(reference, faction, banned):
    card = replace(
        cards.find("Foundry Armorer C"), reference=reference, rarity="unique", faction=faction
    )
    found = said("standard:season=4", with_card(card))
    assert any("is banned" in line for line in found) == banned
    assert not any("is banned" in line for line in said("standard:season=2", with_card(card)))


def test_heroes_of_the_sixth_season_are_of_its_set():
    assert any("Heroes must be of CYCLONE" in line for line in said("standard:season=6", afanas()))


def test_an_arena_knows_decks_by_name_and_format():
    name = "standard:season=1"
    assert deck_of("axiom", name) == formats.get(name).deck("axiom")
    refuse_illegal(["axiom"], name)
    with pytest.raises(IllegalDeckError, match="the sets are CORE"):
        refuse_illegal(["demo-sdu-sol"], name)


def named(count, rarity="unique", least=0):
    """Cards of Axiom of different names."""
    card = cards.find("Foundry Armorer C")
    return tuple(
        replace(card, name=f"Card {n}", reference=f"CORE_AX_16_U_{n}", rarity=rarity)
        for n in range(least, least + count)
    )


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_all_uniques(rules):
    hero = decks.starter("axiom").hero
    for count, fits in ((38, False), (39, True), (59, True), (60, False)):
        wrong = said("all_uniques", Deck("ours", hero, named(count)), rules)
        assert bool(wrong) != fits
        assert fits or "40 to 60 expected" in wrong[0]
    mixed = Deck("ours", hero, (*named(39), *named(1, "rare", 50)))
    (wrong,) = said("all_uniques", mixed, rules)
    assert "is not a unique card" in wrong


@pytest.mark.parametrize("rules", ["2024.09", "5.0"])
def test_singleton_no_unique(rules):
    hero = decks.starter("axiom").hero
    for count, fits in ((58, False), (59, True), (79, True), (80, False)):
        wrong = said("singleton_no_unique", Deck("ours", hero, named(count, "common")), rules)
        assert bool(wrong) != fits
        assert fits or "60 to 80 expected" in wrong[0]
    twice = Deck("ours", hero, (*named(60, "common"), *named(1, "common"), *named(1, least=70)))
    wrong = said("singleton_no_unique", twice, rules)
    assert any("at most one is allowed" in line for line in wrong)
    assert any("is a unique card; none are allowed" in line for line in wrong)
