"""Reading card files: from YAML to cards, refusing anything that is not exactly right.

The format, field by field, is in `docs/reference/cards.md`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NoReturn, TypeVar

from altered_env._runtime.input_files import CARDS, Kind

from .._runtime.suggestions import did_you_mean
from .card import Card
from .errors import CardFileError
from .printed_words import (
    FACTION_CODES,
    FACTIONS,
    NEUTRAL,
    RARITY_CODES,
    SUBTYPES,
    SUBTYPES_OF,
    TYPES,
    is_taken,
)
from .yaml_events import Branch, Leaf, Listing, Tree, read

NEW_SUBTYPES = "$subtypes"
"""The key, in place of a name, under which a file adds sub-types to the vocabulary."""

SUBTYPE_WORD = re.compile(r"[a-z][a-z_]{1,29}")

OWN_SET = "OWN"
"""The set of a card in a user's file that names none."""

MAX_NUMBER = 99
MAX_TEXT = 2_000
MAX_LINES = 16

_FIELDS = (
    "type",
    "subtypes",
    "faction",
    "cost",
    "stats",
    "limits",
    "abilities",
    "support",
    "suspended",
    "prints",
    "counters",
)
_CARD_FIELDS = tuple(field for field in _FIELDS if field != "faction")
_TOKEN_FIELDS = (
    "name",
    "type",
    "subtypes",
    "faction",
    "reserve_cost",
    "stats",
    "abilities",
    "counters",
)
_KEY = re.compile(
    r"(?:(?P<set>[A-Z][A-Z0-9]{0,15})_)?(?P<code>[A-Z]{2})_(?P<number>\d{1,4})"
    r"_(?P<rarity>C|R1|R2|E|U_\d{1,9})"
)
_PRINT = re.compile(
    r"(?P<set>[A-Z][A-Z0-9]{0,15})_(?P<product>[A-Z])"
    r"(?:_(?P<code>[A-Z]{2})_\d{1,4}_(?:C|R1|R2|E|U_\d{1,9})(?:_(?:\d{1,9}|XXX))?)?",
    re.ASCII,
)
TOKEN_WORD = re.compile(r"[a-z][a-z0-9_]{0,39}")

_T = TypeVar("_T")


class _Place:
    """The place of a field, for error messages."""

    __slots__ = ("card", "file", "line")

    def __init__(self, file: str, card: str, line: int) -> None:
        self.file = file
        self.card = card
        self.line = line

    def refuse(self, problem: str, field: str = "", line: int | None = None) -> NoReturn:
        """Raise an error that names this card."""
        raise CardFileError(
            self.file, problem, line=line or self.line, card=self.card, field=field
        ) from None


def read_cards(
    path: Path, label: str, set_name: str, faction: str | None = None, kind: Kind = CARDS
) -> list[Card]:
    """Return the cards of one file of this kind, in its order.

    `set_name` is the set of every key that does not name one. With `faction`, each card must
    have been printed for that faction, as in the files by set and faction.
    """
    cards: list[Card] = []
    tree = read(path, label, kind)
    words = _new_subtypes(tree, label)
    for name, entry in tree.items.items():
        place = _Place(label, _short(name), tree.lines[name])
        if not name.strip() or len(name) > 100 or not name.isprintable():
            place.refuse("the name of a card must be 1 to 100 characters")
        if name.startswith("$"):
            place.refuse(f"names do not begin with '$'; the only other key is {NEW_SUBTYPES}")
        data = _branch(entry, place, (*_CARD_FIELDS, "versions"))
        versions = data.items.pop("versions", None)
        if not isinstance(versions, Branch) or not versions.items:
            line = data.lines.get("versions")
            place.refuse("expected the versions, such as `AX_16_C: {...}`", "versions", line)
        for key, version in versions.items.items():
            here = _Place(label, f"{_short(name)} {_short(key)}", versions.lines[key])
            own = _branch(version, here, _FIELDS)
            cards.append(_card(name, key, data, own, here, set_name, faction, words))
    return cards


