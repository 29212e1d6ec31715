"""Deck improvement: legal changes, races, validation, and resuming."""

from __future__ import annotations

import random
import re
from dataclasses import replace

import pytest

from altered_env import cards, decks
from altered_env.arena import ledger as ledgers
from altered_env.arena.ledger import Ledger, Table, key_of
from altered_env.arena.match import Played
from altered_env.arena.workers import Workers
from altered_env.cardstats.improving import Change, Search, changes, improve
from altered_env.cli import main
from altered_env.cli.decks_improve import needs
from altered_env.decks.legality import constructed

DECK = decks.starter("axiom")
ARMORER = cards.find("Foundry Armorer C")
SMALL = Search(games=4000, width=4, race=10, proof=200, patience=2)
TABLE = Table((decks.starter("bravos"), decks.starter("muna")), "random")
NAMES = {card.name for card in DECK.cards}
POOL = [
    card
    for card in cards.search(faction="axiom", type="character", rarity="common")
    if card.hand_cost in (2, 3) and card.name not in NAMES and card.set == "CORE"
][:6]
GOOD, IDLE = POOL[:2], POOL[2:]


def good(deck):
    """The rule of the made-up games below: copies of two cards."""
    return sum(card in GOOD for card in deck.cards)


@pytest.fixture
def made_up(monkeypatch):
    """Games that are won by the deck with more good cards, and by luck; those that were played."""
    asked = []

    def play(matches, rules, book):
        asked.extend(matches)
        found = []
        for match in matches:
            odds = 0.5 + 0.07 * (good(match.decks[0]) - good(match.decks[1]))
            lists = [[card.reference for card in deck.cards] for deck in match.decks]
            luck = random.Random(f"{match.seed} {lists}").random()
            found.append(Played(0 if luck < odds else 1, 0, 8, 200))
        return found

    monkeypatch.setattr(ledgers, "play", play)
    return asked


def test_players_of_a_table_play_its_deals_in_turn(made_up):
    """Each meets each opponent, and compared decks have the same players in the same deals."""
    two = replace(TABLE, others=("greedy",))
    with Workers(1) as workers:
        ledger = Ledger(two, workers)
        ledger.scores(
            [DECK, Change(DECK.cards[0], IDLE[0], 1).of(DECK)], [f"a/{k}" for k in range(4)]
        )
    by_deal = {}
    for match in made_up:
        other = next(deck for deck in match.decks if deck in TABLE.opponents)
        by_deal.setdefault(match.seed, set()).add((match.agents, other.name))
    assert all(len(met) == 1 for met in by_deal.values()) and len(by_deal) == 4
    assert len({one for met in by_deal.values() for one in met}) == 4, "2 players, 2 opponents"
    assert two.key() != TABLE.key() == two.by("random").key()
    with pytest.raises(LookupError, match="gredy"):
        replace(TABLE, others=("gredy",))


def searched(table=TABLE, path=None, search=SMALL, pool=POOL, deck=DECK):
    with Workers(1) as workers:
        return improve(deck, Ledger(table, workers, path), search, pool)


def test_every_change_is_legal_and_keeps_the_curve():
    found = changes(DECK)
    assert len(found) == len(set(found)) > 1000
    for change in random.Random(1).sample(found, 60):
        deck = change.of(DECK)
        assert decks.constructed(deck) == [] and len(deck.cards) == len(DECK.cards)
        assert abs(change.into.hand_cost - change.out.hand_cost) <= 2
        moved = [
            k
            for k, pair in enumerate(zip(DECK.cards, deck.cards, strict=True))
            if pair[0] != pair[1]
        ]
        assert len(moved) == change.copies
        assert {DECK.cards[k] for k in moved} == {change.out}
    outs = {change.out for change in found}
    assert outs == set(DECK.cards)


def test_no_change_makes_a_fourth_copy():
    names = {change.into.name: change for change in changes(DECK, pool=[ARMORER])}
    assert not names  # there are three already
    (rare,) = (card for card in DECK.cards if str(card) == "Axiom Scrambler R1")
    copies = {str(c.out): c.copies for c in changes(DECK, pool=[rare])}
    assert copies == {"Axiom Scrambler C": 2}  # of a name there are three in all versions


def test_what_is_better_is_found_and_proved(made_up):
    found = searched()
    assert found.deck != DECK and decks.constructed(found.deck) == []
    assert good(found.deck) > good(DECK)
    accepted = [step for step in found.steps if step.accepted]
    assert accepted and all(step.worth.low > 0 for step in accepted)
    assert all(step.worth.low <= 0 for step in found.steps if not step.accepted)
    assert found.worth.low > 0 and found.rates[1] > found.rates[0]
    deck = DECK
    for step in accepted:
        deck = step.change.of(deck)
    assert deck.cards == found.deck.cards
    assert found.games <= SMALL.games and len(made_up) == found.games


def test_what_does_nothing_is_seldom_accepted(made_up):
    """The winner of a race has been picked for its luck: fresh games show that."""
    steps = []
    for seed in range(12):
        steps += searched(replace(TABLE, seed=seed), pool=IDLE).steps
    assert len(steps) >= 24 and sum(step.accepted for step in steps) <= 3
    behind = [step for step in steps if step.worth.deals < SMALL.proof]
    assert behind and all(step.worth.mean <= 0 and not step.accepted for step in behind)
    assert all(step.worth.deals == SMALL.proof for step in steps if step.worth.mean > 0)


