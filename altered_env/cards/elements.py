"""Elements that cards share: costs, statistics, names, and the parts of their abilities.

The worth of a body is not the sum of its numbers: a statistic counts for more on a cheap card. So
pairs of numbers are elements too, its `shape`. All versions of a card are its `family`, including
its uniques. The elements of abilities come from the model of an ability: its trigger, its
condition, its verbs with their amounts, each verb with its trigger, and the line as a whole.
Rankings measure the worth of each (`altered_env/cardstats/ranking`), and `estimates.py` derives
estimates for cards that were never dealt.

>>> from altered_env import cards
>>> [name for kind, name in elements(cards.find("Foundry Armorer R1")) if kind == "effect"]
['when it joins: create brassbug']
"""

from __future__ import annotations

import functools
from collections.abc import Iterator

from altered_env.cards import Card, catalogue
from altered_env.language.model import Ability, Apply, Compare, Node, Number, Word, walk
from altered_env.language.notation import read_ability
from altered_env.language.vocabulary import GROUPS
from altered_env.language.writing import write_ability

KINDS = (
    "body", "cost", "shape", "subtype", "family", "trigger", "condition", "verb", "effect", "line",
)  # fmt: skip
"""The kinds of elements. Each is shrunk towards zero according to its own spread."""
MOST_COST = 8
"""The Hand Cost from which all cards share one element."""
TRIGGERS = {
    "J": "when it joins",
    "H": "from hand",
    "R": "from Reserve",
    "T": "exhaust",
    "D": "Support, discard",
    "I": "Support",
}
"""The symbols of the notation in words."""
_QUIET = frozenset({"may", "if_", "choose", "target", "later"})
_DOING = frozenset(GROUPS["step"])


def elements(card: Card) -> dict[tuple[str, str], float]:
    """Return the elements of a card's abilities, by kind and name, with their amounts."""
    found: dict[tuple[str, str], float] = {}
    for support, lines in ((False, card.abilities), (True, card.support)):
        for line in lines:
            for key, amount in line_elements(line, support):
                found[key] = found.get(key, 0.0) + amount
    return found


@functools.cache
def line_elements(line: str, support: bool) -> tuple[tuple[tuple[str, str], float], ...]:
    """Return the elements of a line of notation, with their amounts."""
    try:
        ability = read_ability(line, support=support, names=catalogue().names)
    except ValueError:  # a word of another pool: only the whole line is an element
        return ((("line", line), 1.0),)
    trigger = _trigger(ability)
    found: list[tuple[tuple[str, str], float]] = [
        (("line", write_ability(ability)), 1.0),
        (("trigger", trigger), 1.0),
    ]
    for name in sorted(set(_conditions(ability))):
        found.append((("condition", name), 1.0))
    for name, amount in _verbs(ability):
        found.append((("verb", name), amount))
        found.append((("effect", f"{trigger}: {name}"), amount))
    return tuple(found)


def _trigger(ability: Ability) -> str:
    """Describe in a few words when an ability works."""
    head = ability.head
    if ability.kind == "quick":
        costs = [_said(cost) for cost in ability.costs]
        return ", ".join(costs)
    if isinstance(head, Word):
        return TRIGGERS.get(head.name, head.name)
    if isinstance(head, Apply):
        inner = [_said(part) for part in head.args[:1]]
        return " ".join([head.name.strip("_"), *inner]) if ability.kind == "reaction" else head.name
    return ability.kind


def _said(node: Node) -> str:
    if isinstance(node, Word):
        return TRIGGERS.get(node.name, node.name)
    if isinstance(node, Apply):
        who = [part.name for part in node.args[:1] if isinstance(part, Word)]
        return " ".join([node.name.strip("_"), *who])
    return "..."


def _conditions(ability: Ability) -> Iterator[str]:
    for gate in ability.gates:
        yield _said(gate)
    for node in walk(ability.body):
        if isinstance(node, Apply) and node.name == "if_" and node.args:
            yield from _test(node.args[0])
        elif isinstance(node, Apply) and node.name == "may":
            yield "may"


