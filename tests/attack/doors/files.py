"""Almost valid files of every kind, given to the commands that read them."""

from __future__ import annotations

import json
import random
from dataclasses import dataclass
from importlib import import_module

from altered_env import cli
from tests.attack import crafting
from tests.attack.doors.judging import Try, called
from tests.attack.doors.mutating import (
    as_json,
    huge,
    other_archive,
    other_bytes,
    other_json,
    other_lines,
    other_text,
)
from tests.attack.doors.places import ODD_PLACES, TINY, Places, in_place

__all__ = ["KINDS", "Files", "Kind"]

SECONDS = 10.0


@dataclass(frozen=True)
class Kind:
    """A kind of file: right ones, how they are changed, and who reads them."""

    name: str
    right: tuple[str, ...]
    how: str
    """`text`, `json`, `lines`, `bytes`, `archive` or `save`: the structure to mutate besides
    bytes."""
    readers: tuple[str, ...]
    """Command lines, with FILE for the file; of a file in a folder, which is named with it as
    FOLDER. `NAME: ...` is a program of training."""


KINDS = (
    Kind(
        "deck",
        ("deck.txt", "deck.json", "deck.code", "sealed.txt"),
        "text",
        ("decks check FILE", "decks show FILE", "decks stats FILE", "demo --decks FILE axiom"),
    ),
    Kind("save", ("game.altered",), "save", ("play --resume FILE",)),
    Kind("replay", ("replay.json",), "json", ("replay FILE", "replay FILE --log")),
    Kind("cards", ("cards.yaml",), "text", ("decks random 1 --cards FILE",)),
    Kind(
        "official",
        ("official.json", "official.jsonl"),
        "json",
        ("cards check FILE", "cards import FILE --out made.yaml", "cards check FILE --json"),
    ),
    Kind(
        "frontier",
        ("frontier.json", "frontier.txt"),
        "text",
        ("decks check axiom --format frontier:FILE",),
    ),
    Kind("sealed", ("sealed.txt",), "text", ("decks check axiom --format sealed:FILE",)),
    Kind(
        "config",
        ("learning.yaml",),
        "text",
        ("altered_env.train.__main__: --config FILE --resume --out nowhere",),
    ),
    Kind(
        "network",
        ("net.safetensors", "run/network.safetensors"),
        "bytes",
        ("altered_env.train.average: mean.safetensors FILE",),
    ),
    Kind(
        "run",
        ("run/run.safetensors", "run/log.jsonl"),
        "bytes",
        (
            f"altered_env.train.__main__: {TINY} --decisions 60 --resume --out FOLDER",
            "altered_env.train.evaluate: FOLDER --baselines random --games 2 --most 1 --jobs 1",
        ),
    ),
    Kind(
        "league",
        ("league/league.json",),
        "json",
        ("altered_env.train.league: --decks axiom --opponents greedy --resume --out FOLDER",),
    ),
    Kind(
        "dataset",
        ("data/plan.json",),
        "json",
        ("metrics FOLDER --least 1", "replay FOLDER --game 1"),
    ),
    Kind("dataset", ("shard/plan.json",), "json", ("merge FOLDER --out joined",)),
    Kind(
        "dataset",
        ("data/games/000000.parquet", "data/cards/000000.parquet"),
        "bytes",
        ("metrics FOLDER/.. --least 1", "replay FOLDER/.. --game 1"),
    ),
    Kind("board", ("board.zip",), "archive", ("board verify FILE",)),
    Kind(
        "board",
        ("board-unpacked/board.toml",),
        "text",
        ("board verify FOLDER", "board run FOLDER --games 0 --jobs 1"),
    ),
    Kind("board", ("board-unpacked/games.jsonl",), "lines", ("board verify FOLDER",)),
    Kind(
        "board",
        ("board-unpacked/decks.json", "board-unpacked/ratings.json"),
        "json",
        ("board verify FOLDER",),
    ),
    Kind(
        "ledger",
        ("games.jsonl",),
        "lines",
        ("arena random greedy --games 2 --jobs 1 --quiet --out FILE",),
    ),
    Kind(
        "ledger",
        ("log.jsonl",),
        "lines",
        (
            "decks improve axiom --agent random --games 22 --width 2 --race 1 --proof 2"
            " --patience 1 --jobs 1 --quiet --log FILE --out better.txt",
        ),
    ),
)


class Files:
    """Such files, in a folder of their own."""

    def __init__(self, places: Places) -> None:
        """Read a valid file."""
        self._folder = folder = places.folder
        self._places = places
        self._right = {name: (folder / name).read_bytes() for kind in KINDS for name in kind.right}
        self._others = list(self._right.values())

    @property
    def kinds(self) -> list[str]:
        """The inputs, each with its reader."""
        return sorted({kind.name for kind in KINDS})

    def attempt(self, rng: random.Random) -> Try:
        """A file, and who reads it."""
        kind = rng.choice(KINDS)
        name = rng.choice(kind.right)
        reader = rng.choice(kind.readers)
        if rng.random() < 0.02:
            place = rng.choice(ODD_PLACES)
            said = f"{place} in place of {name} for {reader}"
            return Try(kind.name, said, lambda: self.read(name, place, reader), ends=True)
        data = self.made(rng, kind, self._right[name])
        said = f"{name} for {reader}: {len(data):,} bytes {data[:150]!r}"
        return Try(kind.name, said, lambda: self.read(name, data, reader), ends=True)

    def made(self, rng: random.Random, kind: Kind, right: bytes) -> bytes:
        """The file with something changed."""
        way = rng.random()
        if way < 0.02:
            return right
        if way < 0.023:
            return huge(rng, right)
        if way < 0.35 or kind.how == "bytes":
            if kind.how == "bytes" and rng.random() < 0.4 and right[8:9] == b"{":
                return _other_head(rng, right)
            return other_bytes(rng, right, self._others)
        if kind.how == "save":
            return crafting.craft(rng.getrandbits(40), rng.getrandbits(40)).data
        if kind.how == "archive":
            return other_archive(rng, right)
        if kind.how == "lines":
            return other_lines(rng, right)
        try:
            found = json.loads(right)
        except ValueError:
            if kind.how == "json":
                return other_lines(rng, right)
            text = right.decode("utf-8", "replace")
            return other_text(rng, text).encode("utf-8", "surrogatepass")
        return as_json(rng, other_json(rng, found))

    def read(self, name: str, data: bytes | str, reader: str) -> str:
        """Put a file in its place, or a link to the named target, and let it be read."""
        path = self._folder / name
        path.unlink()
        if isinstance(data, str):
            path.symlink_to(self._folder / data)
        else:
            path.write_bytes(data)
        program, colon, rest = reader.partition(": ")
        words = (rest if colon else reader).replace("FILE", str(path))
        with in_place(self._places):
            return called(
                import_module(program).main if colon else cli.main,
                words.replace("FOLDER", str(path.parent)).split(),
                "q\n",
                SECONDS,
            )

    def close(self) -> None:
        """Nothing was changed."""


def _other_head(rng: random.Random, data: bytes) -> bytes:
    """A tensor file with a wrong header."""
    size = int.from_bytes(data[:8], "little")
    head = other_json(rng, json.loads(data[8 : 8 + size]))
    text = json.dumps(head).encode("utf-8", "surrogatepass")
    said = rng.choice((len(text), len(text), len(text), 2**62, 0))
    return said.to_bytes(8, "little") + text + data[8 + size :]
