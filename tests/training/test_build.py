"""Building a deck: the pool, the first lists, the search, and the command."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from altered_env import cards, decks, formats
from altered_env.arena import ledger as ledgers
from altered_env.arena.ledger import Ledger, Table
from altered_env.arena.match import Played
from altered_env.arena.paired import difference
from altered_env.arena.pilots import list_key
from altered_env.arena.workers import Workers
from altered_env.cardstats.building_decks import build_pool, build_search
from altered_env.cardstats.building_decks.build_pool import pool_of
from altered_env.cardstats.building_decks.build_search import (
    Built,
    Slot,
    build,
    by_gain,
    first_lists,
    lists_of,
    opening_odds,
    race_lists,
    report_deals,
    report_games,
    slots,
    time_for_a_change,
)
from altered_env.cardstats.improving import changes
from altered_env.cli import decks_build, main
from altered_env.decks.constructing import ARCHETYPES
from tests.cards.test_official import flat

HERO = cards.find("Sierra & Oddball")
TABLE = Table((decks.load("bravos"), decks.load("lyra")), "random")


@pytest.fixture
def made_up(monkeypatch):
    """Games in which the deck with more robots wins more often; the games played."""
    played = []

    def robots(deck):
        return sum("robot" in card.subtypes for card in deck.cards)

    def play(matches, rules="2024.09", book=None):
        found = []
        for match in matches:
            played.append(match)
            edge = 0.02 * (robots(match.decks[0]) - robots(match.decks[1]))
            won = Random(f"{match.seed}/{match.decks[0].name}").random() < 0.5 + edge
            found.append(Played(0 if won else 1, 0, 7, 200))
        return found

    monkeypatch.setattr(ledgers, "play", play)
    return played


def test_the_pool_is_what_the_format_allows():
    whole = pool_of(HERO)
    assert {card.faction for card in whole.cards} == {"axiom"} and not whole.remarks
    assert len(whole.worth) > 0.9 * len(whole.cards)
    season = pool_of(HERO, "standard:season=1")
    assert {card.set for card in season.cards} == {"CORE"}
    assert "left out: not legal in standard:season=1" in season.remarks[0]


def test_a_collection_limits_the_copies(tmp_path):
    file = tmp_path / "mine.txt"
    mine = [card for card in pool_of(HERO).cards if card.set == "CORE"][:60]
    file.write_text("".join(f"2 {card.reference}\n" for card in mine) + "1 CORE_BR_08_C\n")
    pool = pool_of(HERO, files=[str(file)], collection=True)
    assert set(pool.cards) <= set(mine)
    for one in first_lists(pool):
        assert max(one.deck.cards.count(card) for card in one.deck.cards) <= 2
        assert not decks.constructed(one.deck)
    found = changes(first_lists(pool)[0].deck, pool=pool.cards, owned=pool.owned)
    deck = first_lists(pool)[0].deck
    assert all(change.of(deck).cards.count(change.into) <= 2 for change in found)
    file.write_text("3 CORE_AX_08_C\n")
    few = pool_of(HERO, files=[str(file)], collection=True)
    with pytest.raises(ValueError, match="no legal standard deck can be built from the 1 card "):
        first_lists(few)
    file.write_text("3 CORE_BR_08_C\n")
    with pytest.raises(ValueError, match="no card for Sierra & Oddball"):
        pool_of(HERO, files=[str(file)])


def _uniques(pool):
    """A pool in which every card is a unique one, three of each name."""
    cards = tuple(
        replace(card, reference=f"{card.reference[:-1]}U_{k}", rarity="unique")
        for card in pool.cards
        if card.rarity == "common"
        for k in range(3)
    )
    owned = {card.reference: 1 for card in cards}
    return replace(pool, format="all_uniques", cards=cards, worth={}, owned=owned)


@pytest.mark.parametrize(
    "name",
    [
        *("standard", "limited", "singleton", "no_unique", "singleton_no_unique", "all_uniques"),
        *("standard:season=1", "singleton:season=3", "singleton_no_unique:date=2026-01-01"),
    ],
)
@pytest.mark.parametrize("rules", decks.RULESETS)
def test_first_lists_and_their_changes_are_legal_in_every_constructed_format(name, rules):
    form = formats.get(name)
    pool = _uniques(pool_of(HERO)) if name == "all_uniques" else pool_of(HERO, name, rules)
    lists = first_lists(replace(pool, rules=rules))
    assert len({one.archetype for one in lists}) == len(ARCHETYPES)
    assert not [wrong for one in lists for wrong in form.of_deck(one.deck, rules)]
    deck = lists[0].deck
    found = changes(deck, rules, pool.cards, name, pool.owned)
    assert len(found) > 100
    assert not [w for one in found[::25] for w in form.of_deck(one.of(deck), rules)]


def test_a_hero_that_the_format_refuses_is_named():
    says = "no standard:season=6 deck can have this Hero: Sierra & Oddball .*must be of CYCLONE"
    with pytest.raises(ValueError, match=says):
        pool_of(HERO, "standard:season=6")


def test_changes_with_a_high_expected_gain_race_more_often():
    pool = pool_of(HERO)
    deck = decks.load("axiom")
    fresh = changes(deck, pool=pool.cards)
    chosen = by_gain(pool)(fresh, Random(1), 16)
    gains = [
        pool.worth.get(c.into.reference, 0) - pool.worth.get(c.out.reference, 0) for c in fresh
    ]
    mine = [
        pool.worth.get(c.into.reference, 0) - pool.worth.get(c.out.reference, 0) for c in chosen
    ]
    assert len(chosen) == len(set(chosen)) == 16
    assert sum(mine) / 16 > sum(gains) / len(gains) + 1


def test_the_best_archetypes_stay(made_up):
    lists = first_lists(pool_of(HERO))
    assert len({one.archetype for one in lists}) >= 4
    with Workers(1) as workers:
        kept = race_lists(lists, Ledger(TABLE, workers))
    assert len({one.archetype for one in kept}) == len(kept) == 2


def test_a_search_finds_what_wins(made_up, tmp_path):
    pool, log = pool_of(HERO), tmp_path / "log.jsonl"
    with Workers(1) as workers:
        ledger = Ledger(TABLE, workers, log)
        built = build(pool, ledger, 5_000)
        shown = list(slots(built.deck, pool, ledger, 8))
    assert not decks.constructed(built.deck) and built.rates[0].mean >= built.rates[-1].mean
    assert {slot.change.out for slot in shown} <= set(built.deck.cards) and shown
    before = len(made_up)
    with Workers(1) as workers:
        again = build(pool, Ledger(TABLE, workers, log), 5_000)
    assert again.deck == built.deck and len(made_up) == before


def test_games_of_earlier_runs_cost_nothing(made_up, tmp_path):
    deals, log = [f"lists/0/{k}" for k in range(6)], tmp_path / "log.jsonl"
    deck, other = decks.load("axiom"), decks.load("muna")
    with Workers(1) as workers:
        first = Ledger(TABLE, workers, log, free=True)
        first.scores([deck], deals)
        again = Ledger(TABLE, workers, log, free=True)
        counted = Ledger(TABLE, workers, log)
    assert (first.games, first.games_before) == (12, 0)
    assert (again.games_before, again.new([deck, other], deals)) == (12, 12)
    assert again.scores([deck], deals) == first.scores([deck], deals) and again.games == 0
    assert counted.new([deck], deals) == 12 and counted.games_before == 0


def test_a_short_search_gets_further_each_time(made_up, tmp_path, monkeypatch):
    """The time is measured by the games: 40 a second."""
    monkeypatch.setattr(build_search.time, "monotonic", lambda: len(made_up) / 40)
    pool, steps, before = pool_of(HERO, "standard:season=1"), [], []
    for _ in range(8):
        with Workers(1) as workers:
            ledger = Ledger(TABLE, workers, tmp_path / "log.jsonl", free=True)
            start = len(made_up)
            built = build(pool, ledger, 0, 20.0)
        assert len(made_up) - start <= 2 * 20 * 40
        steps.append(sum(len(one.steps) for _, one in built.kept))
        before.append(built.before)
    assert before[0] == 0 and before == sorted(before) and before[-1] > 2_000
    assert steps[0] == 0 < steps[-1]


def test_the_same_command_goes_on(made_up, tmp_path, capsys):
    out = tmp_path / "sierra.txt"
    line = ["decks", "build", "--hero", "sierra", "--field", "bravos,lyra", "--agent", "random"]
    more = ["--judges", "--time", "0.1s", "--deals", "2", "--jobs", "1", "--out", str(out)]
    assert main([*line, *more]) == 0
    said = capsys.readouterr()
    kept = tmp_path / "sierra.games"
    assert kept.is_file() and f"The same command goes on from {kept}." in said.out
    assert main([*line, *more]) == 0
    said = capsys.readouterr()
    assert f"The search goes on from the games in {kept}" in said.err
    assert "in earlier runs" in said.out.splitlines()[0]
    assert main([*line, *more[:-1], str(kept)]) == 2
    assert "the games are kept in a file of that name" in capsys.readouterr().err


def test_the_lists_of_the_field_are_played_by_their_pilots(made_up, tmp_path, capsys, monkeypatch):
    bravos = list_key(decks.load("bravos"))
    monkeypatch.setattr(decks_build, "pilots_in", lambda _folder: {bravos: "greedy"})
    line = ["decks", "build", "--hero", "sierra", "--field", "bravos,lyra", "--agent", "random"]
    more = ["--games", "1000", "--deals", "2", "--jobs", "1", "--out", str(tmp_path / "a.txt")]
    assert main([*line, *more, "--practised", str(tmp_path), "--judges", "rules"]) == 0
    assert "Practised: bravos." in capsys.readouterr().out
    for match in made_up:
        names = [deck.name for deck in match.decks]
        for name, agent in zip(names, match.agents, strict=True):
            assert (agent == "greedy") == (name == "bravos"), match.agents
    piloted = replace(TABLE, pilots=("greedy", ""))
    assert piloted.key() != TABLE.key() == replace(TABLE, pilots=("", "")).key()
    monkeypatch.setattr(decks_build, "pilots_in", lambda _folder: {"another": "greedy"})
    assert main([*line, *more, "--practised", str(tmp_path)]) == 2
    assert "no list of bravos,lyra has a pilot there" in capsys.readouterr().err


def test_unique_cards_come_beside_all_others(made_up, tmp_path, capsys):
    entry = flat(
        reference="ALT_CORE_B_AX_16_U_7", name="Foundry Armorer", set="CORE", rarity="UNIQUE",
        faction="AX", hand_cost=1, reserve_cost=1, forest=5, mountain=5, ocean=5, main_text="",
    )  # fmt: skip
    file, bare = tmp_path / "uniques.json", tmp_path / "uniques.txt"
    file.write_text(json.dumps([entry]))
    bare.write_text("CORE_AX_16_U_7777\n")
    pool = pool_of(HERO, uniques=[str(file)])
    assert len(pool.cards) == len(pool_of(HERO).cards) + 1
    assert pool.owned["CORE_AX_16_U_7"] == 1 and pool.owned["CORE_AX_16_C"] == 3
    out = tmp_path / "sierra.txt"
    line = ["decks", "build", "--hero", "sierra", "--field", "bravos,lyra", "--agent", "random"]
    more = ["--judges", "--games", "1000", "--deals", "2", "--jobs", "1", "--out", str(out)]
    assert main([*line, *more, "--uniques", str(file)]) == 0
    said = capsys.readouterr().out
    assert "1 Foundry Armorer U 7\n" in said
    assert f"altered cards import {file} lets other commands read the list" in said
    assert main([*line, *more, "--uniques", str(file), "--pool", str(file)]) == 2
    assert "--uniques is beside all cards" in capsys.readouterr().err
    assert main([*line, *more, "--collection", str(bare)]) == 2
    assert "no card was read" in (said := capsys.readouterr().err) or "without a known" in said


def test_nobody_has_two_of_a_unique_card():
    pool = pool_of(HERO)
    twin = replace(pool.cards[0], reference="CORE_AX_99_U_1", rarity="unique")
    assert build_pool._copies(pool.cards, None) is None
    owned = build_pool._copies([*pool.cards, twin], None)
    assert owned[twin.reference] == 1 and owned[pool.cards[0].reference] == 3
    assert build_pool._copies([twin], {twin.reference: 2}) == {twin.reference: 1}
    found = changes(decks.load("axiom"), pool=[twin])
    assert found and {change.copies for change in found} == {1}


def test_a_report_takes_no_longer_than_the_search():
    deck = decks.load("axiom")
    built = Built((), (), 900, speed=50.0)
    kept = replace(built, kept=(("spells", build_search._as_it_is(deck, 900)),))
    assert kept.hurried and time_for_a_change(kept) > 20
    deals = report_deals(kept, 24, 2, 40, 20)
    assert 2 <= deals < 40 and report_games(deck, 24, 2, deals) <= 20 * 50
    assert report_deals(kept, 24, 2, 40, 600) == 40
    assert report_deals(replace(kept, speed=0.0), 24, 2, 40, 20) == 40  # games were asked for


def test_lists_of_the_field_race_if_their_cards_are_at_hand(made_up):
    mine, other = decks.load("axiom"), decks.load("bravos")
    pool = pool_of(HERO)
    assert lists_of(pool, [other, mine, mine]) == [mine]
    few = replace(pool, cards=tuple(card for card in pool.cards if card != mine.cards[0]))
    assert not lists_of(few, [mine])
    owned = {card.reference: 3 for card in pool.cards}
    assert lists_of(replace(pool, owned=owned), [mine])
    assert not lists_of(replace(pool, owned=owned | {mine.cards[0].reference: 0}), [mine])


def test_too_little_time_for_a_change_is_said(made_up, tmp_path, capsys):
    out = tmp_path / "sierra.txt"
    line = ["decks", "build", "--hero", "sierra", "--field", "bravos,lyra", "--agent", "random"]
    more = ["--judges", "--games", "1000", "--deals", "2", "--jobs", "1"]
    assert main([*line, *more, "--out", str(out)]) == 0
    assert "too short for a single change" in capsys.readouterr().out.splitlines()[1]


def test_better_alternatives_come_first():
    deck = decks.load("axiom")
    found = changes(deck, pool=pool_of(HERO).cards)
    worse, equal = difference([-0.5, -0.4] * 20), difference([-0.5, 0.5] * 20)
    rows = [Slot(found[0], worse), Slot(found[-1], equal)]
    built = Built((("spells", build_search._as_it_is(deck, 9)),), (equal,), 9)
    lines = decks_build._first(built, rows)
    assert "Measured better than the list's own cards, of 2 tried:" in lines
    assert lines[-1].startswith(f"  {found[0]}: +45.0 (+")
    assert str(found[-1]) not in "".join(lines)


def test_odds_of_the_opening_hand_are_hypergeometric():
    deck = decks.load("axiom")
    chance, hits = Random(5), 0
    for _ in range(4000):
        hits += sum(card.hand_cost <= 2 for card in chance.sample(deck.cards, 6)) >= 2
    assert opening_odds(deck, 2, 2) == pytest.approx(hits / 4000, abs=0.03)


def test_the_command(made_up, tmp_path, capsys):
    out = tmp_path / "sierra.txt"
    line = ["decks", "build", "--hero", "sierra", "--field", "bravos,lyra", "--agent", "random"]
    more = ["--judges", "greedy", "--games", "4000", "--deals", "3", "--jobs", "1"]
    assert main([*line, *more, "--out", str(out)]) == 0
    said = capsys.readouterr().out
    for words in (
        "judged by",
        "against, by random",
        "greedy",
        "closest alternative",
        "Opening hand:",
        "Curve",
    ):
        assert words in said
    assert not decks.constructed(decks.load(out))
    judged, against = said.split("\njudged by")[1].split("\nagainst, by random")
    each = [rate_of(against, name) for name in ("bravos", "lyra")]
    assert rate_of(judged, "random") == pytest.approx(sum(each) / 2, abs=0.1)


def rate_of(text: str, name: str) -> float:
    """The percentage after a name."""
    (line,) = (line for line in text.splitlines() if line.startswith(f"{name} "))
    return float(line[len(name) :].split("%")[0])


def test_a_collection_that_holds_one_deck_is_enough(made_up, tmp_path, capsys):
    deck = decks.load("axiom")
    owned = "".join(f"{n} {card.reference}\n" for card, n in deck.counted.items())
    (tmp_path / "mine.txt").write_text(owned)
    out = tmp_path / "sierra.txt"
    line = ["decks", "build", "--hero", "sierra", "--field", "bravos,lyra", "--agent", "random"]
    more = ["--judges", "--games", "1000", "--deals", "2", "--jobs", "1", "--out", str(out)]
    with_it = [*line, *more, "--collection", str(tmp_path / "mine.txt")]
    assert main([*with_it, "--start", "axiom"]) == 0
    assert sorted(decks.load(out).cards, key=str) == sorted(deck.cards, key=str)


def test_the_list_is_there_if_its_report_is_stopped(made_up, tmp_path, monkeypatch):
    def stopped(*_given):
        raise ValueError("stopped")

    monkeypatch.setattr(decks_build, "against_each", stopped)
    out = tmp_path / "sierra.txt"
    line = ["decks", "build", "--hero", "sierra", "--field", "bravos,lyra", "--agent", "random"]
    assert main([*line, "--judges", "--games", "1000", "--jobs", "1", "--out", str(out)]) == 2
    assert not decks.constructed(decks.load(out))


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["--hero", "Gandalf"], "no card is called 'Gandalf'"),
        (["--hero", "Kelon Burst"], "Kelon Burst C is no Hero"),
        (["--hero", "Rin", "--time", "soon"], "expected a time such as 90s, 10m or 2h"),
        (["--hero", "Rin", "--start", "axiom"], "not of Rin & Orchid"),
        (["--hero", "Rin", "--pool", "a", "--collection", "b"], "give one of them"),
        (["--hero", "Rin", "--agent", "gredy"], "did you mean 'greedy'"),
        (["--hero", "Rin", "--format", "free_for_all"], "has other rules of play"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["decks", "build", "--jobs", "1", *arguments]) == 2
    assert says in capsys.readouterr().err
