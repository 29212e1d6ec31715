"""The bench's positions: decisions of recorded games, with the values of their answers.

A file holds the decks, the games (a seed and the answers of both players) and for each game the
decisions that are positions; and for each labelling network the values of the likely answers, in
two halves of the determinizations. Labels are those of one generation of players: a later network
adds its own, and earlier ones are kept.
"""

from __future__ import annotations

import functools
import gzip
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields
from pathlib import Path
from random import Random
from typing import Any, Final, NamedTuple

from altered_env import Game, decks
from altered_env._runtime.input_files import FIGURES, InputFileError, read_gzip
from altered_env._runtime.json_text import parsed
from altered_env.arena.match import Match, recorded
from altered_env.decks import Deck
from altered_env.game.errors import IllegalActionError
from altered_env.game.fingerprint import fingerprint, is_of

FILE: Final = Path(__file__).with_name("positions.json.gz")
KIND: Final = "altered bench positions 1"
RULES: Final = "2024.09"
PLAYERS: Final = ("net:v3", "net:v3,pick=draw", "greedy", "rules")
"""The players of the games, drawn for each seat."""
OTHERS: Final = "starters+random:400:4417:curve"
"""The decks of every other game; those between them have constructed lists."""
IN_A_GAME: Final = 8
"""The maximum number of positions of a game."""


class PositionsError(ValueError):
    """A file that is no file of positions, or one of other rules."""


@dataclass(frozen=True, slots=True)
class Recorded:
    """A game and its positions."""

    decks: tuple[int, int]
    """Of the file's decks."""
    constructed: bool
    players: tuple[str, str]
    seed: int
    actions: tuple[int, ...]
    """All answers, up to the last position."""
    at: tuple[int, ...]
    """The positions: the number of answers before each."""
    seen: str
    """The fingerprint of the last position."""


class Answer(NamedTuple):
    """An answer with its values at the second Morning: 1 for a win, -1 for a loss."""

    alike: tuple[int, ...]
    """Its action, then those of identical copies."""
    one: float
    """In the first half of the worlds."""
    two: float
    """In the second."""

    @property
    def both(self) -> float:
        """In all of them."""
        return (self.one + self.two) / 2


class Label(NamedTuple):
    """The label of a position."""

    sure: float
    """The labelling network's probability of its likeliest answer."""
    answers: tuple[Answer, ...]

    @classmethod
    def read(cls, found: Any) -> Label:
        """A label from JSON. Raises `ValueError`."""
        try:
            sure, answers = found
            label = cls(
                float(sure),
                tuple(Answer(tuple(map(int, a)), float(b), float(c)) for a, b, c in answers),
            )
        except (TypeError, ValueError):
            raise ValueError(f"{found!r:.60} is no label") from None
        values = (v for answer in label.answers for v in (answer.one, answer.two))
        if len(label.answers) < 2 or not all(-1 <= value <= 1 for value in values):
            raise ValueError(f"{found!r:.60} is no label: expected two answers or more, of -1 to 1")
        return label

    def shown(self) -> list[Any]:
        """The label for JSON."""
        rows = [[list(a.alike), round(a.one, 4), round(a.two, 4)] for a in self.answers]
        return [round(self.sure, 4), rows]


@dataclass(frozen=True, slots=True)
class Positions:
    """The contents of a file."""

    decks: tuple[Deck, ...]
    games: tuple[Recorded, ...]
    labels: Mapping[str, tuple[Label, ...]] = field(default_factory=dict)
    """By network, in the order of the positions."""
    about: Mapping[str, Any] = field(default_factory=dict)
    """How the labels were made, by network."""

    @property
    def count(self) -> int:
        """The number of positions."""
        return sum(len(game.at) for game in self.games)

    def replayed(self, number: int) -> Iterator[Game]:
        """The positions of a game, one after the other, in the same game.

        Raises `PositionsError` where the rules have changed since.
        """
        row = self.games[number]
        game = Game.start(
            *(self.decks[k] for k in row.decks), seed=row.seed, rules=RULES, legal=False
        )
        for count, action in enumerate((*row.actions, None)):
            if count in row.at:
                if count == row.at[-1] and not is_of(game, row.seen):
                    break
                yield game
            if action is None:
                return
            try:
                game.act(action)
            except IllegalActionError:
                break
        raise PositionsError(
            f"game {number + 1} of the positions plays out differently under the current"
            " rules: make and label the positions again"
            " (python -m altered_env.train.bench.labelling --help)"
        )

    def first(self, count: int) -> Positions:
        """The first of the positions, at least this many, in whole games; without labels."""
        games, found = [], 0
        for game in self.games:
            if found >= count:
                break
            games.append(game)
            found += len(game.at)
        return Positions(self.decks, tuple(games))

    def packed(self) -> bytes:
        """The file; the same positions give the same bytes."""
        data = {
            "kind": KIND,
            "rules": RULES,
            "decks": [[deck.name, _cards(deck)] for deck in self.decks],
            "games": [asdict(game) for game in self.games],
            "labels": {
                name: {"about": self.about.get(name, {}), "of": [one.shown() for one in labels]}
                for name, labels in self.labels.items()
            },
        }
        return gzip.compress(json.dumps(data, separators=(",", ":")).encode(), mtime=0)