def _new_subtypes(tree: Branch, label: str) -> tuple[str, ...]:
    """Remove and return the sub-types that the file adds to the vocabulary, for cards of any
    type."""
    found = tree.items.pop(NEW_SUBTYPES, None)
    if found is None:
        return ()
    place = _Place(label, NEW_SUBTYPES, tree.lines[NEW_SUBTYPES])
    return _field(Branch({"words": found}, {}, place.line), "words", place, _new_words, ())


def read_tokens(path: Path, label: str) -> list[Card]:
    """Return the tokens of a file, in its order."""
    tokens: list[Card] = []
    tree = read(path, label)
    words = _new_subtypes(tree, label)
    for word, entry in tree.items.items():
        place = _Place(label, _short(word), tree.lines[word])
        if not TOKEN_WORD.fullmatch(word):
            place.refuse("the word for a token must be lower snake case, such as `mana_moth`")
        data = _branch(entry, place, _TOKEN_FIELDS)
        name = data.items.get("name")
        if not isinstance(name, Leaf) or not name.text.strip() or len(name.text) > 100:
            place.refuse("expected the token's name", "name", data.lines.get("name"))
        kind = _field(data, "type", place, _type, None)
        if kind is None or kind not in ("character", "landmark_permanent", "expedition_permanent"):
            place.refuse(
                "a token must be a character or a permanent", "type", data.lines.get("type")
            )
        forest, mountain, water = _field(data, "stats", place, _three, (0, 0, 0))
        if kind == "character" and "stats" not in data.items:
            place.refuse("missing, expected forest/mountain/water such as 2/2/2", "stats")
        tokens.append(
            Card(
                reference=word,
                name=name.text,
                faction=_field(data, "faction", place, _faction, NEUTRAL),
                rarity=None,
                type=kind,
                subtypes=_field(data, "subtypes", place, _subtypes_for(kind, words), ()),
                reserve_cost=_field(data, "reserve_cost", place, _one, 0),
                forest=forest,
                mountain=mountain,
                water=water,
                abilities=_field(data, "abilities", place, _abilities, ()),
                counters=_field(data, "counters", place, _new_counters, ()),
                token=True,
                source=f"{label}:{tree.lines[word]}",
            )
        )
    return tokens


def _card(
    name: str,
    key: str,
    shared: Branch,
    own: Branch,
    place: _Place,
    set_name: str,
    file_faction: str | None,
    words: tuple[str, ...],
) -> Card:
    """Return one version: its own fields over those it shares with the others."""
    match = _KEY.fullmatch(key)
    if match is None:
        place.refuse("expected a version such as AX_16_C, AX_16_R1, AX_16_R2 or AX_16_E")
    code = match["code"]
    if code not in FACTION_CODES:
        place.refuse(f"unknown faction code {code!r}{did_you_mean(code, FACTION_CODES)}")
    printed = FACTION_CODES[code]
    if file_faction is not None and printed != file_faction:
        place.refuse(f"a card of {printed} in the file of {file_faction}")
    if match["set"] not in (None, set_name) and set_name != OWN_SET:
        place.refuse(f"a card of {match['set']} in a file of {set_name}")
    rarity_code = match["rarity"].split("_")[0]

    def value(field: str, parse: Callable[[Tree], _T], default: _T) -> _T:
        source = own if field in own.items else shared
        return _field(source, field, place, parse, default)

    def given(field: str) -> bool:
        return field in own.items or field in shared.items

    faction = value("faction", _faction, printed)
    if rarity_code == "R2" and faction == printed:
        place.refuse("an R2 belongs to another faction than its number: name it", "faction")
    if rarity_code in ("C", "R1", "E") and faction != printed:
        place.refuse(f"only an R2 or a unique may leave its faction, {printed}", "faction")
    kind = value("type", _type, "")
    if not kind:
        place.refuse(f"missing, expected one of {', '.join(TYPES)}", "type")
    wanted = {"character": ("cost", "stats"), "hero": ("limits",), "mana": ()}.get(kind, ("cost",))
    for field, form in (("cost", "3/3"), ("stats", "2/2/2"), ("limits", "2/2")):
        if field in wanted and not given(field):
            place.refuse(f"missing, a {kind} needs it, such as {form}", field)
        if field not in wanted and given(field):
            place.refuse(f"a {kind} has none", field)
    hand_cost, reserve_cost = value("cost", _two, (0, 0))
    forest, mountain, water = value("stats", _three, (0, 0, 0))
    reserve_limit, landmark_limit = value("limits", _two, (0, 0))
    tail = f"{code}_{int(match['number']):02d}_{match['rarity']}"
    return Card(
        reference=f"{match['set'] or set_name}_{tail}",
        name=name,
        faction=faction,
        rarity=RARITY_CODES[rarity_code],
        type=kind,
        subtypes=value("subtypes", _subtypes_for(kind, words), ()),
        hand_cost=hand_cost,
        reserve_cost=reserve_cost,
        forest=forest,
        mountain=mountain,
        water=water,
        reserve_limit=reserve_limit,
        landmark_limit=landmark_limit,
        abilities=value("abilities", _abilities, ()),
        support=value("support", _abilities, ()),
        suspended=value("suspended", _yes_or_no, False),
        prints=value("prints", _prints_for(tail), ()),
        counters=value("counters", _new_counters, ()),
        source=f"{place.file}:{place.line}",
    )


