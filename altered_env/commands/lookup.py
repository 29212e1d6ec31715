"""`altered cards` and `altered card`: the pool in the terminal."""

from __future__ import annotations

from collections.abc import Mapping

from altered_env.cards import Card, catalogue, find, search
from altered_env.language.notation import read_ability
from altered_env.language.wording import word
from altered_env.play.books import book_for

__all__ = ["card", "cards"]


def cards(text: str, tokens: bool, wanted: Mapping[str, str | None]) -> int:
    """List the cards that fit, a line each."""
    found = search(text, token=tokens, **wanted)
    for entry in found:
        print(
            f"{entry.reference:<16} {entry.name[:36]:<36} {entry.version:<6} {entry.type:<20} "
            f"{entry.faction:<8} {_numbers(entry)}".rstrip()
        )
    print(f"{len(found)} of {sum(not entry.token for entry in catalogue())} cards")
    return 0 if found else 1


def _numbers(entry: Card) -> str:
    if entry.type == "hero":
        return f"limits {entry.reserve_limit}/{entry.landmark_limit}"
    parts = [] if entry.token else [f"{entry.hand_cost}/{entry.reserve_cost}"]
    if entry.type == "character":
        parts.append(f"{entry.forest}/{entry.mountain}/{entry.water}")
    return "  ".join(parts)


def card(name: str) -> int:
    """Show the facts of a card, its abilities in notation and in English."""
    entry = catalogue().tokens.get(name) or find(name)
    print(f"{entry}   {entry.reference}")
    kind = entry.type.replace("_", " ")
    if entry.subtypes:
        kind += " - " + ", ".join(entry.subtypes)
    print(f"{kind}; {entry.faction}; {entry.rarity or 'token'}")
    if entry.type == "hero":
        print(f"Reserve limit {entry.reserve_limit}, Landmark limit {entry.landmark_limit}")
    elif not entry.token:
        print(f"Hand Cost {entry.hand_cost}, Reserve Cost {entry.reserve_cost}")
    if entry.type == "character":
        print(f"forest {entry.forest}, mountain {entry.mountain}, water {entry.water}")
    for label, lines in (("", entry.abilities), ("Support: ", entry.support)):
        for line in lines:
            print(f"\n  {line}\n    {label}{word(read_ability(line))}")
    reason = book_for([entry]).unsupported.get(entry.reference)
    if reason:
        print(f"\nIt cannot be played yet: {reason}")
    others = [v.version for v in catalogue().versions(entry.name) if v != entry]
    if others:
        print(f"\nOther versions: {', '.join(others)}")
    return 0
