"""Heroes ranked by the win rates of their lists against a field, by several players."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from altered_env.arena.ledger import Ledger
from altered_env.arena.paired import Difference, difference
from altered_env.cardstats.players_together import Together, together
from altered_env.decks import Deck


@dataclass(frozen=True, slots=True)
class HeroRow:
    """A Hero: wins less losses of its lists, by each player and together."""

    hero: str
    faction: str
    lists: int
    by: Mapping[str, Difference]
    all: Together


def lists_by_hero(lists: Iterable[Deck]) -> dict[str, list[Deck]]:
    """The lists of each Hero, by its name."""
    found: dict[str, list[Deck]] = {}
    for deck in lists:
        if deck.hero is not None:
            found.setdefault(deck.hero.name, []).append(deck)
    return found


def rate_heroes(
    lists: Mapping[str, Sequence[Deck]], ledger: Ledger, deals: int
) -> dict[str, Difference]:
    """Wins less losses of each Hero in so many deals, spread over its lists.

    All Heroes play the same deals: the same opponents and seeds.
    """
    found = {}
    for hero, mine in lists.items():
        scores: list[float] = []
        for number, deck in enumerate(mine):
            names = [f"hero/0/{k}" for k in range(deals) if k % len(mine) == number]
            if names:
                scores += [2 * score - 1 for score in ledger.scores([deck], names)[0]]
        found[hero] = difference(scores)
    return found


def ranked(
    lists: Mapping[str, Sequence[Deck]], by_player: Mapping[str, Mapping[str, Difference]]
) -> list[HeroRow]:
    """The Heroes, the best by all players together first."""
    rows = []
    for hero, mine in lists.items():
        by = {agent: rates[hero] for agent, rates in by_player.items()}
        first = mine[0].hero
        faction = "" if first is None else str(first.faction)
        rows.append(HeroRow(hero, faction, len(mine), by, together(list(by.values()))))
    return sorted(rows, key=lambda row: (-row.all.mean, row.hero))