def _branch(tree: Tree, place: _Place, fields: Iterable[str]) -> Branch:
    """Return `tree` as a mapping without keys other than `fields`."""
    fields = tuple(fields)
    if not isinstance(tree, Branch):
        place.refuse(f"expected {', '.join(fields)}; found {_kind(tree)}", line=tree.line)
    for key in tree.items:
        if key not in fields:
            hint = did_you_mean(key, fields) or f", expected one of {', '.join(fields)}"
            place.refuse(f"unknown field {_short(key)!r}{hint}", line=tree.lines[key])
    return Branch(dict(tree.items), tree.lines, tree.line)


def _field(data: Branch, field: str, place: _Place, parse: Callable[[Tree], _T], default: _T) -> _T:
    """Return the value of `field`, read by `parse`."""
    tree = data.items.get(field)
    if tree is None:
        return default
    try:
        return parse(tree)
    except _WrongError as error:
        place.refuse(str(error), field, error.line or tree.line)


class _WrongError(Exception):
    """An invalid value of a field; `_field` adds the place."""

    def __init__(self, problem: str, line: int | None = None) -> None:
        super().__init__(problem)
        self.line = line


def _text(tree: Tree) -> str:
    if not isinstance(tree, Leaf):
        raise _WrongError(f"expected text, found {_kind(tree)}")
    return tree.text


def _numbers(tree: Tree, count: int, form: str) -> tuple[int, ...]:
    text = _text(tree)
    parts = text.split("/")
    if len(parts) != count or not all(re.fullmatch(r"[0-9]{1,9}", part) for part in parts):
        raise _WrongError(f"found {_short(text)!r}, expected {form}")
    numbers = tuple(int(part) for part in parts)
    if max(numbers) > MAX_NUMBER:
        raise _WrongError(f"found {_short(text)!r}, expected a number up to {MAX_NUMBER}")
    return numbers


def _one(tree: Tree) -> int:
    (number,) = _numbers(tree, 1, "a number such as 2")
    return number


def _two(tree: Tree) -> tuple[int, int]:
    first, second = _numbers(tree, 2, "two numbers such as 3/2")
    return first, second


def _three(tree: Tree) -> tuple[int, int, int]:
    forest, mountain, water = _numbers(tree, 3, "forest/mountain/water such as 2/2/2")
    return forest, mountain, water


def _word(tree: Tree, choices: tuple[str, ...]) -> str:
    text = _text(tree)
    if text not in choices:
        hint = did_you_mean(text, choices) or f", expected one of {', '.join(choices)}"
        raise _WrongError(f"unknown {_short(text)!r}{hint}", tree.line)
    return text


