"""The config of a board, published before its first game: `board.toml` in its folder.

The seeds of all games follow from one secret number (`altered_env/_runtime/seeds.py`). Its hash is
published in advance, and the number after the games, so that seeds cannot be chosen to suit anyone.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from pathlib import Path
from typing import Any

from altered_env._runtime.atomic_files import write_atomically
from altered_env._runtime.input_files import OPTIONS, read_text
from altered_env._runtime.seeds import (
    DERIVATION,
    Secret,
    commitment_of,
    forget_secret,
    keep_secret,
    kept_secret,
    secret_in,
    secrets_folder,
)
from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents.conditions import Conditions
from altered_env.agents.trust import refuse_unnamed
from altered_env.arena.board import decklists
from altered_env.arena.board.decklists import DECKS, Listed, StatedArena
from altered_env.arena.deck_sets import refuse_illegal
from altered_env.arena.pairings import Arena

FILE = "board.toml"
SECRET = "seeds.secret"
"""Where earlier boards kept their secret number, and where to copy one to continue elsewhere."""
BEFORE = "python-random"
"""The derivation of seeds of earlier boards, which do not state it."""
ANCHORS = ("rules@1", "ismcts@1")
"""The reference agents of ratings; the mean rating of those that play is 0."""
OF_0_1 = ("random", "greedy", "policy:first")
"""Additional anchors of boards created by version 0.1: these can be read, but not created."""


@dataclass(frozen=True, slots=True)
class BoardConfig:
    """The terms of a board."""

    commitment: str
    """The SHA-256 of the secret number as written, in hexadecimal."""
    derivation: str = BEFORE
    """The derivation of seeds from that number."""
    title: str = "Altered: a rated board"
    agents: tuple[str, ...] = ANCHORS
    anchors: tuple[str, ...] = ANCHORS
    decks: str = "starters"
    """The names of deck sets; the decks are in `listed`."""
    decklists: str = ""
    """The SHA-256 of `decks.json`."""
    rules: str = "2024.09"
    formats: tuple[str, ...] = ("standard",)
    clock: str = ""
    limit: float = 30.0
    memory: int = 0
    processor: int = 0
    lists: str = "open"
    until: float = 40.0
    """Games are played until every interval has at most this half-width, in Elo."""
    until_slow: float = 0.0
    """The same for agents that take over 10 ms per decision; 0: `until`."""
    most: int = 400
    """Maximum games of each pair of agents in each format; even."""
    seeds: str = ""
    """The secret number, once published."""
    listed: Mapping[str, Listed] = field(default_factory=dict)
    """The decks of each format, stored next to the config."""

    def __post_init__(self) -> None:
        self.conditions()
        if self.derivation not in (BEFORE, DERIVATION):
            raise ValueError(
                f"derivation must be {DERIVATION} or {BEFORE}, found {self.derivation!r:.40}"
            )
        wrong = set(self.anchors) - {*ANCHORS, *OF_0_1}
        if wrong:
            said = ", ".join(sorted(wrong))
            raise ValueError(f"anchors cannot be changed: {', '.join(ANCHORS)}; found {said}")
        if not set(self.anchors) & set(self.agents):
            there = ", ".join(ANCHORS)
            raise ValueError(f"no anchor plays ({there}), so ratings would have no zero")
        if not self.until > 0:
            raise ValueError(f"until must be above 0, found {self.until}")
        if not self.until_slow >= 0:
            raise ValueError(f"until_slow must be 0 or more, found {self.until_slow}")
        if not self.formats or len(set(self.formats)) < len(self.formats):
            raise ValueError("a board needs one or more different formats")
        if self.seeds and commitment_of(self.seeds) != self.commitment:
            raise ValueError("the seeds do not match their commitment: the hash differs")
        for format in self.formats:
            self.arena(format)

    def conditions(self) -> Conditions:
        """The conditions of external bots."""
        return Conditions(self.clock, self.limit, self.memory, self.processor, self.lists)

    def arena(self, format: str, secret: Secret | None = None) -> StatedArena:
        """The arena of a format, with this secret number; without one, everything except the seeds.
        Raises as `Arena` does, except for agents that are not available here."""
        listed = self.listed.get(format) or decklists.unread(format)
        return StatedArena(
            self.agents,
            tuple(listed.decks),
            self.most,
            secret.number if secret is not None and self.derivation == BEFORE else 0,
            self.rules,
            format,
            self.conditions(),
            secret if self.derivation == DERIVATION else None,
            listed.decks,
            listed.played_as,
        )


def let_play(arena: StatedArena, own: Sequence[str]) -> None:
    """Check that all agents of an arena can play here: those of the package, and those in `own`.
    Raises `ValueError` and `LookupError`."""
    refuse_unnamed(FILE, arena.agents, "--bots", own)
    Arena.refuse_absent(arena)


def begin(folder: Path, **says: Any) -> BoardConfig:
    """Create a board in a folder that has none: draw a secret number and publish its hash.

    Raises `FileExistsError` if there is one already, `ValueError` for invalid terms.
    """
    if (folder / FILE).exists():
        raise FileExistsError(f"{folder / FILE} exists already: a board is created only once")
    secret = Secret.drawn()
    config = BoardConfig(secret.commitment, DERIVATION, **says)
    if found := sorted(set(config.anchors) & set(OF_0_1)):
        raise ValueError(f"anchors must be {', '.join(ANCHORS)}; found {', '.join(found)}")
    listed = decklists.listed_decks(config.decks, config.formats)
    text = decklists.text_of(listed)
    config = replace(config, decklists=decklists.digest_of(text), listed=listed)
    for format in config.formats:
        let_play(config.arena(format), config.agents)
        refuse_illegal(listed[format].decks, format, config.rules)
    folder.mkdir(parents=True, exist_ok=True)
    write_atomically(folder / DECKS, text.encode())
    keep_secret(secret)
    write_atomically(folder / FILE, _toml(config).encode())
    return config


def load(folder: Path) -> BoardConfig:
    """The config of a board. Raises `OSError`, or `ValueError`, which names file and field."""
    path = folder / FILE
    try:
        found = tomllib.loads(read_text(path, OPTIONS))
    except FileNotFoundError:
        raise FileNotFoundError(
            f"{path}: there is no such file; create a board with altered board new {folder}"
        ) from None
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path}: {error}") from None
    listed, digest = decklists.load(folder)
    try:
        config = BoardConfig(**_fields(found), listed=listed)
    except (LookupError, ValueError) as error:
        raise ValueError(f"{path}: {error}") from None
    if not digest:
        raise FileNotFoundError(
            f"{folder / DECKS}: there is no such file; it should hold the decks"
        )
    if digest != config.decklists:
        raise ValueError(
            f"{folder / DECKS}: these are not the decks of the board: their hash differs"
        )
    if list(listed) != list(config.formats):
        there = ", ".join(listed)
        raise ValueError(f"{folder / DECKS}: it has decks for {there}; {FILE} names other formats")
    return config


def secret_of(folder: Path, config: BoardConfig) -> Secret:
    """The secret number: as published, or the creator's copy in the folder of secrets or in the
    board's folder. Raises `ValueError` if there is none.
    """
    if config.seeds:
        return Secret(int(config.seeds, 16), is_public=True)
    if (folder / SECRET).is_file():
        return secret_in(folder / SECRET, config.commitment)
    found = kept_secret(config.commitment)
    if found is None:
        raise ValueError(
            f"{folder}: its seeds are not yet published, so its games cannot be checked against"
            f" them: the secret number is neither in {secrets_folder()} nor in {SECRET}; its"
            f" founder publishes it with altered board publish {folder}"
        )
    return found


def publish(folder: Path) -> BoardConfig:
    """Write the secret number into the config: from then on anyone can check the seeds."""
    config = load(folder)
    if not config.seeds:
        seeds = secret_of(folder, config).digits
        said = read_text(folder / FILE, OPTIONS).rstrip("\n")
        write_atomically(folder / FILE, f"{said}\nseeds = {json.dumps(seeds)}\n".encode())
        forget_secret(config.commitment)
    return load(folder)


_KINDS = {one.name: one.type for one in fields(BoardConfig) if one.name != "listed"}


def _fields(found: dict[str, Any]) -> dict[str, Any]:
    given: dict[str, Any] = {}
    for name, value in found.items():
        if name not in _KINDS:
            hint = did_you_mean(name, tuple(_KINDS)) or f", there are {', '.join(_KINDS)}"
            raise ValueError(f"no key is called {name!r:.40}{hint}")
        given[name] = _value(name, str(_KINDS[name]), value)
    if "commitment" not in given:
        raise ValueError("'commitment', the hash of the seeds, is missing")
    return given


def _value(name: str, kind: str, value: Any) -> Any:
    if kind.startswith("tuple"):
        if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
            raise ValueError(f"{name} must be a list of names, found {value!r:.40}")
        return tuple(value)
    kinds = {"str": (str,), "int": (int,), "float": (int, float)}[kind]
    if not isinstance(value, kinds) or isinstance(value, bool):
        words = {"str": "a text", "int": "a whole number", "float": "a number"}[kind]
        raise ValueError(f"{name} is {words}, found {value!r:.40}")
    return value


def _toml(config: BoardConfig) -> str:
    """The config as TOML. Strings and lists of strings are written in TOML as in JSON."""
    head = "# The terms of this board, stated before its first game and not changed afterwards."

    def lines() -> Iterable[str]:
        for name in _KINDS:
            value = getattr(config, name)
            if name != "seeds":
                yield f"{name} = {json.dumps(list(value) if isinstance(value, tuple) else value)}"

    return "\n".join([head, *lines()]) + "\n"