def test_it_goes_on_from_its_ledger(made_up, tmp_path):
    path = tmp_path / "log.jsonl"
    whole = searched(path=path)
    played = len(made_up)
    lines = path.read_text().splitlines()
    path.write_text("\n".join([*lines[: len(lines) // 2], lines[-1][:20]]))
    made_up.clear()
    again = searched(path=path)
    assert again == whole and len(made_up) == 2 * (len(lines) - len(lines) // 2)
    made_up.clear()
    assert searched(path=path) == whole and not made_up and played == whole.games
    assert searched(replace(TABLE, seed=1), path) != whole and made_up


def test_the_budget_is_kept(made_up):
    for games in (900, 1500, 3000):
        found = searched(search=replace(SMALL, games=games))
        assert found.games <= games
        if found.why != "no games are left":
            assert "failed steps in a row" in found.why


def test_decks_of_a_deal_meet_the_same():
    one, other = (TABLE.matches(deck, "race/0/3") for deck in (DECK, decks.starter("lyra")))
    assert [(m.seed, m.chance) for m in one] == [(m.seed, m.chance) for m in other]
    assert one[0].decks == one[1].decks[::-1] and one[0].decks[1] == other[0].decks[1]
    assert one[0].seed != TABLE.matches(DECK, "race/0/4")[0].seed
    assert key_of(DECK) == key_of(replace(DECK, name="other")) != key_of(decks.starter("lyra"))


def test_changes_keep_their_places():
    change = Change(DECK.cards[0], ARMORER, 1)
    assert change.of(DECK).cards[0] == ARMORER
    assert str(change) == f"1 {DECK.cards[0]} -> Foundry Armorer C"


def test_the_command(tmp_path, capsys):
    log, out = tmp_path / "log.jsonl", tmp_path / "better.txt"
    command = ["decks", "improve", "axiom", "--agent", "random", "--games", "300", "--jobs", "1"]
    command += ["--width", "2", "--race", "8", "--proof", "20", "--opponents", "muna,lyra"]
    command += ["--log", str(log), "--out", str(out)]
    assert main(command) == 0
    said = capsys.readouterr().out
    assert "axiom, improved by random in " in said and "accepted. The search ended: " in said
    assert "In 80 further games the deck won " in said and "Agents random (Elo -" in said
    assert re.search(r" -> .* [0-9]+ games  p [01]\.[0-9]{3}  (accepted|not proved)", said)
    better = decks.load(str(out))
    assert decks.constructed(better) == [] and better.hero == DECK.hero
    assert main(command) == 0
    assert capsys.readouterr().out == said


@pytest.mark.parametrize(
    ("arguments", "says"),
    [
        (["axiom", "--games", "100"], "100 games are too few"),
        (["axiom", "--width", "1"], "width must be two or more, found 1"),
        (["axiom", "--opponents", ","], "no deck to play against"),
        (["axiom", "--agent", "gredy"], "did you mean 'greedy'"),
        (["axion"], "did you mean 'axiom'"),
    ],
)
def test_what_is_wrong_is_said(arguments, says, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert main(["decks", "improve", "--jobs", "1", *arguments]) == 2
    assert says in capsys.readouterr().err


def test_a_deck_that_is_not_legal_is_refused(made_up):
    short = replace(DECK, cards=DECK.cards[:20])
    with pytest.raises(ValueError, match=r"axiom is not legal: .*20 cards"):
        searched(deck=short)


def test_a_ledger_that_is_no_text_is_named(tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_bytes(b"\xff")
    with pytest.raises(
        ValueError, match=r"games\.jsonl is not a file of games.* byte 0 is not text"
    ):
        searched(path=path)
    assert path.read_bytes() == b"\xff"


def test_a_ledger_is_not_written_over_something_else(tmp_path):
    path = tmp_path / "letter.txt"
    path.write_text("Dear all,\n")
    with pytest.raises(ValueError, match=r"letter\.txt does not hold games.* 'Dear all,'"):
        searched(path=path)
    assert path.read_text() == "Dear all,\n"


def test_what_a_search_needs_is_said_before_it_begins():
    assert Search().race_games == 2 * (24 * 17 + 24 * 9 + 48 * 5 + 96 * 3)
    assert "enough games for at least 6 changes" in " ".join(needs(Search()).split())
    small = Search(games=4100, width=16, race=24, proof=800)
    said = " ".join(needs(small).split())
    assert "too few games to prove one: give --games 8704" in said


def test_changes_are_legal_in_the_format():
    found = changes(DECK, format="standard:season=1")
    assert found and {change.into.set for change in found} == {"CORE"}
    assert {card.set for card in (change.into for change in changes(DECK))} > {"CORE"}


def test_an_illegal_deck_is_changed_without_a_further_fault():
    """Not only by the number of broken rules: one was mended, and another broken."""
    deck = decks.starter("axiom")
    often = next(card for card in deck.cards if deck.cards.count(card) == 3)
    where = next(k for k, card in enumerate(deck.cards) if card != often)
    cards = [often if k == where else card for k, card in enumerate(deck.cards)]
    four = replace(deck, cards=tuple(cards))
    (before,) = constructed(four)
    for change in changes(four):
        assert set(constructed(change.of(four))) <= {before}, change
    assert any(not constructed(change.of(four)) for change in changes(four))
