"""Datasets in shards, each played independently on a machine of its own, and merged.

A shard is a dataset whose plan states its number, the number of shards and the total number of
games: `3/16` has every sixteenth part, from the third. The merged dataset is byte for byte that of
a single machine.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from altered_env._runtime import signals
from altered_env.arena.deck_sets import deck_of
from altered_env.arena.ledger import key_of
from altered_env.arena.workers import AGAIN
from altered_env.cardstats.dataset import KINDS, plan_in
from altered_env.cardstats.dataset_places import PLAN, Place, part_name, place_of, write_part

OWN = ("shard", "games")
"""The additional fields of a shard's plan."""
LISTED = 5


@dataclass(frozen=True, slots=True)
class Shard:
    """One share of the parts of a dataset.

    >>> Shard.of_text("3/16")
    Shard(number=3, of=16)
    """

    number: int
    of: int

    def __post_init__(self) -> None:
        if not 1 <= self.number <= self.of:
            raise ValueError(f"a shard must be 1/N to N/N, found {self.number}/{self.of}")

    def __str__(self) -> str:
        return f"{self.number}/{self.of}"

    @classmethod
    def of_text(cls, text: str) -> Shard:
        """Parse a shard. Raises `ValueError`."""
        if not (found := re.fullmatch(r"(\d{1,6})/(\d{1,6})", text)):
            raise ValueError(f"write a shard as 3/16, the third of sixteen, found {text!r:.40}")
        return cls(int(found[1]), int(found[2]))


def plan_at(place: Place) -> dict[str, Any] | None:
    """Return the plan of the dataset in a place; None if there is none.

    Raises `ValueError` if it is damaged.
    """
    data = place.read(PLAN)
    if data is None:
        return None
    with signals.temporary_folder() as folder:
        note = Path(folder) / PLAN
        note.write_bytes(data)
        try:
            return plan_in(note)
        except ValueError as error:
            raise ValueError(str(error).replace(str(note), f"{place}/{PLAN}")) from None


def claim(place: Place, mine: Mapping[str, Any]) -> None:
    """Create a dataset with this plan in a place, or check that it has this plan. Fields missing
    from an older plan are ignored if they do not affect the games."""
    there = plan_at(place)
    if there is not None:
        said = [n for n in mine if n not in ("contents", "ratings", "ratings_scale")]
        other = [name for name in (*said, *OWN) if there.get(name) != mine.get(name)]
        if other:
            raise ValueError(
                f"{place} is a dataset with other {', '.join(dict.fromkeys(other))}: "
                f"found {there.get(other[0])!r:.60}, asked for {mine.get(other[0])!r:.60}; "
                "name another folder"
            )
        if changed := changed_decks(there):
            raise ValueError(
                f"{place} was played with other cards in {', '.join(changed)}: restore the"
                " cards, or name another folder"
            )
    elif place.is_used():
        raise ValueError(f"{place} exists already and is not a dataset: name another folder")
    place.make()
    if there is None:
        place.write(PLAN, (json.dumps(mine, indent=1) + "\n").encode())


def changed_decks(there: Mapping[str, Any]) -> list[str]:
    """Return the names of decks in a dataset's plan whose cards have changed since."""
    contents = there.get("contents", {})
    format = there.get("format", "standard")
    return [name for name in contents if contents[name] != key_of(deck_of(name, format))]


def merge(shards: Sequence[str], out: str) -> int:
    """Merge shards into their dataset, and return its number of games.

    Raises `ValueError` that names shards that are missing, duplicate, incomplete or of another
    plan.
    """
    whole = place_of(out)
    with whole.alone():
        return _merged(shards, whole)


def _merged(shards: Sequence[str], whole: Place) -> int:
    found = _all_of_one(shards)
    plan = next(plan for _, plan, _ in found.values())
    games, size, of = plan["games"], plan["part"], len(found)
    parts = range(-(-games // size))
    for part in parts:
        place, _, shard = found[part % of + 1]
        count = min(size, games - part * size)
        if place.kept(part) < count:
            raise ValueError(
                f"shard {shard} in {place} lacks games {part * size} to {part * size + count - 1}:"
                " resume it with the command that played it"
            )
    claim(whole, {name: said for name, said in plan.items() if name not in OWN})
    with signals.keeping(f"part of the dataset is in {whole}; {AGAIN}"):
        for part in parts:
            place, _, _ = found[part % of + 1]
            data = {kind: place.read(part_name(kind, part)) or b"" for kind in KINDS}
            if any(whole.read(part_name(kind, part)) != data[kind] for kind in KINDS):
                write_part(whole, part, data)
    return int(games)


def _all_of_one(names: Sequence[str]) -> dict[int, tuple[Place, dict[str, Any], Shard]]:
    """Return the shards of a dataset by number, each present exactly once."""
    found: dict[int, tuple[Place, dict[str, Any], Shard]] = {}
    first: tuple[Place, dict[str, Any], Shard] | None = None
    for name in names:
        place = place_of(name)
        plan = plan_at(place)
        if plan is None or "shard" not in plan or "games" not in plan or "part" not in plan:
            raise ValueError(f"{place} is not a shard: `altered simulate --shard 3/16` plays one")
        shard = Shard.of_text(plan["shard"])
        first = first or (place, plan, shard)
        for what in sorted({*plan, *first[1]} - {"shard"}):
            if plan.get(what) != first[1].get(what):
                raise ValueError(
                    f"{place} is of another dataset than {first[0]}: its {what} is"
                    f" {plan.get(what)!r:.60}, not {first[1].get(what)!r:.60}"
                )
        if shard.of != first[2].of:
            raise ValueError(
                f"{place} is shard {shard}, and {first[0]} is {first[2]}: their numbers of "
                f"shards differ"
            )
        if shard.number in found:
            raise ValueError(
                f"shard {shard} occurs twice: {found[shard.number][0]} and {place}; name one"
            )
        found[shard.number] = place, plan, shard
    if first is None:
        raise ValueError("name all shards to merge")
    of = first[2].of
    missing = [f"{number}/{of}" for number in range(1, of + 1) if number not in found]
    if missing:
        more = f" and {len(missing) - LISTED} more" if len(missing) > LISTED else ""
        raise ValueError(
            f"shards are missing: {', '.join(missing[:LISTED])}{more}; name all {of}; play"
            " missing ones with `altered simulate --shard` and the same options"
        )
    return found
