"""The means of T3: of the six archetypes that one run plays, and of six runs with one each. Nothing
shows here whether a run's player was trained without its archetype.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from altered_env.arena.bench1.result_files import PlayedGame, ResultFile
from altered_env.arena.bench1.scoring import ALIKE, mean_of, mean_of_archetypes
from altered_env.decks.bench1.bench_pools import archetypes


@dataclass(frozen=True, slots=True)
class ArchetypeMean:
    """The mean of six results of one name."""

    results: tuple[ResultFile, ...]
    """By archetype."""
    mean: dict[str, float]

    @property
    def name(self) -> str:
        """The name of all six."""
        return self.results[0].entry.name

    @property
    def is_short(self) -> bool:
        """Has one of them fewer deals than T3 asks for?"""
        return any(one.entry.is_short for one in self.results)


def mean_over_archetypes(one: ResultFile) -> dict[str, float] | None:
    """The mean of the archetypes of a result of T3, each with the same weight, with its interval:
    with equally many deals of each, it is the result. None for results of another task, of one
    archetype, and of too few deals."""
    if one.last is None or "archetypes" not in one.last["result"]:
        return None
    known, result = archetypes(), one.last["result"]
    if one.entry.deals % len(known) == 0:
        return {key: result[key] for key in ("rate", "low", "high")}
    parts: dict[int, list[PlayedGame]] = defaultdict(list)
    for game in one.games:
        parts[game.number // 2 % len(known)].append(game)
    return mean_of([parts[k] for k in range(len(known))]) if len(parts) == len(known) else None


def archetype_means(results: Iterable[ResultFile]) -> tuple[list[ArchetypeMean], list[str]]:
    """The means of results with one archetype each, the best first: of those with the same name and
    conditions. And a remark on each name that has none."""
    groups: dict[tuple[Any, ...], list[ResultFile]] = defaultdict(list)
    for one in results:
        if one.entry.archetype:
            conditions = (getattr(one.entry, what) for what in ALIKE)
            groups[one.entry.name, *conditions].append(one)
    found, remarks = [], []
    for of in groups.values():
        of.sort(key=lambda one: archetypes().index(one.entry.archetype))
        try:
            found.append(ArchetypeMean(tuple(of), mean_of_archetypes(of)))
        except ValueError as error:
            remarks.append(f"{of[0].entry.name} has no mean: {error}.")
    return sorted(found, key=lambda one: (one.is_short, -one.mean["rate"])), remarks


def mean_with(one: ResultFile, means: Sequence[ArchetypeMean]) -> ArchetypeMean | None:
    """The mean that a result is part of."""
    digest = one.games_digest
    return next((m for m in means if digest in {its.games_digest for its in m.results}), None)
