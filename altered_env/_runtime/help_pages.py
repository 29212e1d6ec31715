"""Help that fits a screen: `--help` shows the common options, `--help-all` every one."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

SCREEN = 40
"""The maximum number of lines of a help page without rare options."""


def option(
    parser: argparse._ActionsContainer,
    flag: str,
    default: float | str,
    says: str,
    metavar: str | None = None,
) -> None:
    """Add an option of the type of its default, which the help states.

    >>> parser = HelpParser(prog="tool")
    >>> option(parser, "--limit", 30.0, "seconds per decision")
    >>> parser.parse_args(["--limit", "5"]).limit, "decision (30)" in parser.format_help()
    (5.0, True)
    """
    shown = f"{default:g}" if isinstance(default, float) else default
    parser.add_argument(
        flag, type=type(default), default=default, metavar=metavar, help=f"{says} ({shown})"
    )


def several(parser: argparse._ActionsContainer, flag: str, metavar: str, says: str) -> None:
    """Add an option that takes one or more texts, none by default."""
    parser.add_argument(flag, nargs="+", default=(), metavar=metavar, help=says)


@contextmanager
def rare(parser: argparse.ArgumentParser) -> Iterator[None]:
    """Mark the options added within this block as rare, unless they are required.

    >>> parser = HelpParser(prog="tool")
    >>> _ = parser.add_argument("--games", help="number of games")
    >>> with rare(parser):
    ...     _ = parser.add_argument("--log", help="log file")
    >>> "--log" in parser.format_help(), "--log" in parser.format_help(every=True)
    (True, True)
    """
    before = len(parser._actions)
    yield
    mark_rare(parser._actions[before:])


def mark_rare(actions: Iterable[argparse.Action]) -> None:
    """Mark options as rare, unless they are required."""
    for action in actions:
        action.rare = not action.required  # type: ignore[attr-defined]


class HelpParser(argparse.ArgumentParser):
    """A parser whose `--help` leaves out rare options if it would not fit a screen otherwise."""

    def __init__(self, *given: Any, **options: Any) -> None:
        super().__init__(*given, **options)
        self.add_argument("--help-all", action=_HelpAll, nargs=0, help=argparse.SUPPRESS)

    def format_usage(self) -> str:
        """Return positional and required arguments; the help lists the options."""
        named = [a for a in self._actions if not a.option_strings or a.required]
        formatter = self._get_formatter()
        formatter.add_usage(self.usage, named, [])
        start = f"usage: {self.prog}"
        return formatter.format_help().strip().replace(start, f"{start} [options]", 1) + "\n"

    def format_help(self, every: bool = False) -> str:
        """Return the help page; with `every`, rare options are never left out."""
        text = self._page(())
        rarely = [a for a in self._actions if getattr(a, "rare", False)]
        if every or not rarely or text.count("\n") <= SCREEN:
            return text
        more = f"{len(rarely)} more options: {self.prog} --help-all\n"
        return f"{self._page(rarely).rstrip()}\n\n{more}"

    def _page(self, without: Sequence[argparse.Action]) -> str:
        said = [(action, action.help) for action in without]
        try:
            for action, _ in said:
                action.help = argparse.SUPPRESS
            text = super().format_help()
        finally:
            for action, help_text in said:
                action.help = help_text
        head, _, rest = text.partition("\n\n")
        assert head.startswith("usage:")
        return f"{self.format_usage().rstrip()}\n\n{rest}"


class _HelpAll(argparse.Action):
    def __call__(self, parser: argparse.ArgumentParser, *_: Any) -> NoReturn:
        assert isinstance(parser, HelpParser)
        parser._print_message(parser.format_help(every=True), sys.stdout)
        parser.exit()
