"""Writing card files: from cards to the YAML that `reader` reads, in the layout of the files here.

Reading what was written gives the same cards, in the order of their first mention.

>>> from dataclasses import replace
>>> from altered_env import cards
>>> card = replace(cards.find("Foundry Armorer C"), prints=())
>>> print(write_cards([card], "CORE"), end="")
Foundry Armorer:
  type: character
  subtypes: [engineer]
  versions:
    AX_16_C: {cost: 3/3, stats: 2/2/2, abilities: ["R: create(brassbug, in_=target(expedition))"]}
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from .card import Card
from .printed_words import NEUTRAL, RARITY_CODES, SUBTYPES_OF
from .reader import NEW_SUBTYPES, OWN_SET

WIDTH = 100

Value = str | tuple[str, ...]
"""The value of a field: plain words or a list. Abilities are already quoted."""

_FIELDS = (
    "type",
    "subtypes",
    "faction",
    "cost",
    "stats",
    "limits",
    "suspended",
    "prints",
    "counters",
    "abilities",
    "support",
)
_ALWAYS = ("type", "subtypes")
"""Fields of the card itself, even with a single version."""
_PLAIN = re.compile(r"[^\W\d_](?:[\w&'\u2019.!,?()/-]| (?=[^ ]))*")
"""Text that YAML reads unchanged."""


def write_cards(cards: Iterable[Card], set_name: str = OWN_SET, heading: str = "") -> str:
    """Return the text of a card file; `set_name` is the set that its keys need not name.

    `heading` is a comment above the cards. Raises `ValueError` for a token.
    """
    named: dict[str, list[Card]] = {}
    for card in cards:
        if card.token:
            raise ValueError(f"{card} is a token: tokens go into a separate file")
        named.setdefault(card.name, []).append(card)
    parts = [_comment(heading)] if heading else []
    parts += _new_subtypes(card for group in named.values() for card in group)
    parts += ["\n".join(_entry(name, group, set_name)) + "\n" for name, group in named.items()]
    return "\n".join(parts)


def write_tokens(tokens: Iterable[Card], heading: str = "") -> str:
    """Return the text of a file of tokens.

    >>> from altered_env import cards
    >>> print(write_tokens([cards.catalogue().tokens["brassbug"]]), end="")
    brassbug:
      name: Brassbug
      type: character
      subtypes: [robot]
      stats: 2/2/2
    """
    tokens = list(tokens)
    parts = [_comment(heading)] if heading else []
    parts += _new_subtypes(tokens)
    for token in tokens:
        fields: dict[str, Value] = {"name": _text(token.name), **_fields(token)}
        fields.pop("faction", None)
        if token.faction != NEUTRAL:
            fields["faction"] = token.faction
        if token.reserve_cost:
            fields["reserve_cost"] = str(token.reserve_cost)
        lines = [line for field, value in fields.items() for line in _block(field, value, 2)]
        parts.append("\n".join([f"{token.reference}:", *lines]) + "\n")
    return "\n".join(parts)


def in_order(cards: Iterable[Card]) -> list[Card]:
    """Sort cards by set, faction, number and rarity, keeping those of one name together.

    >>> from altered_env import cards
    >>> [card.version for card in in_order(reversed(cards.search("armorer")))]
    ['C', 'R1', 'R2']
    """
    return sorted(cards, key=_rank)


def _rank(card: Card) -> tuple[str, str, int, str, int, int]:
    code, number, rarity, *unique = card.reference.split("_")[1:]
    place = list(RARITY_CODES).index(rarity)
    return card.set, code, int(number), card.name, place, int(unique[0]) if unique else 0


def _comment(heading: str) -> str:
    return "".join(f"# {line}".rstrip() + "\n" for line in heading.splitlines())


def _new_subtypes(cards: Iterable[Card]) -> list[str]:
    """Return the sub-types that the vocabulary lacks for cards of this type."""
    words = {w for card in cards for w in card.subtypes if w not in SUBTYPES_OF[card.type]}
    return [f"{NEW_SUBTYPES}: [{', '.join(sorted(words))}]\n"] if words else []


def _entry(name: str, versions: Sequence[Card], set_name: str) -> Iterator[str]:
    """Yield the lines of all versions of a card."""
    own = {_key(card, set_name): _fields(card) for card in versions}
    if len(own) != len(versions):
        raise ValueError(f"{name}: two of its versions have the same reference")
    shared = _shared(list(own.values()))
    yield f"{_text(name)}:"
    for field, value in shared.items():
        yield from _block(field, value, 2)
    yield "  versions:"
    rest = {key: _difference(fields, shared) for key, fields in own.items()}
    flows = {key: _flow(fields) for key, fields in rest.items()}
    fitting = [key for key, flow in flows.items() if len(key) + len(flow) + 6 <= WIDTH]
    widest = max(map(len, fitting), default=0)
    for key, fields in rest.items():
        line = f"    {key + ':':<{widest + 1}} {flows[key]}"
        if key in fitting and len(line) <= WIDTH:
            yield line
            continue
        yield f"    {key}:"
        for field, value in fields.items():
            yield from _block(field, value, 6)


def _key(card: Card, set_name: str) -> str:
    return card.reference.removeprefix(f"{set_name}_")


def _fields(card: Card) -> dict[str, Value]:
    """Return the fields of a card in the words of a card file, without empty ones."""
    faction = card.faction if card.token or card.faction != card.printed_faction else ""
    tail = card.reference.partition("_")[2]
    found: dict[str, Value] = {
        "type": card.type,
        "subtypes": card.subtypes,
        "faction": faction,
        "cost": "" if card.token else f"{card.hand_cost}/{card.reserve_cost}",
        "stats": f"{card.forest}/{card.mountain}/{card.water}",
        "limits": f"{card.reserve_limit}/{card.landmark_limit}",
        "suspended": "true" if card.suspended else "",
        "prints": tuple(printed.removesuffix(f"_{tail}") for printed in card.prints),
        "counters": card.counters,
        "abilities": tuple(map(_quoted, card.abilities)),
        "support": tuple(map(_quoted, card.support)),
    }
    unused = {"character": ("limits",), "hero": ("cost", "stats")}.get(card.type)
    for field in unused or ("stats", "limits", *(["cost"] if card.type == "mana" else [])):
        del found[field]
    return {field: value for field, value in found.items() if value}


def _shared(versions: Sequence[Mapping[str, Value]]) -> dict[str, Value]:
    """Return the fields that all versions have in common."""
    return {
        field: versions[0][field]
        for field in _FIELDS
        if field in versions[0]
        and field != "faction"
        and (len(versions) > 1 or field in _ALWAYS)
        and all(version.get(field) == versions[0][field] for version in versions)
    }


def _difference(fields: Mapping[str, Value], shared: Mapping[str, Value]) -> dict[str, Value]:
    return {field: value for field, value in fields.items() if field not in shared}


def _flow(fields: Mapping[str, Value]) -> str:
    """Return the fields on one line."""
    return "{" + ", ".join(f"{field}: {_list(value)}" for field, value in fields.items()) + "}"


def _list(value: Value) -> str:
    return value if isinstance(value, str) else f"[{', '.join(value)}]"


def _block(field: str, value: Value, indent: int) -> Iterator[str]:
    """Yield the lines of a field; abilities that do not fit on one line take a line each."""
    line = f"{' ' * indent}{field}: {_list(value)}"
    if isinstance(value, str) or (len(line) <= WIDTH and field not in ("abilities", "support")):
        yield line
        return
    if field == "prints":
        yield from textwrap.wrap(
            line, WIDTH, subsequent_indent=" " * (indent + 2), break_long_words=False
        )
        return
    yield f"{' ' * indent}{field}:"
    for item in value:
        yield f"{' ' * indent}  - {item}"


def _text(text: str) -> str:
    """Return text in a form valid anywhere in the file."""
    return text if _PLAIN.fullmatch(text) else _quoted(text)


def _quoted(text: str) -> str:
    """Return text in quotes."""
    return '"' + "".join(map(_letter, text)) + '"'


def _letter(letter: str) -> str:
    if letter in '"\\':
        return "\\" + letter
    if letter.isprintable():
        return letter
    return f"\\U{ord(letter):08x}"
