"""Datasets of games for offline learning, made by `altered bench1 dataset`.

    from altered_env import datasets

    dataset = datasets.load("games")
    for some in dataset.decisions("T2-train", view="compact", batch=256, seed=0):
        some.observation, some.mask, some.action, some.outcome

A dataset has no observations: they are made here, by playing the recorded actions in the
environment.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from pathlib import Path
from typing import Any, Final

import numpy as np

from altered_env._runtime.input_files import DECK_LISTS, read_gzip
from altered_env._runtime.suggestions import did_you_mean
from altered_env.agents.network_cards import NONE, NOT_SEEN, network_of
from altered_env.decks import Deck
from altered_env.decks.bench1.bench_pools import read
from altered_env.envs.env_options import yes_or_no
from altered_env.envs.recorded_games import DECKS, PACES, RecordedGame, checked, games_in, note_in
from altered_env.envs.replayed_decisions import Decisions, Replayed, Shuffled
from altered_env.envs.setup import Setup, whole
from altered_env.envs.vec import Vec
from altered_env.envs.view_option import View
from altered_env.game import Game, Replay
from altered_env.game.errors import IllegalActionError

__all__ = ["Dataset", "Decisions", "RecordedGame", "load"]

EVERY: Final = "T3-train"
"""The split that contains all decks of a dataset."""
Names = str | Collection[str]
"""A name, or several."""
SHUFFLED: Final = 8
"""The number of batches that are shuffled together."""


def load(folder: str | Path) -> Dataset:
    """The dataset in a folder. Raises `ValueError` for one that is incomplete or damaged."""
    return Dataset(Path(folder))


class Dataset:
    """The games of a folder, verified against their hashes whenever they are read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.note = note_in(folder)
        """The contents of `dataset.json`."""
        self.players: tuple[str, ...] = tuple(self.note["players"])
        """The agents that played."""
        due = sum(self.note["games"].values())
        if len(self) < due:
            raise ValueError(
                f"{folder} has {len(self):,} of its {due:,} games: run altered bench1 dataset with"
                " the same arguments to play the others"
            )
        checked(folder, DECKS, self.note["decks"])
        listed = read_gzip(folder / DECKS, DECK_LISTS).decode()
        self.decks: dict[str, Deck] = {one.deck.name: one.deck for one in read(listed)}
        """The decks, by name."""

    def __len__(self) -> int:
        return sum(int(part["games"]) for part in self.note["parts"].values())

    def verify(self) -> int:
        """Check the hashes of all parts; return their number."""
        for name, part in self.note["parts"].items():
            checked(self.folder, name, part["sha256"])
        return len(self.note["parts"])

    def games(
        self,
        bench: str = EVERY,
        *,
        paces: Names = PACES,
        players: Names | None = None,
        seen_withheld: bool = True,
    ) -> Iterator[RecordedGame]:
        """The games to train on with a split of the benchmark: both decks are of it.

        `paces` and `players`, a name or several, choose games: both players are among these.
        Without `seen_withheld`, games of players that have seen withheld cards are left out.
        """
        return self._games(Setup.of(bench=bench), *self._wanted(paces, players, seen_withheld))

    def _wanted(
        self, paces: Names, players: Names | None, seen_withheld: bool
    ) -> tuple[set[str], set[str]]:
        """The paces and players whose games are wanted. Raises `ValueError`."""
        found = []
        given = (("pace", paces, PACES), ("player", players, self.players))
        for what, names, known in given:
            if names is not None and not isinstance(names, Collection):
                raise TypeError(f"{what}s must be a name or several, found {names!r:.60}")
            wanted = {names} if isinstance(names, str) else set(known if names is None else names)
            if strange := sorted(map(str, wanted - set(known))):
                hint = did_you_mean(strange[0], known) or f", there are {', '.join(known)}"
                raise ValueError(f"{self.folder} has no {what} {strange[0]!r:.60}{hint}")
            found.append(wanted)
        if not yes_or_no(seen_withheld, "seen_withheld"):
            found[1] = {one for one in found[1] if self.note["players"][one] in (NONE, NOT_SEEN)}
        return found[0], found[1]

    def _games(self, setup: Setup, paces: set[str], wanted: set[str]) -> Iterator[RecordedGame]:
        allowed = {deck.name for deck in setup.decks}
        for name, part in self.note["parts"].items():
            if name.partition("-")[0] not in paces:
                continue
            data = checked(self.folder, name, part["sha256"])
            for game in games_in(self.folder / name, data, self.decks, self.players):
                if allowed.issuperset(game.decks) and wanted.issuperset(game.players):
                    yield game

    def replay(self, game: RecordedGame) -> Replay:
        """A game as a replay; `altered replay` shows it once it is saved. Raises `ValueError` that
        names its file and row if it does not end as these say."""
        if not isinstance(game, RecordedGame):
            raise TypeError(f"expected a game that games() yields, found {game!r:.60}")
        found = self._begun(game, Setup.of(bench=EVERY))
        for number, action in enumerate(game.actions.tolist(), 1):
            try:
                found.act(action)
            except IllegalActionError:
                raise game.refused(f"action {number}, {action}, is not legal there") from None
        game.refuse_another_end(found.over, found.winner, found.day)
        return Replay.of(found)

    def _begun(self, game: RecordedGame, setup: Setup) -> Game:
        """A game before its first decision."""
        dealt = [self.decks[name] for name in game.decks]
        begun = Game.start(*dealt, seed=game.seed, legal=False, book=setup.book)
        if (first := int(begun.record["first_player"])) != game.first:
            raise game.refused(f"its first player is {game.first}, but its seed gives {first}")
        return begun

    def decisions(
        self,
        bench: str = EVERY,
        *,
        view: str = "raw",
        rows: int | None = None,
        lists: str = "open",
        paces: Names = PACES,
        players: Names | None = None,
        seen_withheld: bool = True,
        batch: int = 256,
        seed: int | None = None,
        slots: int = 64,
        threads: int | None = None,
    ) -> Iterator[Decisions]:
        """The decisions of games in batches, the last one smaller.

        `bench`, `paces`, `players` and `seen_withheld` are as in `games`; `view`, `rows` and
        `lists` as in `make_vec`. With a seed,
        games are shuffled, and so are the decisions of `slots` games at a time; without one, all
        are in order. Each has two or more legal actions: the game takes single ones by itself.
        Raises `ValueError` if no game fits, and one that names file and row if a game does not end
        as these say.
        """
        whole(batch, "batch"), whole(slots, "slots")
        if seed is not None:
            whole(seed, "seed", 0)
        setup = Setup.of(bench=bench)
        some = self._games(setup, *self._wanted(paces, players, seen_withheld))
        shown: dict[str, Any] = {"view": view, "rows": rows, "lists": lists}
        View(setup, **shown)  # an error at once, not at the first batch
        return self._decisions(setup, some, shown, batch, seed, slots, threads)

    def _decisions(
        self,
        setup: Setup,
        some: Iterator[RecordedGame],
        shown: Any,
        batch: int,
        seed: int | None,
        slots: int,
        threads: int | None,
    ) -> Iterator[Decisions]:
        games = list(some)
        if not games:
            raise ValueError(
                f"{self.folder} has no game with both decks of {setup.bench} and these players"
            )
        rng = None if seed is None else np.random.default_rng(seed)
        if rng is not None:
            games = [games[k] for k in rng.permutation(len(games))]
        slots = 1 if rng is None else min(slots, len(games))
        vec = Vec(slots, setup, threads=threads, view=shown)
        networks = [name for name in self.players if network_of(name)]
        replayed = Replayed(
            vec, games, self.players, networks, lambda game: self._begun(game, setup)
        )
        block = batch * (1 if rng is None else SHUFFLED)
        try:
            yield from Shuffled(block, batch, rng).batches(replayed.steps())
        finally:
            vec.close()
