"""Type checks of slots, and the messages for values that do not fit.

>>> suggest("brasbug", {"brassbug", "booda"})
", did you mean 'brassbug'?"
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable

from altered_env.language.kinds import COUNTERS, MARKERS, Names
from altered_env.language.model import Apply, Attribute, Logic, Node, Word
from altered_env.language.signatures import SORTS, Call, Slot
from altered_env.language.vocabulary import ATTRIBUTES, CALLS, WORDS

FILTERS = frozenset(
    ["filter", "area", "object", "expedition", "player", "region", "status", "terrain", "type"]
)
"""Sorts that may serve as a filter."""

_NOUNS = {"player": "player", "opponent": "player", "expedition": "expedition", "region": "region"}


def suggest(name: str, known: Iterable[str]) -> str:
    """Return the did-you-mean part of a message, or an empty string."""
    close = difflib.get_close_matches(name[:40], sorted(set(known)), n=1, cutoff=0.6)
    return f", did you mean '{close[0]}'?" if close else ""


def called(sorts: frozenset[str]) -> str:
    """Describe sorts in words, in a fixed order.

    >>> called(frozenset({"number", "amount"}))
    'a number or an amount (all, any_number, none, up_to(n))'
    """
    return " or ".join(text for sort, text in SORTS.items() if sort in sorts)


_SHORT_FILTER = "a filter, an area or a reference"


def wanted(slot: Slot) -> str:
    """Describe the sorts that a slot takes; the long list of a filter slot is shortened."""
    if "filter" in slot.sorts:
        return _SHORT_FILTER
    return called(slot.sorts)


def found(node: Node, sorts: frozenset[str]) -> str:
    """Describe the offending value in a message: the word itself and its sort.

    >>> found(Word("reserve"), WORDS["reserve"].sorts)
    "'reserve' (an area)"
    """
    order = [sort for sort in SORTS if sort in sorts]
    kind = SORTS[order[0]].split(" (")[0] if order else "nothing"
    if "step" in sorts:
        kind = "a step"
    elif "area" in sorts:
        kind = "an area"
    if isinstance(node, Word | Attribute):
        return f"'{node.name}' ({kind})"
    if isinstance(node, Apply):
        return f"'{node.name}(..)' ({kind})"
    return kind


def fits(slot: Slot, sorts: frozenset[str]) -> bool:
    """Return whether a value of these sorts may fill the slot; a step is never a filter."""
    if "filter" in slot.sorts and "step" in sorts:
        return False
    return bool(slot.sorts & sorts)


def join(parts: list[frozenset[str]]) -> frozenset[str]:
    """Return the sorts of `a | b` or `a & b`; empty if they cannot be joined."""
    common = frozenset.intersection(*parts)
    tests = FILTERS | {"truth", "keyword", "counter"}
    if all(part & tests and "step" not in part for part in parts):
        common |= {"filter"}
    return common


def picked(args: Iterable[tuple[Node, frozenset[str]]]) -> frozenset[str]:
    """Return the sorts that a selector over these filters picks: objects, players, Expeditions,
    regions."""
    pairs = list(args)
    nouns: set[str] = set()
    typed = False

    def scan(node: Node) -> None:
        nonlocal typed
        if isinstance(node, Logic) and node.op in "|&":
            for part in node.parts:
                scan(part)
        elif isinstance(node, Word):
            if node.name in _NOUNS:
                nouns.add(_NOUNS[node.name])
            elif (
                "type" in WORDS.get(node.name, WORDS["other"]).sorts
                or node.name == "card"
                or node.name in MARKERS
            ):
                typed = True

    for node, _ in pairs:
        scan(node)
    if typed:
        return frozenset({"object"})
    if nouns:
        return frozenset(nouns)
    sorts = [sorts for _, sorts in pairs]
    for kind in ("status", "statistic"):
        if all(kind in part for part in sorts):
            return frozenset({kind, "object"} if len(sorts) == 1 else {kind})
    references = frozenset({"object", "player", "expedition", "region"})
    return (frozenset().union(*sorts) & references) or frozenset({"object"})


def counters_of(names: Names) -> frozenset[str]:
    """Return the counter names that `gain`, `lose`, `spend` and `begin` take as slots."""
    return names.counters | COUNTERS | MARKERS | {"counter"}


def keyword_names(call: Call, names: Names) -> set[str]:
    """Return every `name=` that a word with slots takes."""
    known = {slot.name for slot in call.keywords}
    return known | counters_of(names) if call.counters else known


def words_for(sorts: frozenset[str], names: Names) -> set[str]:
    """Return the words that would fit, for a suggestion."""
    known = {word.name for word in WORDS.values() if word.sorts & sorts}
    known |= {call.name for call in CALLS.values() if call.gives & sorts}
    if "token" in sorts:
        known |= names.tokens
    if "type" in sorts:
        known |= names.subtypes
    if "counter" in sorts:
        known |= counters_of(names)
    return known


def attributes_for(sorts: frozenset[str]) -> set[str]:
    """Return the attributes of a reference of these sorts."""
    return {word.name for word in ATTRIBUTES.values() if word.of & sorts}
