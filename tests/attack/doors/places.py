"""A folder with every kind of file and obstacle, valid files included."""

from __future__ import annotations

import contextlib
import json
import os
import random
import shutil
import stat
import zipfile
from collections.abc import Iterator, Sequence
from functools import partial
from io import StringIO
from pathlib import Path
from unittest import mock

from altered_env import Game, cards, cli, decks
from altered_env.game.replay import Replay
from tests.cards.test_card_files import GOOD
from tests.cards.test_official import EXPORT, FLAT

__all__ = ["CANARY", "ODD_PLACES", "TINY", "Places", "in_place", "samples"]

CANARY = "canary-4711"
"""Secret contents of a file that no answer may reveal."""
SAVED = Path(__file__).parents[2] / "saved/0.1.0"
ODD_PLACES = (
    *("pipe", "endless", "pipe", "endless"),
    *("outside.txt", "pipe", "endless", "loop", "lost", "folder", "empty", "binary", "missing"),
    *("folder/missing", "empty/below", "unreadable"),
)
"""What lies there besides files that are right; or does not. What keeps a reader waiting comes more
often."""


class Places:
    """Such a folder, for one process, and the same after every input."""

    def __init__(self, folder: Path, right: Path) -> None:
        self.folder = folder
        self._right = right
        self._fill()

    def _fill(self) -> None:
        shutil.copytree(self._right, self.folder)
        odd(self.folder)
        self._known = self._seen()

    def tidy(self) -> None:
        """Put everything back as it was."""
        seen = self._seen()
        if seen == self._known:
            return
        known = self._known
        changed = {name for name in {*seen, *known} if seen.get(name) != known.get(name)}
        if not all((self._right / name).is_file() for name in changed & known.keys()):
            shutil.rmtree(self.folder)
            self._fill()
            return
        for name in sorted(changed - known.keys(), reverse=True):
            path = self.folder / name
            path.rmdir() if path.is_dir() and not path.is_symlink() else path.unlink()
        for name in changed & known.keys():
            (self.folder / name).unlink(missing_ok=True)
            shutil.copy2(self._right / name, self.folder / name)
        self._known = self._seen()

    def _seen(self) -> dict[str, tuple[int, int, int]]:
        """Everything in it, by its path."""
        found: dict[str, tuple[int, int, int]] = {}
        left = [(self.folder, "")]
        while left:
            at, name = left.pop()
            for entry in os.scandir(at):
                there = entry.stat(follow_symlinks=False)
                folder = stat.S_ISDIR(there.st_mode)
                found[name + entry.name] = (
                    there.st_mode,
                    0 if folder else there.st_size,
                    0 if folder else there.st_mtime_ns,
                )
                if folder:
                    left.append((Path(entry.path), f"{name}{entry.name}/"))
        return found


@contextlib.contextmanager
def in_place(places: Places) -> Iterator[None]:
    """Be in such a folder, with the cards of one's own there; and put it in order afterwards."""
    before = os.getcwd()
    with mock.patch.dict(os.environ, ALTERED_HOME=str(places.folder / "home")):
        os.chdir(places.folder)
        try:
            yield
        finally:
            os.chdir(before)
            places.tidy()
            pool = cards.catalogue()
            if len(pool) > len(pool.package):  # cards of this input belong to it alone
                cards.catalogue.cache_clear()


def odd(folder: Path) -> None:
    """Put one of each in a folder that a path should not lead to."""
    (folder / "outside.txt").write_text(f"{CANARY}\n1 {CANARY}\n")
    os.mkfifo(folder / "pipe")
    (folder / "endless").symlink_to("/dev/zero")
    (folder / "loop").symlink_to("loop")
    (folder / "lost").symlink_to("nowhere")
    (folder / "folder").mkdir()
    (folder / "empty").write_bytes(b"")
    (folder / "binary").write_bytes(random.Random(1).randbytes(3_000))
    (folder / "unreadable").write_text(CANARY)
    (folder / "unreadable").chmod(0)


def samples(folder: Path) -> None:
    """Write a right file of each kind into a new folder: what this version writes, and what older
    ones have written."""
    folder.mkdir(parents=True)
    for path in SAVED.iterdir():
        copy = shutil.copytree if path.is_dir() else shutil.copy
        copy(path, folder / path.name)
    game = Game.start("axiom", "bravos", seed=3)
    for number in range(40):
        game.act(game.legal_actions()[-1 - number % 2])
    game.save(folder / "game.altered")
    (folder / "replay.json").write_text(Replay.of(game).to_json())
    (folder / "official.json").write_text(json.dumps([FLAT, EXPORT]))
    (folder / "official.jsonl").write_text(f"{json.dumps(FLAT)}\n{json.dumps(EXPORT)}\n")
    (folder / "cards.yaml").write_text(GOOD)
    (folder / "frontier.json").write_text(json.dumps({"cards": ["ALT_CORE_B_AX_16_U_380"]}))
    (folder / "frontier.txt").write_text("ALT_CORE_B_AX_16_U_380\nALT_CORE_B_AX_16_U_381  # two\n")
    (folder / "sealed.txt").write_text(decks.load("axiom").to_text())
    (folder / "learning.yaml").write_text("games: 8\ndecks: axiom\nhidden: 16\nclip: 0.1\n")
    for words in COMMANDS:
        _quietly(partial(cli.main, [word.replace("IN", str(folder)) for word in words.split()]))
    with zipfile.ZipFile(folder / "board.zip") as file:
        file.extractall(folder / "board-unpacked")
    _runs(folder)


COMMANDS = (
    "board new IN/board --agents random rules@1 --decks axiom,lyra --most 2 --until 400",
    "board run IN/board --jobs 1 --quiet",
    "board publish IN/board",
    "board pack IN/board IN/board.zip",
    "arena random greedy --games 2 --jobs 1 --quiet --out IN/games.jsonl",
    "simulate --games 4 --agents random --jobs 1 --quiet --out IN/data",
    "simulate --games 4 --agents random --jobs 1 --quiet --shard 1/1 --out IN/shard",
    "decks improve axiom --agent random --games 22 --width 2 --race 1 --proof 2 --patience 1"
    " --jobs 1 --quiet --log IN/log.jsonl --out IN/better.txt",
)
"""Generators of files that need a command."""
TINY = (
    "--decks axiom --games 2 --steps 16 --minibatch 64 --width 8 --hidden 8"
    " --opponents random --save-every 1 --no-tensorboard --file-every 40"
)


def _runs(folder: Path) -> None:
    """A training run, and the start of a league from it."""
    from altered_env.train import Config, command, league

    run, out = folder / "run", folder / "league"
    _quietly(partial(command.main, [*TINY.split(), "--decisions", "60", "--out", str(run)]))
    league.League(Config(decks="axiom", opponents="random"), out, 2, 60, 2, 1).begin()
    shutil.copytree(run, out / "main")


def _quietly(run: partial[int]) -> None:
    with contextlib.redirect_stdout(StringIO()), contextlib.redirect_stderr(StringIO()) as said:
        status = run()
    if status != 0:
        words: Sequence[object] = run.args
        raise RuntimeError(f"{words} came to {status}: {said.getvalue()}")
