"""A deck as JSON: `{"name": ..., "hero": ..., "cards": [[3, "CORE_AX_16_C"], ...]}`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from altered_env._runtime.input_files import DECK
from altered_env._runtime.json_text import parsed
from altered_env.cards import AmbiguousCardError, Card, Catalogue, UnknownCardError

from .errors import DeckFileError
from .reading_lists import Listed, card_meant, copies_meant

_COUNTS = ("quantity", "count", "copies", "qty", "n")
_CARDS = ("cardReference", "reference", "card", "ref", "id", "name")
_LISTS = ("cards", "deck", "list", "deckCards", "deckCardsByType", "deckUserListCard")
_HEROES = ("hero", "alterator")
_PLACE = "/cards/"
"""The prefix of card addresses in the deck site's interface."""


def looks_like_json(text: str) -> bool:
    """Return whether this text is JSON rather than a list of lines.

    >>> looks_like_json(' {"cards": []}'), looks_like_json("3 Kelon Burst C")
    (True, False)
    """
    return text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE} \t\r\n")[:1] in ("{", "[")


def read_json(text: str, pool: Catalogue, file: str = "deck") -> Listed:
    """Return the cards of a deck in JSON. Raises `DeckFileError` with the place in it.

    The cards may be `[3, card]` pairs, an object from card to number, plain strings, or objects
    with a `quantity` and a `reference` or `cardReference`, all in one list or in one for each
    type; a card is given as in a line of a list, or by its address, `/cards/ALT_CORE_B_AX_16_C`.
    """
    if len(text) > DECK.most:
        raise DeckFileError(file, f"over {DECK.most:,} characters, this is not a deck")
    try:
        data = parsed(text.lstrip("\N{ZERO WIDTH NO-BREAK SPACE}"))
    except ValueError as error:
        raise DeckFileError(file, f"this is not JSON, or a damaged one: {error}") from None
    if isinstance(data, list):
        data = {"cards": data}
    if not isinstance(data, dict):
        raise DeckFileError(file, 'a deck must be an object such as {"hero": ..., "cards": [...]}')
    key = next((key for key in _LISTS if isinstance(data.get(key), list | dict)), None)
    if key is None:
        have = ", ".join(sorted(map(str, data)))[:80] or "nothing"
        raise DeckFileError(file, f'expected "cards": a list of cards; the object has {have}')
    pairs = list(_pairs(data[key], key, file))
    named = next((key for key in _HEROES if data.get(key) is not None), None)
    if named is not None:
        hero = _name_of(data[named], named, file)
        if all(_same_card(hero, name, pool) is False for _, _, name in pairs):
            pairs.insert(0, (named, "1", hero))
    heroes = [card for place, _, name in pairs if (card := _hero(place, name, pool))]
    faction = heroes[0].faction if heroes else None
    entries = []
    for number, (place, count, name) in enumerate(pairs, start=1):
        try:
            card = card_meant(name, pool, faction)
        except (AmbiguousCardError, UnknownCardError) as error:
            raise DeckFileError(file, f"{place}: {error}") from None
        if card.token:
            raise DeckFileError(
                file, f"{place}: {card.name} is a token; tokens are not part of decks"
            )
        entries.append((copies_meant(count, f"{file}: {place}"), card, number))
    title = data.get("name")
    return Listed(title if isinstance(title, str) and title else None, tuple(entries))


def _same_card(one: str, two: str, pool: Catalogue) -> bool:
    """Return whether both name one card. A deck may list its Hero both as Hero and among its
    cards."""
    try:
        return pool.find(one) == pool.find(two)
    except (AmbiguousCardError, UnknownCardError):
        return one == two


def _hero(place: str, name: str, pool: Catalogue) -> Card | None:
    """Return the card with this name if it is a Hero."""
    try:
        card = pool.find(name)
    except (AmbiguousCardError, UnknownCardError):
        return None
    return card if card.type == "hero" else None


def _pairs(cards: Any, key: str, file: str) -> Iterator[tuple[str, str, str]]:
    """Yield the place, the count and the card of each entry."""
    if isinstance(cards, dict):
        for name, count in cards.items():
            if isinstance(count, dict | list):  # a list for each type
                inner = count
                if isinstance(count, dict):
                    lists = (count[one] for one in _LISTS if isinstance(count.get(one), list))
                    inner = next(lists, count)
                yield from _pairs(inner, f"{key}.{name:.40}", file)
                continue
            yield f"{key}[{name!r:.40}]", _count(count), str(name)
        return
    for number, entry in enumerate(cards):
        place = f"{key}[{number}]"
        if isinstance(entry, str):
            yield place, "1", entry
        elif isinstance(entry, list) and len(entry) == 2:
            count, name = entry if isinstance(entry[1], str) else reversed(entry)
            yield place, _count(count), _name_of(name, place, file)
        elif isinstance(entry, dict):
            count = next((entry[key] for key in _COUNTS if key in entry), 1)
            yield place, _count(count), _name_of(entry, place, file)
        else:
            raise DeckFileError(file, f'{place}: expected [3, "CORE_AX_16_C"], found {entry!r:.60}')


def _count(count: Any) -> str:
    return count if isinstance(count, str) else f"{count!r:.20}"


def _name_of(entry: Any, place: str, file: str) -> str:
    """Return the name of the card in an entry."""
    if isinstance(entry, str):
        return entry.removeprefix(_PLACE)
    if isinstance(entry, dict):
        for key in _CARDS:
            if isinstance(entry.get(key), str | dict):
                return _name_of(entry[key], place, file)
    raise DeckFileError(file, f'{place}: expected a "reference" or a "name", found {entry!r:.60}')
