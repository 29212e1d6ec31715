"""The decks of a board, card by card: `decks.json` in its folder, as of its creation.

So the folder is self-contained, and later changes of a pool do not affect the board. The hash of
the file is in the config.

>>> listed = listed_decks("axiom,lyra", ("standard",))
>>> list(listed["standard"].decks), read_decklists(text_of(listed)) == listed
(['axiom', 'lyra'], True)
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from altered_env import formats
from altered_env._runtime.input_files import DECK_LISTS, read_bytes
from altered_env._runtime.json_text import parsed
from altered_env.arena.deck_sets import deck_named, deck_set
from altered_env.arena.ledger import key_of
from altered_env.arena.pairings import Arena
from altered_env.cards import UnknownCardError
from altered_env.decks import Deck
from altered_env.game.saving import deck_data, deck_from

DECKS = "decks.json"


@dataclass(frozen=True, slots=True)
class Listed:
    """The decks of a format."""

    played_as: str
    """The format that is played, if this one differs only in its rules for decks."""
    pool: str
    """For a format with a file of cards, the size of the file and a hash of its cards."""
    decks: Mapping[str, Mapping[str, Any] | None]
    """Decks by name, in order; null for a deck that is opened for each game."""


@dataclass(frozen=True, slots=True)
class StatedArena(Arena):
    """An arena described by a file. Its agents are only names: nothing is run or read for them
    until they play. Its decks come from a list."""

    listed: Mapping[str, Mapping[str, Any] | None] = field(default_factory=dict)
    played_as: str = "standard"

    def refuse_absent(self) -> None:
        """Not checked: they may be elsewhere or gone."""

    @property
    def played(self) -> formats.Format:
        """The format that its games are played in."""
        return formats.get(self.played_as)

    def deck(self, name: str) -> Deck | str:
        """The deck of this name. Raises `ValueError` if its cards are not known here."""
        said = self.listed.get(name)
        if said is None:
            return deck_named(name, self.played_as)
        try:
            return self.played.as_played(deck_from(said))
        except UnknownCardError as error:
            raise ValueError(
                f"{DECKS}: {name} has a card that is not known here: {error}"
            ) from None

    def deck_at(self, name: str, seed: int = 0, seat: int = 0) -> Deck:
        """The deck of this name, opened for a game if it is opened for each."""
        said = self.deck(name)
        return self.played.deck(said, seed, seat) if isinstance(said, str) else said

    def key_of_deck(self, name: str) -> str:
        """A short hash of the deck of this name."""
        return key_of(self.deck_at(name))

    def rebuilt_from(self, one: str, two: str, number: int) -> str:
        """Seeds by pair of agents and format, so that no deal predicts another, and all decks
        meet."""
        return f"{self.seed}/{self.format}/{one}/{two}/{number // 2}"


def listed_decks(decks: str, names: Sequence[str]) -> dict[str, Listed]:
    """The decks of a set in each of these formats. Raises as `deck_set` does."""
    found = {}
    for name in names:
        played = formats.get(name)
        found[name] = Listed(
            played.played_as,
            played.pool_id,
            {one: _said(one, played) for one in deck_set(decks, name)},
        )
    return found


def unread(format: str) -> Listed:
    """A placeholder for decks that were not read: only the rules of the format. Raises
    `LookupError` for an unknown format."""
    played = formats.get(formats.without_its_file(format))
    return Listed(played.played_as, "", {"": None})


def _said(name: str, played: formats.Format) -> dict[str, Any] | None:
    deck = deck_named(name, played.name)
    if isinstance(deck, str):
        if played.is_opened(deck):
            return None
        deck = played.deck(deck)
    return deck_data(deck)


def text_of(listed: Mapping[str, Listed]) -> str:
    """The decks as text."""
    said = {
        name: {"played_as": one.played_as, "pool": one.pool, "decks": dict(one.decks)}
        for name, one in listed.items()
    }
    return json.dumps(said, indent=1, ensure_ascii=False) + "\n"


def digest_of(text: str) -> str:
    """Their hash in the config."""
    return hashlib.sha256(text.encode()).hexdigest()


def read_decklists(text: str) -> dict[str, Listed]:
    """The decks in a text. Raises `ValueError`, which names the fault."""
    try:
        said = parsed(text)
    except ValueError as error:
        raise ValueError(f"this is not JSON: {error}") from None
    if not isinstance(said, dict):
        raise ValueError("expected an object with formats")
    return {name: _listed(name, one) for name, one in said.items()}


def _listed(format: str, said: Any) -> Listed:
    right = {"played_as": str, "pool": str, "decks": dict}
    if not isinstance(said, dict) or {k: type(v) for k, v in said.items()} != right:
        raise ValueError(f"{format[:40]}: expected an object with {', '.join(right)}")
    if said["played_as"] not in formats.names():
        raise ValueError(f"{format[:40]}: no format is called {said['played_as']!r:.40}")
    if not said["decks"]:
        raise ValueError(f"{format[:40]}: it has no deck")
    for name, deck in said["decks"].items():
        if deck is not None and not _is_deck(deck):
            raise ValueError(
                f"{format[:40]}: {name[:40]} is not a deck: a name, a hero or null, and cards"
            )
    return Listed(said["played_as"], said["pool"], said["decks"])


def _is_deck(said: Any) -> bool:
    return (
        isinstance(said, dict)
        and set(said) == {"name", "hero", "cards"}
        and isinstance(said["name"], str)
        and isinstance(said["hero"], str | None)
        and isinstance(said["cards"], list)
        and all(isinstance(card, str) for card in said["cards"])
    )


def load(folder: Path) -> tuple[dict[str, Listed], str]:
    """The decks of a folder and their hash; none if it has no such file. Raises `OSError`, or
    `ValueError`, which names the file."""
    path = folder / DECKS
    if not path.is_file():
        return {}, ""
    data = read_bytes(path, DECK_LISTS)
    try:
        text = data.decode()
        return read_decklists(text), digest_of(text)
    except ValueError as error:
        raise ValueError(f"{path}: {error}") from None
