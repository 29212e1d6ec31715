"""Practice: a network trained on one list or several against a field, and what that is worth.

A list is in one seat of every game and a deck of the field in the other. The learner plays both
seats of some games, and one seat against fixed opponents in the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Final

from altered_env._runtime.atomic_files import in_a_file_name, make_folder, write_atomically
from altered_env.agents.net import NetAgent
from altered_env.arena.match import Match, play
from altered_env.arena.paired import Difference, difference
from altered_env.arena.pilots import LISTS, list_key
from altered_env.arena.workers import Jobs, Workers
from altered_env.decks import Deck
from altered_env.game.books import book_for
from altered_env.train.config import AGAINST, Config
from altered_env.train.learner import Learner

FASTEST: Final = 20_000
"""Decisions a second that a run of some minutes plans for: its learning rate falls by them."""
OPPONENTS: Final = ("rules", "greedy")
"""The players that a pilot meets in cross-play, besides the network it began from."""
ITSELF: Final = "itself"
TASK: Final = 25


@dataclass(frozen=True, slots=True)
class Practice:
    """The plan of a pilot."""

    decks: tuple[Deck, ...]
    """The lists that it practises."""
    field: tuple[Deck, ...]
    start: str
    """The network to begin from, such as `net:v3`."""
    format: str = "standard"
    rules: str = "2024.09"
    seed: int = 0

    def config(self, out: Path, minutes: float, threads: int) -> Config:
        """The options of the run, whose decks are in its folder."""
        net = NetAgent(path=self.start.removeprefix("net:")).net
        return Config(
            decks=f"{out / 'list'}{AGAINST}{out / 'field'}",
            rules=self.rules,
            format=self.format,
            legal=False,  # read as legal; a substitute of an unknown unique card counts as unique
            seed=self.seed,
            decisions=max(1, int(60 * minutes * FASTEST)),
            minutes=minutes,
            learning_rate=3e-4,
            entropy=0.01,
            opponent_fraction=0.5,
            opponents="+".join((self.start, *OPPONENTS)),
            snapshots=4,
            start=self.start,
            width=net.width,
            hidden=net.hidden,
            afterstates=net.afterstates,
            threads=threads,
            save_every=5,
            file_every=0,
            tensorboard=False,
        )

    def write_decks(self, out: Path) -> None:
        """Write the lists and the field into the folder of the run."""
        for name, decks in (("list", self.decks), ("field", self.field)):
            make_folder(out / name)
            for number, deck in enumerate(decks):
                path = out / name / f"{number:03d}-{in_a_file_name(deck.name)[:60]}.txt"
                write_atomically(path, deck.to_text().encode())


def write_pilot(run: Learner, practice: Practice, path: Path, minutes: float) -> None:
    """Write the network of a run as the pilot of its lists."""
    about = {
        **run.about(),
        LISTS: [list_key(deck) for deck in practice.decks],
        "lists": [deck.name for deck in practice.decks],
        "field": [deck.name for deck in practice.field],
        "minutes": minutes,
    }
    run.module.weights().save(path, about)


@dataclass(frozen=True, slots=True)
class Gain:
    """What practice changed against one opponent: win rates, and their paired difference."""

    against: str
    before: Difference
    after: Difference
    change: Difference


def gains(
    practice: Practice,
    pilot: str,
    deals: int,
    jobs: Jobs = 0,
    say: Callable[[int], None] = lambda _games: None,
) -> list[Gain]:
    """The win rates of the lists with the network it began from and with the pilot: against each
    opponent, and each against itself. A deal is a list, a deck of the field and a seed, both
    seats."""
    opponents = (practice.start, *OPPONENTS, ITSELF)
    players = (practice.start, pilot)
    tasks = [
        (player, opponent, range(start, min(start + TASK, deals)))
        for opponent in opponents
        for player in players
        for start in range(0, deals, TASK)
    ]
    scores: dict[tuple[str, str], list[float]] = {}
    done = 0
    with Workers(jobs, len(tasks)) as workers:
        played = workers.in_order(_scores, tasks, (practice,))
        for (player, opponent, numbers), found in zip(tasks, played, strict=True):
            scores.setdefault((player, opponent), []).extend(found)
            done += 2 * len(numbers)
            say(done)
    return [
        Gain(
            opponent,
            difference(scores[practice.start, opponent]),
            difference(scores[pilot, opponent]),
            difference(
                [
                    (after - before) / 2
                    for before, after in zip(
                        scores[practice.start, opponent], scores[pilot, opponent], strict=True
                    )
                ]
            ),
        )
        for opponent in opponents
    ]


def games_of(deals: int) -> int:
    """The number of games of a comparison."""
    return 2 * 2 * deals * (len(OPPONENTS) + 2)


def _scores(practice: Practice, player: str, opponent: str, numbers: Sequence[int]) -> list[float]:
    """Wins less losses of the lists in each deal, from -1 to 1."""
    other = player if opponent == ITSELF else opponent
    matches = [match for n in numbers for match in _deal(practice, player, other, n)]
    every = (card for deck in (*practice.decks, *practice.field) for card in deck.every_card)
    played = play(matches, practice.rules, book_for(every))
    return [a.score(0) + b.score(1) - 1 for a, b in zip(played[::2], played[1::2], strict=True)]


def _deal(practice: Practice, player: str, other: str, number: int) -> Iterator[Match]:
    """A deal in both seats. Each round over the field shifts the lists by one."""
    chance = Random(f"{practice.seed}/practice/{number}")
    turn = number // len(practice.field) + 1
    deck = practice.decks[(number + turn) % len(practice.decks)]
    against = practice.field[number % len(practice.field)]
    seed, players = chance.getrandbits(48), chance.getrandbits(48)
    yield Match((deck, against), (player, other), seed, players)
    yield Match((against, deck), (other, player), seed, players)
