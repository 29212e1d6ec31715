"""Every argument of every command that names a file, given what is no such file: a pipe, a device,
a folder, a link to itself, a file without end, of another kind, and so on.

Each is refused with status 2 and one sentence, at once: no traceback, no waiting, no gigabyte.

    python -m tests.attack.file_arguments

tries all of them; `tests/test_file_arguments.py` some of each.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import io
import json
import os
import resource
import signal
import socket
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType
from unittest import mock

from altered_env import Game, cli
from altered_env._runtime import input_files
from altered_env.agents.net import SHIPPED
from altered_env.cli.collecting import _Command
from altered_env.game.replay import Replay
from tests.attack.doors.judging import clocks, in_compiler, since
from tests.cards.test_official import FLAT

PATIENCE = 5.0
"""Seconds of the processor that a refusal may take."""
HANGS = 20.0
"""Seconds of an idle machine after which it is held to wait for ever."""
MEMORY = 1_000_000_000
"""Bytes that it may need."""
THERE = "\0"
"""The place of the path in a command line."""

TRAINING = (
    "altered_env.train.__main__", "altered_env.train.exploit", "altered_env.train.league",
    "altered_env.train.evaluate", "altered_env.train.average",
    "altered_env.train.compare", "altered_env.train.bench.labelling",
    "altered_env.train.bench.control",
    "altered_env.train.drafting", "altered_env.train.rated",
    "altered_env.cli.demo_training",
    "altered_env.train.positions", "altered_env.train.measure",
    "altered_env.cardstats.ranking.elements_anew",
    "altered_env.cardstats.ranking.shipping", "altered_env.cardstats.ranking.allocating",
    "altered_env.cardstats.building_decks.against_people", "altered_env.arena.bench1.standings",
    "altered_env.cardstats.context.list_games", "altered_env.cardstats.context.fit_lists",
    "altered_env.cardstats.context.held_out", "altered_env.cardstats.context.half_widths",
)  # fmt: skip


# what lies in a place


def _huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(1 << 40)


def _listening(path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as found:
        found.bind(os.path.relpath(path))


MADE: dict[str, Callable[[Path], object]] = {
    "pipe": os.mkfifo,
    "device": lambda path: path.symlink_to("/dev/zero"),
    "circle": lambda path: path.symlink_to(path.name),
    "missing": lambda path: None,
    "nowhere": lambda path: path.symlink_to("gone"),
    "folder": lambda path: path.mkdir(),
    "socket": _listening,
    "huge": _huge,
    "empty": lambda path: path.touch(),
    "binary": lambda path: path.write_bytes(bytes(range(256)) * 40),
    "wrong kind": lambda path: path.write_text('{"kind": "a shopping list", "eggs": [6]}\n'),
    "deep": lambda path: path.write_text("[" * 90_000),
    "unreadable": lambda path: path.write_text("1 CORE_AX_16_C\n"),
}
READ = tuple(MADE)
UNREAD = ("pipe", "device", "circle", "missing", "nowhere", "socket", "huge", "unreadable")
"""Things that are never read, under any name."""
NO_CARDS = ("empty", "wrong kind", "deep")
"""Contents without a card: reported entry by entry."""
WRITTEN = ("pipe", "device", "folder", "under a file")
FOLDER = ("pipe", "device", "missing", "empty", "binary", "folder")
NEW_FOLDER = ("pipe", "device", "under a file", "binary")


@dataclass(frozen=True)
class Given:
    """An argument that names a file: its command, and the things that may be there."""

    command: str
    argument: str
    line: tuple[str, ...]
    what: tuple[str, ...] = READ
    ending: str = ""
    fine: tuple[str, ...] = ()
    """Things that may be there but are reported with another status."""


def read(command: str, argument: str, *line: str, ending: str = "", fine: tuple = ()) -> Given:
    return Given(command, argument, line, READ, ending, fine)


def written(command: str, argument: str, *line: str, ending: str = "") -> Given:
    return Given(command, argument, line, WRITTEN, ending)


def folder(command: str, argument: str, *line: str, fine: tuple = ()) -> Given:
    return Given(command, argument, line, FOLDER, "", fine)


def new_folder(command: str, argument: str, *line: str, fine: tuple = ()) -> Given:
    return Given(command, argument, line, NEW_FOLDER, "", fine)


NET, DECKS, SEALED = f"net:{THERE}", f"axiom+{THERE}", f"sealed:{THERE}"
FRONTIER = f"frontier:{THERE}"
RANDOM = f"random:3:1:cards={THERE}"
GIVEN = (
    read("demo", "decks", "--decks", "axiom", THERE),
    written("demo", "save", "--save", THERE),
    read("play", "opponent", "--opponent", NET),
    read("play", "deck", "--deck", THERE),
    read("play", "against", "--against", THERE),
    read("play", "resume", "--resume", THERE),
    read("play", "format", "--format", SEALED),
    written("play", "save", "--save", THERE),
    written("play", "log", "--log", THERE),
    read("web", "elements", "--no-open", "--port", "0", "--elements", THERE),
    Given("web", "data", ("--no-open", "--port", "0", "--data", THERE), FOLDER[:-1]),
    read("watch", "agents", NET, "random"),
    read("watch", "decks", "random", "random", "--decks", "axiom", THERE),
    read("watch", "format", "random", "random", "--format", FRONTIER),
    written("watch", "save", "random", "random", "--save", THERE),
    written("watch", "log", "random", "random", "--log", THERE),
    read("replay", "file", THERE),
    written("replay", "save", "REPLAY", "--save", THERE),
    written("replay", "html", "REPLAY", "--html", THERE),
    read("arena", "agents", NET, "random", "--games", "2", "--jobs", "1"),
    read("arena", "decks", "random", "greedy", "--games", "2", "--jobs", "1", "--decks", DECKS),
    read("arena", "format", "random", "greedy", "--games", "2", "--jobs", "1", "--format", SEALED),
    written("arena", "out", "random", "greedy", "--games", "2", "--jobs", "1", "--out", THERE,
            ending=".jsonl"),
    written("arena", "log", "random", "greedy", "--games", "2", "--jobs", "1", "--log", THERE),
    read("bench-play", "agents", NET, "--jobs", "1"),
    read("bench-play", "against", "random", "--against", NET, "--jobs", "1"),
    read("bench-play", "positions", "random", "--positions", THERE, "--jobs", "1"),
    written("bench-play", "out", "random", "--out", THERE, "--jobs", "1"),
    read("bench1 run", "agent", NET, "--task", "T1", "--out", "NEW.jsonl", "--jobs", "1"),
    read("bench1 run", "deck", "random", "--task", "T5", "--out", "NEW.jsonl", "--deck", THERE),
    read("bench1 run", "people", "random", "--task", "T3", "--out", "NEW.jsonl", "--people", THERE),
    written("bench1 run", "out", "random", "--task", "T1", "--deals", "1", "--jobs", "1",
            "--out", THERE, ending=".jsonl"),
    read("bench1 verify", "files", THERE),
    read("bench1 table", "files", THERE),
    read("bench1 power", "files", THERE),
    read("bench1 plot", "files", THERE),
    read("bench1 blind", "agent", NET, "--deals", "2", "--jobs", "1"),
    read("bench1 gap", "trained_with", THERE, THERE),
    folder("bench1 page", "folder", THERE),
    read("bench1 mean", "files", THERE),
    read("bench1 stability", "files", THERE),
    read("bench1 rerun", "file", THERE, "--out", "NEW.jsonl", "--jobs", "1"),
    new_folder("bench1 dataset", "out", "--games", "2", "--slow", "0", "--out", THERE,
               "--jobs", "1"),
    read("bench1 exploit", "agent", NET, "--task", "T1", "--out", "NEW", "--jobs", "1"),
    new_folder("bench1 exploit", "out", "random", "--task", "T1", "--out", THERE, "--jobs", "1"),
    new_folder("bench1 freeze", "out", "--out", THERE),
    read("bench1 freeze", "uniques", "--uniques", THERE),
    read("bot", "agent", NET),
    written("bot", "log", "random", "--log", THERE),
    read("board new", "agents", "NEW", "--agents", "rules@1", NET),
    read("board new", "decks", "NEW", "--decks", DECKS),
    read("board new", "formats", "NEW", "--formats", SEALED),
    new_folder("board new", "folder", THERE, fine=()),
    folder("board run", "folder", THERE, "--jobs", "1"),
    folder("board publish", "folder", THERE),
    folder("board pack", "folder", THERE, "x.zip"),
    folder("board verify", "folder", THERE),
    read("strength", "agents", "Foundry Armorer C", "--jobs", "1", "--agents", NET),
    read("strength", "decks", "Foundry Armorer C", "--jobs", "1", "--decks", THERE),
    read("strength", "opponents", "Foundry Armorer C", "--jobs", "1", "--opponents", DECKS),
    written("strength", "out", "Foundry Armorer C", "--jobs", "1", "--out", THERE),
    read("rank", "files", THERE, "--out", "NEW", "--jobs", "1", ending=".json", fine=NO_CARDS),
    Given("rank", "also", ("--pool-cards", "--also", THERE, "--out", "NEW", "--jobs", "1"), UNREAD),
    read("rank", "agents", "--pool-cards", "--agents", NET, "--out", "NEW", "--jobs", "1"),
    folder("rank", "beside", "--games", "0", "--out", "NEW", "--beside", THERE, "--jobs", "1"),
    Given("rank", "pool", ("--pool-cards", "--pool", THERE, "--out", "NEW", "--jobs", "1"), UNREAD),
    new_folder("rank", "out", "--pool-cards", "--games", "4", "--out", THERE, "--jobs", "1"),
    read("simulate", "decks", "--games", "2", "--out", "NEW", "--decks", DECKS, "--jobs", "1"),
    read("simulate", "cards", "--games", "2", "--out", "NEW", "--decks", "random:3:1",
         "--cards", THERE, "--jobs", "1"),
    read("simulate", "agents", "--games", "2", "--out", "NEW", "--agents", NET, "--jobs", "1"),
    read("simulate", "format", "--games", "2", "--out", "NEW", "--format", FRONTIER, "--jobs", "1"),
    new_folder("simulate", "out", "--games", "2", "--out", THERE, "--jobs", "1"),
    folder("merge", "shards", THERE, THERE, "--out", "NEW"),
    new_folder("merge", "out", "SHARD", "--out", THERE),
    folder("metrics", "dataset", THERE),
    folder("metrics", "strength", "DATASET", "--strength", THERE),
    written("metrics", "csv", "DATASET", "--csv", THERE),
    read("matchups", "decks", "--decks", DECKS, "--jobs", "1"),
    read("matchups", "agent", "--agent", NET, "--jobs", "1"),
    read("matchups", "format", "--format", FRONTIER, "--jobs", "1"),
    read("games import", "files", THERE, ending=".json"),
    new_folder("games import", "out", "GAMES", "--out", THERE),
    read("meta", "field", THERE, "--jobs", "1", ending=".tsv"),
    read("meta", "deck", "axiom,muna", "--deck", THERE, "--jobs", "1"),
    read("meta", "patch", "axiom,muna", "--patch", THERE, "--jobs", "1"),
    read("meta", "agent", "axiom,muna", "--agent", NET, "--jobs", "1"),
    read("meta", "format", "axiom,muna", "--format", FRONTIER, "--jobs", "1"),
    folder("meta", "practised", "axiom,muna", "--practised", THERE, "--jobs", "1"),
    new_folder("meta", "out", "axiom,muna", "--agent", "random", "--deals", "10", "--jobs", "1",
               "--out", THERE),
    folder("validate", "folder", THERE, "--jobs", "1"),
    folder("report", "dataset", THERE),
    written("report", "out", "DATASET", "--out", THERE),
    read("report", "strength", "DATASET", "--strength", THERE),
    read("cards check", "file", THERE, fine=NO_CARDS),
    read("cards import", "file", THERE, fine=NO_CARDS),
    read("cards import", "deck", "OFFICIAL", "--deck", THERE),
    written("cards import", "out", "OFFICIAL", "--out", THERE),
    read("cards worth", "deck", "Kelon Elemental C", "--deck", THERE, "--jobs", "1"),
    read("cards worth", "field", "Kelon Elemental C", "--deck", "axiom", "--field", DECKS,
         "--jobs", "1"),
    read("cards worth", "format", "Kelon Elemental C", "--deck", "axiom", "--format", FRONTIER,
         "--jobs", "1"),
    read("cards value", "files", THERE, "--jobs", "1", fine=NO_CARDS),
    read("cards value", "deck", "OFFICIAL", "--deck", THERE, "--jobs", "1"),
    read("cards value", "format", "OFFICIAL", "--deck", "axiom", "--format", FRONTIER,
         "--jobs", "1"),
    read("cards value", "elements", "OFFICIAL", "--elements", THERE, "--jobs", "1"),
    written("cards value", "csv", "OFFICIAL", "--csv", THERE, "--jobs", "1"),
    written("cards value", "html", "OFFICIAL", "--html", THERE, "--jobs", "1"),
    read("cards heroes", "lists", "--lists", DECKS, "--jobs", "1"),
    read("cards heroes", "field", "--field", DECKS, "--jobs", "1"),
    read("cards heroes", "agents", "--agents", NET, "--jobs", "1"),
    read("cards heroes", "format", "--format", FRONTIER, "--jobs", "1"),
    written("cards heroes", "log", "--log", THERE, "--jobs", "1"),
    written("cards heroes", "csv", "--csv", THERE, "--jobs", "1"),
    read("cards worth", "agents", "Kelon Elemental C", "--deck", "axiom", "--agents", NET,
         "--jobs", "1"),
    written("cards worth", "log", "Kelon Elemental C", "--deck", "axiom", "--log", THERE,
            "--jobs", "1"),
    read("decks check", "decks", THERE),
    read("decks check", "format", "axiom", "--format", FRONTIER),
    read("decks show", "decks", THERE),
    read("decks stats", "decks", THERE),
    read("decks random", "cards", "--cards", THERE),
    new_folder("decks random", "out", "--out", THERE),
    read("decks construct", "agents", "--agents", NET, "--out", "NEW", "--jobs", "1"),
    written("decks construct", "log", "--log", THERE, "--out", "NEW", "--jobs", "1"),
    written("decks construct", "out", "--out", THERE, "--jobs", "1"),
    read("decks build", "pool", "--hero", "Rin", "--pool", THERE, "--jobs", "1"),
    read("decks build", "collection", "--hero", "Rin", "--collection", THERE, "--jobs", "1"),
    read("decks build", "uniques", "--hero", "Rin", "--uniques", THERE, "--jobs", "1"),
    read("decks build", "start", "--hero", "Rin", "--start", THERE, "--jobs", "1"),
    read("decks build", "field", "--hero", "Rin", "--field", THERE, "--jobs", "1", ending=".tsv"),
    read("decks build", "agent", "--hero", "Rin", "--agent", NET, "--jobs", "1"),
    read("decks build", "judges", "--hero", "Rin", "--judges", NET, "--jobs", "1"),
    read("decks build", "format", "--hero", "Rin", "--format", FRONTIER, "--jobs", "1"),
    folder("decks build", "practised", "--hero", "Rin", "--practised", THERE, "--jobs", "1"),
    written("decks build", "log", "--hero", "Rin", "--log", THERE, "--jobs", "1"),
    written("decks build", "out", "--hero", "Rin", "--out", THERE, "--jobs", "1"),
    read("decks improve", "format", "axiom", "--format", FRONTIER, "--jobs", "1"),
    read("strength", "format", "Foundry Armorer C", "--format", FRONTIER, "--jobs", "1"),
    read("decks practise", "deck", THERE, "--jobs", "1"),
    read("decks practise", "field", "axiom", "--field", THERE, "--jobs", "1", ending=".tsv"),
    read("decks practise", "start", "axiom", "--start", NET, "--jobs", "1"),
    read("decks practise", "format", "axiom", "--format", FRONTIER, "--jobs", "1"),
    read("decks improve", "deck", THERE, "--jobs", "1"),
    read("decks improve", "opponents", "axiom", "--opponents", DECKS, "--jobs", "1"),
    read("decks improve", "agent", "axiom", "--agent", NET, "--jobs", "1"),
    written("decks improve", "log", "axiom", "--log", THERE, "--jobs", "1"),
    written("decks improve", "out", "axiom", "--out", THERE, "--jobs", "1"),
    read("fuzz", "cards", "--games", "2", "--cards", THERE, "--jobs", "1"),
    read("fuzz", "format", "--games", "2", "--format", SEALED, "--jobs", "1"),
    new_folder("fuzz", "keep", "--games", "2", "--keep", THERE, "--jobs", "1"),
)  # fmt: skip

WITH_OPTIONS = ("altered_env.train.__main__", "altered_env.train.exploit",
                "altered_env.train.league", "train", "exploit")  # fmt: skip
"""Programs and commands that train, with the options of a run."""
FIRST = {"altered_env.train.exploit": ("random",), "exploit": ("random",)}
"""Other arguments that are required."""


def _of_training() -> Iterator[Given]:
    for name in WITH_OPTIONS:
        first = (*FIRST.get(name, ()), "--out", "NEW")
        yield Given(name, "config", (*first, "--config", THERE), tuple({*READ} - {"empty"}))
        yield read(name, "decks", *first, "--decks", DECKS)
        yield read(name, "format", *first, "--format", SEALED)
        yield read(name, "opponents", *first, "--opponents", NET)
        yield read(name, "start", *first, "--start", THERE)
        yield new_folder(name, "out", *FIRST.get(name, ()), "--out", THERE)
    for name in ("altered_env.train.exploit", "exploit"):
        yield read(name, "agent", NET, "--out", "NEW")
    for name in ("altered_env.train.evaluate", "evaluate"):
        yield folder(name, "folder", THERE)
        yield read(name, "baselines", "RUN", "--baselines", NET)
        yield read(name, "decks", "RUN", "--decks", DECKS)
    yield read("altered_env.train.average", "networks", "NEW", THERE, THERE)
    yield written("altered_env.train.average", "out", THERE, "NETWORK", "NETWORK")
    yield folder("altered_env.train.compare", "runs", THERE, THERE)
    yield read("altered_env.train.compare", "baselines", "RUN", "RUN", "--baselines", NET)
    yield read("altered_env.train.compare", "decks", "RUN", "RUN", "--decks", DECKS)
    yield written("altered_env.train.compare", "out", "RUN", "RUN", "--out", THERE)
    label = "altered_env.train.bench.labelling"
    yield read(label, "network", NET, "--out", "NEW")
    yield read(label, "file", "net:v1", "--out", "NEW", "--file", THERE)
    yield written(label, "log", "net:v1", "--out", "NEW", "--log", THERE)
    yield written(label, "out", "net:v1", "--out", THERE)
    measure = "altered_env.train.measure"
    yield Given(measure, "config", ("--config", THERE), tuple({*READ} - {"empty"}))
    yield read(measure, "decks", "--decks", DECKS)
    yield read(measure, "format", "--format", SEALED)
    yield read(measure, "opponents", "--opponents", NET)
    yield read(measure, "start", "--start", THERE)
    yield read("altered_env.train.drafting", "pilot", "random", "rating", "--pilot", NET)
    yield read("altered_env.train.rated", "agents", NET, "random")
    yield written("altered_env.train.rated", "out", "random", "greedy", "--out", THERE)
    yield new_folder("altered_env.cli.demo_training", "out", "--out", THERE)
    yield new_folder(
        "altered_env.cli.demo_training", "pictures", "--out", "NEW", "--pictures", THERE
    )
    yield read("altered_env.train.positions", "agents", NET)
    yield folder("altered_env.cardstats.ranking.elements_anew", "folder", THERE, "--into", "NEW")
    yield folder("altered_env.cardstats.ranking.shipping", "folder", THERE, "--out", "NEW")
    yield read("altered_env.arena.bench1.standings", "results", THERE)
    built = "altered_env.cardstats.building_decks.against_people"
    yield folder(built, "people", THERE, "--out", "NEW", "--jobs", "1")
    lists = "altered_env.cardstats.context.fit_lists"
    yield folder(lists, "folder", THERE, "--agents", "greedy", "rules", "--out", "NEW")


EVERY = (*GIVEN, *_of_training())

NO_FILE = {
    "clock", "shard", "title", "host", "faction", "type", "subtype", "rarity", "set", "cost",
    "keyword", "wording", "name", "names", "text", "ratios", "paths", "rules", "prefer",
    "matchmaking", "device", "teacher", "expert", "rate", "discount", "trace", "actors", "max_age",
    "looks", "afterstates", "ray", "jobs", "theme", "readable",
}  # fmt: skip
"""Arguments whose text is never the path of a file that is read."""
NAMES_ONLY = {
    ("altered_env.train.bench.control", "network"): "one of those that labelled the bench",
    ("strength", "cards"): "names of cards",
    ("strength", "against"): "names of cards",
    ("cards worth", "card"): "the name of a card",
    ("cards worth", "hero"): "the name of a card",
    ("cards worth", "archetype"): "the name of an archetype",
    ("games import", "format"): "compared with what the files say",
    ("rank", "date"): "a date",
    ("meta", "ban"): "names of cards",
    ("cards worth", "season"): "the number of a season",
    ("meta", "season"): "a number",
    ("meta", "event"): "compared with what people's lists say",
    ("validate", "agents"): "as tried in tests/training/test_validity.py",
    ("validate", "cards"): "the same",
    ("validate", "out"): "the same",
    ("decks build", "hero"): "the name of a card",
    ("decks build", "time"): "a time",
    ("decks practise", "out"): "written, as tried in tests/training/test_practising.py",
    ("validate", "practised"): "as in altered meta",
    ("metrics", "agent"): "compared with what a dataset says",
    ("board run", "bots"): "what may run, of those that the board names",
    ("board verify", "bots"): "the same",
    ("board pack", "file"): "written, as tried in tests/training/test_board.py",
    ("altered_env.cardstats.ranking.elements_anew", "into"): "written, by who keeps the package",
    ("altered_env.cardstats.building_decks.against_people", "agent"): "as in decks build",
    ("altered_env.cardstats.building_decks.against_people", "judges"): "the same",
    ("altered_env.cardstats.building_decks.against_people", "heroes"): "names of cards",
    ("altered_env.cardstats.building_decks.against_people", "out"): "as in altered validate",
    ("altered_env.cardstats.context.fit_lists", "agents"): "compared with the games of a folder",
    ("altered_env.cardstats.context.fit_lists", "out"): "written, by who keeps the package",
    ("altered_env.cardstats.context.list_games", "agents"): "as in altered rank",
    ("altered_env.cardstats.context.list_games", "folder"): "tried in test_worth_in_context.py",
    ("altered_env.cardstats.ranking.shipping", "beside"): "as its folder",
    ("altered_env.cardstats.ranking.shipping", "out"): "written, by who keeps the package",
    ("bench-play", "labels"): "compared with what a file of positions says",
    ("bench1 run", "against"): "names of the panel",
    ("bench1 run", "archetype"): "names of archetypes",
    ("bench1 run", "beacon"): "any text",
    ("bench1 run", "remark"): "any text",
    ("bench1 verify", "people"): "as in bench1 run",
    ("bench1 verify", "entry"): "any text",
    ("bench1 verify", "beacon"): "any text",
    ("bench1 page", "people"): "as in bench1 run",
    ("bench1 rerun", "people"): "the same",
    ("replay", "people"): "the same",
    ("bench1 rerun", "agent"): "the same",
    ("bench1 rerun", "out"): "the same, which refuses it in one place",
    ("bench1 gap", "trained_without"): "as the other",
    ("bench1 page", "out"): "written, as tried in tests/training/bench1/test_bench1_commands.py",
    ("bench1 plot", "out"): "the same",
    ("llm", "opponents"): "compared with what a client asks for, and read only then",
}
"""Others that name no file which the command would read."""


def arguments(parser: argparse.ArgumentParser, words: tuple[str, ...] = ()) -> Iterator[tuple]:
    """Every argument of a parser and of its commands that takes any text."""
    if isinstance(parser, _Command) and parser.file is not None:
        file, parser.file = importlib.import_module(parser.file), None
        file.add(parser)
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, command in action.choices.items():
                yield from arguments(command, (*words, name))
        elif action.nargs != 0 and action.type not in (int, float) and not action.choices:
            yield " ".join(words), action.dest


class _ParsingError(Exception):
    pass


def parser_of(program: str) -> argparse.ArgumentParser:
    """The parser that a program makes for itself."""
    found = []

    def stop(self: argparse.ArgumentParser, *_: object) -> None:
        found.append(self)
        raise _ParsingError

    stopped = mock.patch.object(argparse.ArgumentParser, "parse_args", stop)
    with stopped, contextlib.suppress(_ParsingError):
        importlib.import_module(program).main([])
    return found[0]


class SlowError(BaseException):
    """A refusal that took too long."""


@contextlib.contextmanager
def bounded() -> Iterator[None]:
    """A small limit of time, and of memory beyond that in use."""

    begun = clocks()

    def late(number: int, frame: FrameType | None) -> None:
        left = HANGS - since(begun)
        if in_compiler(frame) or left > 0:  # others may have had the processor meanwhile
            signal.setitimer(signal.ITIMER_REAL, max(0.2, left))
            return
        raise SlowError(f"no refusal within {HANGS} s")

    used = int(Path("/proc/self/statm").read_text().split()[0]) * os.sysconf("SC_PAGE_SIZE")
    before = resource.getrlimit(resource.RLIMIT_AS)
    handler = signal.signal(signal.SIGALRM, late)
    resource.setrlimit(resource.RLIMIT_AS, (used + MEMORY, before[1]))
    signal.setitimer(signal.ITIMER_REAL, HANGS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        resource.setrlimit(resource.RLIMIT_AS, before)
        signal.signal(signal.SIGALRM, handler)


def status_of(command: str, line: list[str]) -> int:
    """The exit status of a command in this process."""
    try:
        if command.startswith("altered_env."):
            return int(importlib.import_module(command).main(line))
        return cli.main([*command.split(), *line])
    except SystemExit as ended:
        return int(ended.code or 0)


def whole_in(place: Path) -> dict[str, str]:
    """Valid files for the other arguments."""
    game = Game.start("axiom", "bravos", seed=1)
    while not game.over:
        game.act(game.legal_actions()[0])
    Replay.of(game).save(place / "replay.json")
    (place / "official.json").write_text(json.dumps([FLAT]))
    (place / "games.csv").write_text("hero_a,hero_b,winner\nRin,Waru,a\n")
    for name, more in (("set", ()), ("shard", ("--shard", "1/1"))):
        asked = ["simulate", "--games", "2", "--out", str(place / name), "--jobs", "1", "--quiet"]
        assert cli.main([*asked, *more]) == 0
    (place / "run" / "kept").mkdir(parents=True)
    network = SHIPPED["v1"]
    (place / "run" / "kept" / "000000100.safetensors").write_bytes(network.read_bytes())
    return {
        "REPLAY": str(place / "replay.json"),
        "OFFICIAL": str(place / "official.json"),
        "GAMES": str(place / "games.csv"),
        "DATASET": str(place / "set"),
        "SHARD": str(place / "shard"),
        "RUN": str(place / "run"),
        "NETWORK": str(network),
    }


def wrong_with(one: Given, what: str, whole: dict[str, str], place: Path) -> str:
    """The fault of a command's refusal; empty if it is right."""
    path = place / f"it{one.ending}"
    if what == "under a file":
        path.write_text("a file")
        path = path / "below"
    else:
        MADE[what](path)
    before = _mode(path)
    line = [whole.get(word, str(place / "new") if word == "NEW" else word) for word in one.line]
    line = [word.replace(THERE, str(path)) for word in line]
    denied = mock.patch.object(input_files.os, "open", _denied(os.open, path))
    err, out = io.StringIO(), io.StringIO()
    begun = time.process_time()
    try:
        with contextlib.ExitStack() as during:
            during.enter_context(contextlib.redirect_stderr(err))
            during.enter_context(contextlib.redirect_stdout(out))
            during.enter_context(contextlib.chdir(place))
            if what == "unreadable":
                during.enter_context(denied)
            during.enter_context(bounded())
            status: object = status_of(one.command, line)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        status = f"{type(error).__name__}: {error}"
    seconds = time.process_time() - begun
    said = err.getvalue().strip()
    sentence = said.splitlines()[-1] if said else ""
    fine = what in one.fine and status in (1, 2)
    if status != 2 and not fine:
        return f"status {status} after {seconds:.1f} s: {said[-300:]}"
    if "Traceback" in said or seconds > PATIENCE:
        return f"after {seconds:.1f} s: {said[-300:]}"
    if not fine and (f"it{one.ending}" not in said or not 0 < len(sentence) < 1000):
        return f"said {said[-300:]!r}"
    return "" if _mode(path) == before else "what lay there is gone"


