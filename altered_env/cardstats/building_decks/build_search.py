"""The search for a deck: lists of several archetypes race, and the best are improved.

Lists are constructed for every archetype that the pool has cards for. They race in paired games
against the field: after each round the worse half drops out, and the rest play as many games again.
The best list of each of a few archetypes is then improved by changes with a high expected gain.
Everything follows from the seed, the games and the table, so a stopped search resumes from its log.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from math import comb
from random import Random
from typing import Final

from altered_env import formats
from altered_env._runtime.plurals import counted
from altered_env.agents.named import STRONGEST_FAST
from altered_env.arena.ledger import Ledger
from altered_env.arena.paired import Difference, difference
from altered_env.cardstats.building_decks.build_pool import Pool
from altered_env.cardstats.improving import Change, Improved, Search, Step, changes, improve
from altered_env.decks import Deck
from altered_env.decks.constructing import ARCHETYPES, Listing, construct

SEARCHERS: Final = (STRONGEST_FAST, "greedy")
"""The players of the search: of two kinds, so that a list does not live from the habits of one."""
TRIES: Final = 2
"""Lists of each archetype and kind that are made."""
FIRST: Final = 16
"""The most deals of the first round of the race of lists."""
TIMED: Final = 2
"""The fewest, which are timed."""
MEANT: Final = 50
"""The fewest games whose time says how fast games are."""
RACE: Final = 0.4
"""The share of a short search that the race of lists takes."""
ROUNDS: Final = 2.5
"""The games of a race, in those of its first round."""
JUDGED: Final = 5
"""Times the deals of the report that a judge plays."""
KEPT: Final = 2
"""Archetypes that are improved."""
LAST: Final = 200
"""The most deals of the last comparison; in a short search a fortieth of its games."""
FEWEST: Final = 20
"""The fewest."""
EXPLORED: Final = 0.25
"""The share of changes in a race that are drawn at random."""
SCALE: Final = 2.0
"""The spread of the noise in expected gains, in percent of games."""
GIVEN: Final = "given"
"""The archetype of a list that the search was given."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """A list in the race and its archetype."""

    archetype: str
    deck: Deck


def first_lists(pool: Pool, seed: int = 0) -> list[Candidate]:
    """The constructed lists that are legal, different ones only.

    Raises `ValueError` with the reason if there is none.
    """
    worth, found, wrong = pool.by_type(), dict[tuple[object, ...], Candidate](), ""
    form = formats.get(pool.format)
    for archetype in ARCHETYPES:
        for number in range(TRIES * 2):
            chance = Random(f"{seed}/{archetype}/{number}")
            listing = Listing(pool.hero, archetype, number % 2)
            deck = construct(listing, chance, pool.cards, worth, pool.owned, form.bounds)
            deck = replace(deck, name=f"{archetype} {number + 1}")
            refused = form.of_deck(deck, pool.rules)
            if refused:
                wrong = wrong or f"{counted(len(deck.cards), 'card')}, {refused[0]}"
                continue
            found.setdefault(tuple(sorted(deck.cards, key=str)), Candidate(archetype, deck))
    if not found:
        raise ValueError(
            f"no legal {pool.format} deck can be built from the {counted(len(pool.cards), 'card')}"
            f" for {pool.hero.name}: {wrong}; add cards, or start from a list (--start)"
        )
    return list(found.values())


def lists_of(pool: Pool, decks: Sequence[Deck]) -> list[Deck]:
    """The decks of the Hero, once each, whose cards the pool has: a search starts from those of the
    field, too."""
    cards, owned = set(pool.cards), pool.owned
    return [
        deck
        for deck in dict.fromkeys(decks)
        if deck.hero is not None
        and deck.hero.reference == pool.hero.reference
        and cards.issuperset(deck.cards)
        and (
            owned is None
            or all(owned.get(card.reference, 0) >= n for card, n in Counter(deck.cards).items())
        )
    ]


def race_lists(
    lists: Sequence[Candidate], ledger: Ledger, keep: int = KEPT, first: int = FIRST
) -> list[Candidate]:
    """The best list of each of the best archetypes, best first."""
    left, done = list(lists), 0
    while True:
        count = first if not done else 2 * done
        deals = [f"lists/0/{k}" for k in range(count)]
        scores = ledger.scores([one.deck for one in left], deals)
        order = sorted(range(len(left)), key=lambda k: (-sum(scores[k]), k))
        left, done = [left[k] for k in order], count
        best = {one.archetype: one for one in reversed(left)}
        if len(left) <= max(keep, 2) or len(best) <= keep:
            return [one for one in left if best[one.archetype] is one][:keep]
        left = left[: max(keep, len(left) // 2)]


def by_gain(pool: Pool) -> Callable[[Sequence[Change], Random, int], list[Change]]:
    """Chooses changes by expected gain, some at random."""

    def gain(change: Change, chance: Random) -> float:
        worth = pool.worth
        apart = worth.get(change.into.reference, -2.0) - worth.get(change.out.reference, -2.0)
        return change.copies * apart + SCALE * chance.gauss(0, 1)

    def choose(fresh: Sequence[Change], chance: Random, width: int) -> list[Change]:
        some = chance.sample(list(fresh), min(len(fresh), round(EXPLORED * width)))
        rest = [change for change in fresh if change not in some]
        rest.sort(key=lambda change: -gain(change, chance))
        return some + rest[: width - len(some)]

    return choose


@dataclass(frozen=True, slots=True)
class Built:
    """The result of a search."""

    kept: tuple[tuple[str, Improved], ...]
    """The improved lists with their archetypes, best first."""
    rates: tuple[Difference, ...]
    """Wins less losses of each against the field, in fresh deals."""
    games: int
    speed: float = 0.0
    """Games a second; 0 if it was not limited by time."""
    before: int = 0
    """Games of earlier runs, which took no time."""

    @property
    def hurried(self) -> bool:
        """Return whether there was no time for a single change of the best list."""
        return not any(one.steps for _, one in self.kept)

    @property
    def deck(self) -> Deck:
        """Return the best deck."""
        return self.kept[0][1].deck


def build(
    pool: Pool,
    ledger: Ledger,
    games: int,
    seconds: float = 0.0,
    given: Sequence[Deck] = (),
    seed: int = 0,
    tell: Callable[[str], None] = lambda _line: None,
) -> Built:
    """Search for a deck with so many games or, if these are 0, for about so many seconds. With a
    ledger whose loaded games are free it goes on from these."""
    lists = [Candidate(GIVEN if not k else f"{GIVEN} {k + 1}", d) for k, d in enumerate(given)]
    try:
        lists += first_lists(pool, seed)
    except ValueError:
        if not lists:  # a small collection may hold no other deck than one that was given
            raise
    tell(
        f"{counted(len(lists), 'list')} of {len({one.archetype for one in lists})} archetypes race."
    )
    speed, first = 0.0, FIRST
    if not games:
        first, speed = _first_round(lists, ledger, seconds)
    before, begun = ledger.games, time.monotonic()
    kept = race_lists(lists, ledger, first=first)
    if not games:
        if ledger.games - before >= MEANT:
            speed = (ledger.games - before) / max(0.5, time.monotonic() - begun)
        games = int(speed * max(1.0, seconds))
        tell(f"{speed:,.0f} games a second: about {counted(games, 'game')} in the time.")
    search = _search(games)
    last = min(LAST, max(FEWEST, games // 40))
    share = max(0, games - ledger.games - 2 * last * (len(kept) + 1))
    enough = 8 * search.proof if ledger.free else _step(search)  # the next run goes on
    many = len(kept) if share >= enough * len(kept) else 1
    share //= many
    improved: list[tuple[str, Improved]] = []
    for number, one in enumerate(kept):
        if share < enough or number >= many:
            improved.append((one.archetype, _as_it_is(one.deck, ledger.games)))
            continue
        tell(f"{one.archetype}: {one.deck.name} is improved.")
        mine = replace(search, games=max(ledger.games + share, _least(search)))
        improved.append(
            (
                one.archetype,
                improve(
                    one.deck, ledger, mine, pool.cards, _told(tell), pool.format, pool.owned,
                    by_gain(pool),
                ),
            )
        )  # fmt: skip
    deals = [f"final/0/{k}" for k in range(last)]
    scores = ledger.scores([one.deck for _, one in improved], deals)
    order = sorted(range(len(improved)), key=lambda k: (-sum(scores[k]), k))
    return Built(
        tuple(improved[k] for k in order),
        tuple(difference([2 * s - 1 for s in scores[k]]) for k in order),
        ledger.games,
        speed,
        ledger.games_before,
    )


def _first_round(lists: Sequence[Candidate], ledger: Ledger, seconds: float) -> tuple[int, float]:
    """The deals of the first round for which a search of so many seconds has time, and the games a
    second."""
    decks = [one.deck for one in lists]
    ledger.scores(decks[:1], ["lists/0/0"])  # starting the players does not count
    before, begun = ledger.games, time.monotonic()
    names = [f"lists/0/{k}" for k in range(FIRST)]
    if ledger.new(decks, names[:TIMED]):
        ledger.scores(decks, names[:TIMED])
    else:  # an earlier run has played these
        ledger.scores(decks[:TIMED], [f"timed/{ledger.games_before}/{k}" for k in range(FIRST)])
    speed = (ledger.games - before) / max(0.01, time.monotonic() - begun)
    due = RACE * seconds * speed / ROUNDS
    fits = (n for n in range(FIRST, TIMED, -1) if ledger.new(decks, names[:n]) <= due)
    return next(fits, TIMED), speed


def time_for_a_change(built: Built) -> float:
    """The seconds of a search in which every kept list has one change tried."""
    search = _search(0)
    games = built.games + len(built.kept) * (_step(search) + 2 * FEWEST)
    return games / built.speed if built.speed else 0.0


def _step(search: Search) -> int:
    """The games of one change and of the last comparison of its search."""
    return search.race_games + 4 * search.proof + 4 * search.proof


def _as_it_is(deck: Deck, games: int) -> Improved:
    """A list for whose improvement there is no time."""
    same = difference([0.0, 0.0])
    return Improved(deck, deck, (), same, (0.5, 0.5), games, "there is no time for a change")


def report_games(deck: Deck, decks: int, judges: int, deals: int) -> int:
    """About how many games the report of a deck takes: against each deck of the field, for each
    card and its alternative, and by each judge.

    >>> from altered_env import decks
    >>> report_games(decks.load("axiom"), 24, 2, 40)
    4400
    """
    cards = len(dict.fromkeys(deck.cards))
    return 2 * deals * (decks + cards + 1 + JUDGED * judges)


def report_deals(built: Built, decks: int, judges: int, most: int, seconds: float) -> int:
    """The deals of a report that takes no longer than so many seconds, at the search's speed."""
    if not built.speed:
        return most
    return max(
        2, min(most, int(seconds * built.speed / report_games(built.deck, decks, judges, 1)))
    )