def _cards(deck: Deck) -> str:
    return ", ".join(f"{n} {card.reference}" for card, n in deck.counted.items())


def read(path: Path = FILE) -> Positions:
    """The positions of a file. Raises `PositionsError` that names it."""
    try:
        data = parsed(read_gzip(path, FIGURES).decode())
        if not isinstance(data, dict) or data.get("kind") != KIND:
            raise ValueError(f"expected {KIND!r}")
        if data["rules"] != RULES:
            raise ValueError(f"its rules are {data['rules']!r}, expected {RULES}")
        lists = tuple(
            Deck.from_text(cards.replace(", ", "\n"), name=name, file=name)
            for name, cards in data["decks"]
        )
        games = tuple(_game(row, len(lists)) for row in data["games"])
        count = sum(len(game.at) for game in games)
        labels = {}
        for name, found in data["labels"].items():
            labels[name] = tuple(map(Label.read, found["of"]))
            if len(labels[name]) != count:
                raise ValueError(f"{len(labels[name])} labels of {name} for {count} positions")
        about = {name: found["about"] for name, found in data["labels"].items()}
    except InputFileError as error:
        raise PositionsError(f"{path}: {error.problem}") from None
    except ValueError as error:
        raise PositionsError(f"{path} is no file of positions: {error}") from None
    except (KeyError, TypeError, AttributeError) as error:
        raise PositionsError(f"{path} is a damaged file of positions: {error!r:.80}") from None
    return Positions(lists, games, labels, about)


def _game(row: Any, lists: int) -> Recorded:
    found = Recorded(**{one.name: _plain(row[one.name]) for one in fields(Recorded)})
    if not all(0 <= k < lists for k in found.decks) or not found.at or not found.actions:
        raise ValueError("a game with no deck or no position")
    if list(found.at) != sorted(set(found.at)) or found.at[-1] != len(found.actions):
        raise ValueError("positions out of order")
    return found


def _plain(value: Any) -> Any:
    return tuple(value) if isinstance(value, list) else value


@functools.cache
def released() -> Positions:
    """The positions of the package."""
    return read()


def make(count: int, seed: int = 0) -> Positions:
    """New positions, at least this many, without labels: games with constructed lists and with
    others by turns."""
    lists, others = decks.pool("constructed:bench"), decks.pool(OTHERS)
    dealt: dict[Deck, int] = {}
    games: list[Recorded] = []
    found = number = 0
    while found < count:
        chance = Random(f"{seed}/{number}")
        constructed = number % 2 == 0
        number += 1
        pair = tuple(chance.choice(lists if constructed else others) for _ in range(2))
        players = chance.choice(PLAYERS), chance.choice(PLAYERS)
        match = Match((pair[0], pair[1]), players, chance.getrandbits(48), chance.getrandbits(48))
        row = _positions_of(match, chance)
        if row is None:
            continue
        places = [dealt.setdefault(deck, len(dealt)) for deck in match.decks]
        games.append(Recorded((places[0], places[1]), constructed, players, match.seed, *row))
        found += len(row[1])
    return Positions(tuple(dealt), tuple(games))


def _positions_of(
    match: Match, chance: Random
) -> tuple[tuple[int, ...], tuple[int, ...], str] | None:
    """The answers of a game up to its last position, its positions, and the fingerprint of the
    last; None if there is none."""
    whole = recorded(match, RULES)
    actions: Sequence[int] = whole.story.actions or ()
    wanted = set(chance.sample(range(len(actions)), min(len(actions), 3 * IN_A_GAME)))
    game = Game.start(*match.decks, seed=match.seed, rules=RULES, legal=False)
    found: list[tuple[int, str]] = []
    for number, action in enumerate(actions):
        if number in wanted and len(game.choices()) > 1:
            found.append((number, fingerprint(game)))
        game.act(action)
    if not found:
        return None
    found = sorted(chance.sample(found, min(len(found), IN_A_GAME)))
    return tuple(actions[: found[-1][0]]), tuple(at for at, _ in found), found[-1][1]