def _type(tree: Tree) -> str:
    return _word(tree, TYPES)


def _faction(tree: Tree) -> str:
    return _word(tree, FACTIONS)


def _yes_or_no(tree: Tree) -> bool:
    return _word(tree, ("true", "false")) == "true"


def _subtypes_for(kind: str, words: tuple[str, ...] = ()) -> Callable[[Tree], tuple[str, ...]]:
    allowed = (*SUBTYPES_OF[kind], *words)

    def parse(tree: Tree) -> tuple[str, ...]:
        found: list[str] = []
        for item in _items(tree, "a list such as [engineer]"):
            text = _text(item)
            if text in SUBTYPES and text not in allowed:
                raise _WrongError(f"a {kind} cannot be a {text}", item.line)
            word = _word(item, allowed or SUBTYPES)
            if word in found:
                raise _WrongError(f"{word!r} occurs twice", item.line)
            found.append(word)
        return tuple(found)

    return parse


def _new_words(tree: Tree) -> tuple[str, ...]:
    return _named(tree, "sub-type", SUBTYPE_WORD)


def _new_counters(tree: Tree) -> tuple[str, ...]:
    return _named(tree, "counter", TOKEN_WORD)


def _named(tree: Tree, what: str, form: re.Pattern[str]) -> tuple[str, ...]:
    """Read words that are added to the language."""
    words = [(_text(item), item.line) for item in _items(tree, "a list such as [pirate]")]
    for word, line in words:
        if not form.fullmatch(word):
            raise _WrongError(f"found {_short(word)!r}, expected a {what} in lower case", line)
        if is_taken(word):
            raise _WrongError(f"{word!r} is a word of the language, not a {what}", line)
    return tuple(dict.fromkeys(word for word, _ in words))


def _prints_for(tail: str) -> Callable[[Tree], tuple[str, ...]]:
    """Return a reader of prints; with the card's own number and rarity, `COREKS_B` is enough."""

    def parse(tree: Tree) -> tuple[str, ...]:
        found: list[str] = []
        for item in _items(tree, "a list such as [COREKS_B]"):
            text = _text(item)
            match = _PRINT.fullmatch(text)
            if match is None or match["code"] not in (None, *FACTION_CODES):
                form = "a set and product such as COREKS_B, or a whole reference"
                raise _WrongError(f"found {_short(text)!r}, expected {form}", item.line)
            reference = text if match["code"] else f"{text}_{tail}"
            if reference in found:
                raise _WrongError(f"{text!r} occurs twice", item.line)
            found.append(reference)
        return tuple(found)

    return parse


def _abilities(tree: Tree) -> tuple[str, ...]:
    lines: list[str] = []
    for item in _items(tree, "a list of abilities in quotes"):
        if isinstance(item, Branch):
            raise _WrongError("put the ability in quotes, since it has a colon", item.line)
        text = _text(item).strip()
        if not text or len(text) > MAX_TEXT:
            raise _WrongError(f"an ability must have 1 to {MAX_TEXT} characters", item.line)
        lines.append(" ".join(text.split()))
    if len(lines) > MAX_LINES:
        raise _WrongError(f"{len(lines)} abilities, but a card has at most {MAX_LINES}")
    return tuple(lines)


def _items(tree: Tree, form: str) -> list[Tree]:
    if not isinstance(tree, Listing):
        raise _WrongError(f"expected {form}, found {_kind(tree)}")
    return tree.items


def _kind(tree: Any) -> str:
    if isinstance(tree, Leaf):
        return repr(_short(tree.text)) if tree.text else "nothing"
    return "a list" if isinstance(tree, Listing) else "a mapping"


def _short(text: str) -> str:
    """Shorten `text` for an error message."""
    clean = "".join(letter if letter.isprintable() else "?" for letter in text[:61])
    return clean if len(clean) <= 60 else clean[:60] + "..."
