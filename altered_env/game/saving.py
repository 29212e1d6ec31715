"""Saved games as bytes: a header with everything needed to resume, the state, and a checksum.

Nothing in them is executed, and anything invalid is refused before use.
"""

from __future__ import annotations

import functools
import hashlib
import json
import struct
import zlib
from collections.abc import Mapping
from dataclasses import asdict
from types import ModuleType
from typing import TYPE_CHECKING, Any

from altered_env._runtime.input_files import inflated
from altered_env.cards import Card, UnknownCardError, catalogue
from altered_env.decks import Deck
from altered_env.engine import layout, opcodes, terms
from altered_env.engine.layout import ability_t, card_t, game_t
from altered_env.game.books import book_of, digest, pool_book
from altered_env.game.errors import SaveError
from altered_env.game.fingerprint import fingerprint
from altered_env.game.headers import FORMAT, READ, Header, read_header
from altered_env.game.records import wrong_with
from altered_env.game.states import State, from_state

if TYPE_CHECKING:
    from altered_env.language.book import Book

MAGIC = b"ALTERED\0"
_HEAD = struct.Struct("<8sHII")
_CHECK = 32
_MOST = 4_000_000
OTHER_CARDS = "the game was saved with other versions of its cards and cannot be resumed here"


@functools.cache
def engine_version() -> str:
    """A short hash of the record's layout and of the meaning of its numbers.

    >>> len(engine_version())
    16
    """
    found = hashlib.sha256()
    for dtype in (game_t, card_t, ability_t):
        found.update(repr(dtype.descr if dtype.fields else dtype).encode())
    for home in (terms, opcodes, layout):
        for name in home.__all__:
            space = getattr(home, name)
            if isinstance(space, ModuleType):
                said = sorted((k, v) for k, v in vars(space).items() if isinstance(v, int))
                found.update(f"{name} {said}".encode())
    return found.hexdigest()[:16]


def pack(state: State, story: Mapping[str, Any]) -> bytes:
    """A game as bytes; `story` is its provenance, as JSON."""
    book, pool = state.book, catalogue()
    first = len(pool.package)
    shared = book.cards[:first] == list(pool.package)
    header = {
        "engine": engine_version(),
        "book": digest(book),
        "pool": shared,
        "cards": [
            card.reference if card in pool else asdict(card)
            for card in book.cards[first if shared else 0 :]
            if not card.token or card not in pool
        ],
        "seen": fingerprint(state) if shared and story["decks"] else "",
        **story,
    }
    head = zlib.compress(json.dumps(header).encode())
    body = zlib.compress(state.state())
    data = _HEAD.pack(MAGIC, FORMAT, len(head), len(body)) + head + body
    return data + hashlib.sha256(data).digest()


def unpack(data: bytes) -> tuple[State | None, Book, Header]:
    """The game, its book and its header from the bytes of `pack`. Raises `SaveError`.

    A game without a history has been checked (`records.py`). One with a history must be replayed to
    the same bytes before it is used. The game is None if the pool has changed since: its numbers
    mean other cards, and only a replay shows whether it is still the same.
    """
    head, body = _parts(data)
    _, version, _, _ = _HEAD.unpack_from(data)
    header = read_header(_inflate(head), version)
    if header.engine != engine_version():
        raise SaveError(
            "the game was saved by another version of the engine and cannot be resumed here"
        )
    cards = [_card(entry) for entry in header.cards]
    try:
        book = pool_book(cards) if header.pool else book_of(cards)
    except (ValueError, LookupError, RecursionError) as error:
        raise SaveError(f"the cards of the saved game are invalid: {error!s:.200}") from None
    if digest(book) == header.book:
        try:
            state = State(from_state(_inflate(body)), book)
        except ValueError as error:
            raise SaveError(f"the saved game is invalid: {error}") from None
        wrong = "" if header.told else wrong_with(state)
        if wrong:
            raise SaveError(f"the saved game is invalid: {wrong}")
        return state, book, header
    if header.pool and header.told:
        return None, book, header
    raise SaveError(OTHER_CARDS)


def _parts(data: bytes) -> tuple[bytes, bytes]:
    """The compressed header and state, once everything about them is checked."""
    if not isinstance(data, bytes | bytearray | memoryview):
        raise SaveError(f"a saved game must be bytes, found {type(data).__name__}")
    data = bytes(data)
    if data[: len(MAGIC)] != MAGIC[: len(data)] or not data:
        raise SaveError("this is not a saved game of Altered")
    if len(data) < _HEAD.size:
        raise SaveError(f"the saved game is cut off after {len(data)} bytes")
    _, version, head, body = _HEAD.unpack_from(data)
    if version not in READ:
        raise SaveError(
            f"a saved game of format {version}; only formats {' and '.join(map(str, READ))} are"
            " supported"
        )
    size = _HEAD.size + head + body + _CHECK
    if len(data) < size:
        raise SaveError(f"the saved game is cut off: {len(data)} of {size} bytes")
    if len(data) > size:
        raise SaveError(f"the saved game has {len(data) - size} bytes too many")
    if hashlib.sha256(data[:-_CHECK]).digest() != data[-_CHECK:]:
        raise SaveError("the saved game is damaged: its checksum is wrong")
    start = _HEAD.size
    return data[start : start + head], data[start + head : start + head + body]


def _inflate(data: bytes) -> bytes:
    try:
        return inflated(data, _MOST)
    except ValueError as error:
        raise SaveError(f"the saved game is damaged: {error}") from None


def _card(entry: str | Card) -> Card:
    if isinstance(entry, Card):
        return entry
    try:
        return catalogue()[entry]
    except UnknownCardError:
        raise SaveError(f"the saved game needs the unknown card {entry:.60}") from None


def deck_data(deck: Deck) -> dict[str, Any]:
    """A deck as JSON: name, Hero and cards by reference.

    >>> from altered_env import decks
    >>> deck_data(decks.starter("axiom"))["hero"]
    'CORE_AX_01_C'
    """
    return {
        "name": deck.name,
        "hero": None if deck.hero is None else deck.hero.reference,
        "cards": [card.reference for card in deck.cards],
    }


def deck_from(data: Mapping[str, Any]) -> Deck:
    """The deck of `deck_data`. Raises `UnknownCardError`."""
    pool = catalogue()
    hero = data["hero"]
    return Deck(
        str(data["name"]),
        None if hero is None else pool[hero],
        tuple(pool[reference] for reference in data["cards"]),
    )
