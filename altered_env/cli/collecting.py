"""Commands by name; each is a file with `add(parser)` and `run(options)`.

A file is imported when its command is called: `altered --help` imports none of them, and a command
does not load the dependencies of others.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any

from altered_env._runtime.help_pages import HelpParser
from altered_env._runtime.overwriting import inputs_of, refuse_overwriting


class UsageError(ValueError):
    """Conflicting or missing arguments, reported with the usage of the command."""


class _Command(HelpParser):
    """The parser of a command; its file adds the arguments when the command is called."""

    file: str | None = None

    def parse_known_args(  # type: ignore[override]
        self, args: Sequence[str] | None = None, namespace: Any = None
    ) -> tuple[Any, list[str]]:
        """Parse with the arguments of the file; `prog` is the name of the command, `usage` its
        usage line, `inputs` the arguments that may name a file to read. Unknown arguments, and a
        file to write that is read, too, are refused with that usage."""
        if self.file is not None:
            file, self.file = import_module(self.file), None
            file.add(self)
            if hasattr(file, "run"):
                self.set_defaults(run=file.run)
        found, more = super().parse_known_args(args, namespace)
        if more:
            self.error(f"unrecognized arguments: {' '.join(more)}")
        if not hasattr(found, "prog"):  # keep that of the innermost command
            found.prog, found.usage = self.prog, self.format_usage()
            found.inputs = inputs_of(self, found)
            try:
                refuse_overwriting(self, found)
            except ValueError as error:
                self.error(str(error))
        return found, more


def collect(
    parser: argparse.ArgumentParser,
    commands: Mapping[str, str],
    dest: str,
    group: str = "",
    listed: bool = True,
) -> None:
    """Give a parser these commands, each with its help; without any, it shows its help. `group` is
    the prefix of their files' names; unless `listed`, the help page has its own list."""

    def show_help(_options: argparse.Namespace) -> int:
        parser.print_help()
        return 0

    parser.set_defaults(run=show_help)
    found = parser.add_subparsers(
        dest=dest,
        prog=parser.prog,
        metavar="command",
        parser_class=_Command,
        help=None if listed else argparse.SUPPRESS,
    )
    for name, says in commands.items():
        found.add_parser(
            name, help=says, description=f"{says[0].upper()}{says[1:]}."
        ).file = f"{__package__}.{group}{name.replace('-', '_')}"