def _test(node: Node) -> Iterator[str]:
    names = [part.name for part in walk(node) if isinstance(part, Apply) and part.name != "may"]
    if isinstance(node, Compare) or names:
        yield "if " + (names[0].strip("_") if names else "compared")


def _verbs(ability: Ability) -> Iterator[tuple[str, float]]:
    """Yield its verbs, each with the player concerned, and the amount."""
    roots = [ability.body] if ability.body is not None else [ability.head]
    for node in walk(tuple(root for root in roots if root is not None)):
        if isinstance(node, Apply) and node.name in _DOING:
            yield _verb(node)
        elif isinstance(node, Apply) and ability.body is None and node.name not in _QUIET:
            yield node.name, 1.0


def _verb(node: Apply) -> tuple[str, float]:
    amount = next((part.value for part in node.args if isinstance(part, Number)), 1)
    words = [node.name.strip("_")]
    if node.name in ("gain", "lose", "spend"):
        for key, value in node.keywords:
            words.append(key)
            amount = value.value if isinstance(value, Number) else amount
        words += [part.name for part in node.args[1:] if isinstance(part, Word)]
    elif node.name in ("create", "put"):
        words += [part.name for part in node.args if isinstance(part, Word)]
    inside = walk((node.args, tuple(value for _, value in node.keywords)))
    named = {part.name for part in inside if isinstance(part, Word | Apply)}
    if node.name in ("gain", "lose") and node.args:
        first = node.args[0]
        if isinstance(first, Word | Apply):
            words.append(f"({first.name})")
    if "opponent" in named or "opponents" in named:
        words.append("(opponent)")
    return " ".join(dict.fromkeys(words)), float(min(max(amount, 1), 6))


def _body(card: Card) -> dict[str, float]:
    """Return costs and statistics as numbers."""
    stats = (card.forest, card.mountain, card.water)
    is_body = card.type == "character"
    return {
        "Hand Cost": card.hand_cost,
        "Hand Cost, squared": card.hand_cost**2,
        "Reserve Cost": card.reserve_cost,
        "forest": card.forest,
        "mountain": card.mountain,
        "water": card.water,
        "highest statistic": max(stats),
        "lowest statistic": min(stats),
        "statistics for each Hand Cost": sum(stats) / max(1, card.hand_cost),
        "statistics times Hand Cost": sum(stats) * card.hand_cost / 10,
        "Character": float(is_body),
        "Spell": float(card.type == "spell"),
        "Landmark": float(card.type == "landmark_permanent"),
        "abilities": float(len(card.abilities)),
    }


def _shapes(card: Card) -> Iterator[str]:
    """Yield pairs of a body's numbers: a cost with a statistic or with the other cost."""
    costs = {"Hand": min(card.hand_cost, MOST_COST), "Reserve": min(card.reserve_cost, MOST_COST)}
    yield f"{card.type}, Hand {costs['Hand']}, Reserve {costs['Reserve']}"
    if card.type != "character":
        return
    stats = {"forest": card.forest, "mountain": card.mountain, "water": card.water}
    total = sum(stats.values())
    for which, cost in costs.items():
        for name, number in stats.items():
            yield f"{which} {cost}, {name} {number}"
        yield f"{which} {cost}, statistics {total}"
    yield f"Hand {costs['Hand']}, highest {max(stats.values())}"
    yield f"Hand {costs['Hand']}, lowest {min(stats.values())}"


def described(card: Card) -> dict[tuple[str, str], float]:
    """Return all features of a card in a ranking: costs and statistics, sub-types, its name, and
    its elements."""
    row = {("body", name): float(value) for name, value in _body(card).items()}
    row[("cost", f"Hand Cost {min(card.hand_cost, MOST_COST)}")] = 1.0
    row[("cost", f"Reserve Cost {min(card.reserve_cost, MOST_COST)}")] = 1.0
    row |= {("shape", name): 1.0 for name in _shapes(card)}
    row[("family", card.name)] = 1.0
    row |= {("subtype", name): 1.0 for name in card.subtypes}
    return row | elements(card)
