"""Command lines for every command, generated from its parser.

The commands are those of `altered`, and the programs of training: each module of the package that
runs by itself and takes arguments. A new command, or a new option, is tried without a word here.
"""

from __future__ import annotations

import argparse
import contextlib
import importlib
import inspect
import io
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from unittest import mock

import altered_env
from altered_env import cli
from tests.attack.doors.judging import Try, called
from tests.attack.doors.mutating import other_text, word
from tests.attack.doors.places import ODD_PLACES, Places, in_place

__all__ = ["Commands", "Program", "programs"]

Main = Callable[[Sequence[str]], int | None]
NEVER = {
    "--cold": "it compiles everything again, in processes of its own",
    "--ray": "it begins a cluster",
}
"""Options that are left out, and why."""
NUMBERS = (*("0", "1", "1", "2", "2", "3", "4", "-1", "0.5", "1e3", "7"), "99999999999999999999")
WORDS = (
    *("axiom", "bravos", "starters", "axiom,lyra", "random:2:1", "random:2:1:curve", "random"),
    *("greedy", "rules", "net:v1", "net:v3", "rules:decks=closed", "ismcts:ms=1"),
    *("cmd:true", "cmd:cat", "mine.py:MyBot", "random+greedy", "standard", "free_for_all"),
    *("sealed:sealed.txt", "frontier:frontier.json", "5.0", "2024.09", "CORE", "Kappa", "AX"),
    *("Foundry Armorer R1", "60+1", "0+0", "2-4", ">=3", "gigantic", "character", "lyra", "all"),
)
TYPED = ("1", "2", "q", "hint", "help", "board", "log", "show 1", "save kept.game", "undo", "", "x")
PATHS = ("file", "folder", "out", "save", "log", "csv", "config", "dataset", "run", "list")
"""An argument whose name has one of these in it takes a path."""
SECONDS = 0.6
"""After so long work is interrupted."""
LONG = 10_000
"""An option whose default is a number this large is always given: what is not asked for begins no
long work, and takes no memory for it."""


@dataclass(frozen=True)
class Program:
    """A command: its call and its arguments."""

    name: str
    first: tuple[str, ...]
    """The words that choose the command."""
    main: Main
    parser: argparse.ArgumentParser


class _Parsing(BaseException):
    def __init__(self, parser: argparse.ArgumentParser) -> None:
        self.parser = parser


def programs() -> tuple[Program, ...]:
    """Every command there is."""
    found = [Program(_named(words), words, cli.main, parser) for words, parser in _of_cli()]
    root = Path(altered_env.__path__[0])
    for path in sorted(root.rglob("*.py")):
        text = path.read_text("utf-8")
        if 'if __name__ == "__main__"' not in text or path.name == "__init__.py":
            continue
        name = ".".join(("altered_env", *path.relative_to(root).with_suffix("").parts))
        main = getattr(importlib.import_module(name), "main", None)
        if main is not None and "arguments" in inspect.signature(main).parameters:
            found.append(Program(name, (), main, _parser_of(main)))
    return tuple(found)


def _named(words: tuple[str, ...]) -> str:
    return " ".join(("altered", *words))


def _parser_of(main: Main) -> argparse.ArgumentParser:
    """The parser that a program makes when it is called."""

    def parse(parser: argparse.ArgumentParser, *_: Any, **__: Any) -> None:
        raise _Parsing(parser)

    with mock.patch.object(argparse.ArgumentParser, "parse_args", parse):
        try:
            main([])
        except _Parsing as caught:
            return caught.parser
    raise RuntimeError(f"{main.__module__} takes no arguments")


def _of_cli() -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    left: list[tuple[tuple[str, ...], argparse.ArgumentParser]] = [((), cli.parser())]
    while left:
        words, parser = left.pop()
        with contextlib.redirect_stdout(io.StringIO()), contextlib.suppress(SystemExit):
            parser.parse_known_args(["--help"])  # its file adds what it takes
        inner = [a for a in parser._actions if isinstance(a, argparse._SubParsersAction)]
        for action in inner:
            left += [((*words, name), one) for name, one in action.choices.items()]
        if not inner:
            yield words, parser


