"""People's win rates by Hero, deck, card in the deck and card played.

Intervals are clustered by player: what one person plays again and again counts as little news. A
player without an id is known in one game only, which is then a cluster.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from altered_env.arena.ratings import wilson
from altered_env.cards import UnknownCardError, catalogue
from altered_env.cardstats.imported.anonymous import Counted, Played, Seat

KINDS: Final = {
    "hero": ("Heroes", "Good players choose some Heroes more often. Mirror matches do not count."),
    "deck": ("decks", "The best of many lists looks better than it is. Few people play a list."),
    "in deck": ("cards in the deck", "A card shares the credit of its deck, Hero and player."),
    "played": (
        "cards played",
        "Winners play more cards, and some cards win only when they are played late: compare with"
        " the mean of all cards played (less mean), not with 50 %.",
    ),
}
"""The kinds of rates, with their titles and known biases."""


@dataclass(frozen=True, slots=True)
class Rate:
    """A win rate of people, from 0 to 1, with its 95 % interval."""

    kind: str
    key: str
    name: str
    rate: float
    low: float
    high: float
    more: float
    """The rate less the mean of all of its kind."""
    games: int
    players: int
    """Those with an id."""


def rates(games: Iterable[Played]) -> list[Rate]:
    """All rates, by kind, the most played first."""
    sums: dict[str, dict[str, dict[tuple[str, str], list[float]]]] = {kind: {} for kind in KINDS}
    names: dict[str, str] = {}
    for one in games:
        for number, seat in enumerate(one.seats):
            other = one.seats[1 - number] if len(one.seats) == 2 else None
            for kind, key, name in _items(seat, other):
                names[key] = name
                cluster = seat.player, "" if seat.player else one.key
                row = sums[kind].setdefault(key, {}).setdefault(cluster, [0.0, 0.0])
                row[0] += seat.wins
                row[1] += seat.wins + seat.losses
    found = []
    for kind, items in sums.items():
        total = [row for clusters in items.values() for row in clusters.values()]
        count = sum(n for _, n in total)
        mean = sum(won for won, _ in total) / count if count else 0.5
        mine = []
        for key, clusters in items.items():
            rate, low, high = clustered(list(clusters.values()))
            many = round(sum(n for _, n in clusters.values()))
            people = sum(bool(player) for player, _ in clusters)
            mine.append(Rate(kind, key, names[key], rate, low, high, rate - mean, many, people))
        found += sorted(mine, key=lambda row: (-row.games, row.key))
    return found


def _items(seat: Seat, other: Seat | None) -> Iterator[tuple[str, str, str]]:
    """The kind, key and name of everything that this seat counts for."""
    if seat.hero and (other is None or other.hero != seat.hero):
        yield "hero", seat.hero, seat.hero
    if seat.deck:
        key = deck_key(seat.hero, seat.deck)
        yield "deck", key, f"{seat.hero.split(' & ')[0] or 'no Hero'} {key[:6]}"
    for kind, cards in (("in deck", seat.deck), ("played", seat.played)):
        for _, reference in cards:
            yield kind, reference, card_name(reference)


def deck_key(hero: str, deck: Counted) -> str:
    """A short hash of a list."""
    return hashlib.sha256(repr((hero, deck)).encode()).hexdigest()[:12]


def card_name(reference: str) -> str:
    """The name of a card with its version; its reference if it is not in the catalogue."""
    try:
        return str(catalogue()[reference])
    except UnknownCardError:
        return reference


def clustered(clusters: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """The rate of clusters of wins and games, with Wilson's interval for as many independent games
    as they are worth.

    >>> [round(x, 2) for x in clustered([[1, 1]] * 50 + [[0, 1]] * 50)]
    [0.5, 0.4, 0.6]
    >>> [round(x, 2) for x in clustered([[50, 50], [0, 50]])]  # two people
    [0.5, 0.09, 0.91]
    """
    games = sum(n for _, n in clusters)
    won = sum(w for w, _ in clusters)
    if not games:
        return 0.5, 0.0, 1.0
    rate = won / games
    apart = sum((w - rate * n) ** 2 for w, n in clusters) / games**2
    effective = min(games, rate * (1 - rate) / apart) if apart > 0 and 0 < rate < 1 else games
    # the spread of few clusters says little: no more games than one large cluster each leaves
    largest = games**2 / sum(n * n for _, n in clusters)
    effective = min(effective, max(largest, 1.0)) if len(clusters) < FEW else effective
    low, high = _wilson(rate, effective)
    return rate, low, high


FEW: Final = 10
"""Clusters below which their spread does not count."""


def _wilson(rate: float, games: float) -> tuple[float, float]:
    """Wilson's interval for a number of games that need not be whole."""
    low, high = wilson(rate * max(1, int(games)), max(1, int(games)))
    return low, high


def of_kind(found: Iterable[Rate], kind: str, least: int) -> list[Rate]:
    """The rates of a kind with enough games, the highest first."""
    return sorted(
        (row for row in found if row.kind == kind and row.games >= least),
        key=lambda row: -row.rate,
    )


def counts(games: Sequence[Played]) -> Mapping[str, int]:
    """The number of games in each format."""
    found: dict[str, int] = {}
    for one in games:
        name = one.format or "no format"
        found[name] = found.get(name, 0) + 1
    return dict(sorted(found.items(), key=lambda item: -item[1]))