def _mode(path: Path) -> int | None:
    """Return what is at a path; None for nothing."""
    with contextlib.suppress(OSError):
        return path.lstat().st_mode
    return None


def _denied(opened: Callable[..., int], denied: Path) -> Callable[..., int]:
    """An `os.open` without permission, since the tests may run as root."""

    def open_or_not(path: object, *more: object, **named: object) -> int:
        if str(path) == str(denied):
            raise PermissionError(13, "Permission denied", str(path))
        return opened(path, *more, **named)

    return open_or_not


def main() -> int:
    """Try everything, and print how often what was refused; returns the exit status."""
    tried: Counter[str] = Counter()
    wrong: Counter[str] = Counter()
    with tempfile.TemporaryDirectory() as folder:
        (Path(folder) / "whole").mkdir()
        whole = whole_in(Path(folder) / "whole")
        for number, one in enumerate(EVERY):
            for what in one.what:
                place = Path(folder) / f"{number}-{what.replace(' ', '-')}"
                place.mkdir()
                tried[what] += 1
                if said := wrong_with(one, what, whole, place):
                    wrong[what] += 1
                    print(f"{one.command} {one.argument}, {what}: {said}", flush=True)
    print(f"{'':20}{'tried':>8}{'not refused in order':>24}")
    for what, count in tried.items():
        print(f"{what:20}{count:>8}{wrong[what]:>24}")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