class Commands:
    """Command lines, called in this process, in a folder of their own."""

    def __init__(self, places: Places) -> None:
        """Find every command."""
        self._places = places
        self._folder = folder = places.folder
        self.programs = programs()
        self._right = sorted(
            path.relative_to(folder).as_posix()
            for path in folder.rglob("*")
            if path.name not in ODD_PLACES and len(path.relative_to(folder).parts) < 3
        )

    @property
    def kinds(self) -> list[str]:
        """Every command."""
        return [program.name for program in self.programs]

    def attempt(self, rng: random.Random) -> Try:
        """A command line."""
        program = rng.choice(self.programs)
        words = self._words(rng, program)
        if rng.random() < 0.4 and not any(map(_is_home, program.parser._actions)):
            words = self._mutated(rng, words)
        words = [*program.first, *map(self._harmless, words)]
        if rng.random() < 0.01:
            words = words[1:]
        at = len(program.first)
        words[at:at] = _shorter(rng, program, words)
        typed = "\n".join(
            rng.choice(TYPED) if rng.random() < 0.8 else _printable(word(rng)) for _ in range(6)
        )
        said = f"{program.name}: {words!r:.400}"
        return Try(program.name.replace(" ", "-"), said, lambda: self.call(program, words, typed))

    def call(self, program: Program, words: list[str], typed: str = "") -> str:
        """Call it there."""
        with (
            in_place(self._places),
            mock.patch("uvicorn.Server.run"),
            mock.patch("webbrowser.open"),
        ):
            return called(program.main, words, typed, SECONDS)

    def close(self) -> None:
        """Nothing was changed."""

    # making them

    def _words(self, rng: random.Random, program: Program) -> list[str]:
        """Words that fit, or nearly."""
        found: list[str] = []
        actions = [a for a in program.parser._actions if not set(a.option_strings) & set(NEVER)]
        options = [a for a in actions if a.option_strings]
        many = rng.choice((0, 1, 1, 2, 4))
        chosen = rng.sample(options, min(many, len(options)))
        for action in options:
            jobs = "--jobs" in action.option_strings
            if action in chosen or jobs or action.required or _is_home(action):
                if isinstance(action, argparse._HelpAction) and rng.random() < 0.8:
                    continue
                found.append(rng.choice(action.option_strings))
                if jobs:
                    found.append("1" if rng.random() < 0.95 else rng.choice(("-1", "x", "9" * 9)))
                else:
                    found += self._values(rng, action)
        for action in actions:
            if not action.option_strings:
                found += self._values(rng, action)
        return found

    def _values(self, rng: random.Random, action: argparse.Action) -> list[str]:
        if action.nargs == 0:
            return []
        many = {None: 1, "?": rng.choice((0, 1)), "+": rng.choice((1, 2)), "*": rng.choice((0, 2))}
        number = many.get(action.nargs, action.nargs)  # type: ignore[call-overload]
        return [self._value(rng, action) for _ in range(number)]

    def _value(self, rng: random.Random, action: argparse.Action) -> str:
        kind = rng.random()
        if kind < 0.07:
            return _printable(word(rng))
        if action.choices is not None and kind < 0.9:
            return str(rng.choice(list(action.choices)))
        if action.type in (int, float):
            return rng.choice(NUMBERS)
        named = f"{action.dest} {action.metavar}".lower()
        if any(one in named for one in PATHS) and kind < 0.9:
            return self._place(rng)
        if isinstance(action.default, str) and kind < 0.3:
            return action.default
        if kind < 0.35:
            place = self._place(rng)
            form = rng.choice(
                ("{}", "net:{}", "rollout:{}", "frontier:{}", "sealed:{}", "{}:MyBot")
            )
            return form.format(place)
        found = rng.choice(WORDS)
        return found if kind < 0.9 else _printable(other_text(rng, found))

    def _place(self, rng: random.Random) -> str:
        kind = rng.random()
        if kind < 0.6:
            return rng.choice(self._right)
        if kind < 0.9:
            return rng.choice((*ODD_PLACES, "new", "new/deeper.json", "new.txt", "a" * 300))
        return str(self._folder / rng.choice((*ODD_PLACES, *self._right)))

    def _mutated(self, rng: random.Random, words: list[str]) -> list[str]:
        words = list(words)
        for _ in range(rng.choice((1, 1, 2))):
            at = rng.randrange(len(words) + 1)
            kind = rng.randrange(5)
            if kind == 0:
                del words[at : at + 1]
            elif kind == 1 and at < len(words):
                words.insert(at, words[at])
            elif kind == 2 and at < len(words) and not words[at].startswith("cmd:"):
                words[at] = _printable(other_text(rng, words[at]))
            elif kind == 3:
                rng.shuffle(words)
            else:
                words.insert(at, rng.choice((rng.choice(WORDS), _printable(word(rng)), "--", "-h")))
        for never in NEVER:
            words = [one for one in words if not never.startswith(one[:5]) or len(one) < 3]
        return words

    def _harmless(self, text: str) -> str:
        """The same without paths outside the folder, since files may be written."""
        if str(self._folder) in text:
            return text
        return text.replace("../", "").replace("/dev", "").lstrip("/~")


def _shorter(rng: random.Random, program: Program, words: Sequence[str]) -> list[str]:
    """Options that ask for less work than their defaults would."""
    found: list[str] = []
    for action in program.parser._actions:
        is_long = isinstance(action.default, int) and action.default >= LONG
        if is_long and action.option_strings and not set(action.option_strings) & set(words):
            found += [action.option_strings[-1], rng.choice(NUMBERS[:-1])]
    return found


def _is_home(action: argparse.Action) -> bool:
    """Return whether an option, if not given, writes into the package itself."""
    return isinstance(action.default, Path) and action.default.is_absolute()


def _printable(text: str) -> str:
    """A word as it can be passed to a program."""
    return "".join(letter for letter in text if letter.isprintable())
