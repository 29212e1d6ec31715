"""`altered games`: people's games."""

from __future__ import annotations

import argparse

from altered_env.cli.collecting import collect

COMMANDS = {"import": "read people's games, without names, and print their win rates"}
_EXAMPLES = """examples:
  altered games import page1.json page2.json --out people
  altered validate people               are simulated figures true of these games?
  altered meta people/field.tsv         the metagame of what was played
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its commands."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    collect(parser, COMMANDS, "does", "games_")