def _search(games: int) -> Search:
    """A search whose steps fit the games."""
    proof = 150 if games > 20_000 else 60
    return Search(max(games, 10_000), 8, 12, proof, 6)


def _least(search: Search) -> int:
    """The fewest games that a search accepts."""
    return 4 * search.proof + 2 * search.race * (search.width + 1)


def _told(tell: Callable[[str], None]) -> Callable[[Step], None]:
    def told(step: Step) -> None:
        verdict = "accepted" if step.accepted else "not proved"
        tell(f"  {step.change}: {100 * step.worth.mean:+z.1f} % {verdict}")

    return told


@dataclass(frozen=True, slots=True)
class Slot:
    """A card of a deck against the best alternative for its place."""

    change: Change
    brings: Difference
    """By how much the deck wins more often with the card."""


def slots(deck: Deck, pool: Pool, ledger: Ledger, deals: int) -> Iterator[Slot]:
    """Each card against the legal change of all its copies with the highest expected gain."""
    legal = changes(deck, pool.rules, pool.cards, pool.format, pool.owned)
    names = [f"slot/0/{k}" for k in range(deals)]
    for card in dict.fromkeys(deck.cards):
        mine = [change for change in legal if change.out == card]
        if not mine:
            continue
        whole = max(change.copies for change in mine)
        best = max(
            (change for change in mine if change.copies == whole),
            key=lambda change: pool.worth.get(change.into.reference, -9.0),
        )
        held, instead = ledger.scores([deck, best.of(deck)], names)
        apart = difference([a - b for a, b in zip(held, instead, strict=True)])
        yield Slot(best, apart)


def against_each(
    deck: Deck, ledger: Ledger, deals: int
) -> tuple[Difference, dict[str, Difference]]:
    """Wins less losses against the field, and against each of its decks, so many deals each."""
    others = ledger.table.opponents
    names = [f"field/0/{k}" for k in range(deals * len(others))]
    (scores,) = ledger.scores([deck], names)
    found: dict[str, list[float]] = {}
    for k, score in enumerate(scores):
        found.setdefault(others[k % len(others)].name, []).append(2 * score - 1)
    every = difference([2 * score - 1 for score in scores])
    return every, {name: difference(mine) for name, mine in found.items()}


def opening_odds(deck: Deck, cost: int, least: int, hand: int = 6) -> float:
    """The probability of at least so many cards of at most this Hand Cost in the opening hand.

    >>> from altered_env import decks
    >>> 0 < opening_odds(decks.load("axiom"), 2, 2) < opening_odds(decks.load("axiom"), 2, 1) < 1
    True
    """
    whole = len(deck.cards)
    cheap = sum(card.hand_cost <= cost for card in deck.cards)
    ways = sum(
        comb(cheap, k) * comb(whole - cheap, hand - k) for k in range(least, min(cheap, hand) + 1)
    )
    return ways / comb(whole, hand)
