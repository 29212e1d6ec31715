"""`altered decks`: check, show and count deck lists, make random ones, and improve one."""

from __future__ import annotations

import argparse

from altered_env.cli.collecting import collect

COMMANDS = {
    "check": "check a deck against the rules of deck building",
    "show": "print a deck, or convert it to another form",
    "stats": "curve, types, statistics by terrain, archetype",
    "random": "make random legal decks",
    "construct": "make the constructed lists of the package",
    "build": "build a deck of a Hero for a field",
    "practise": "train a pilot for one list against a field",
    "improve": "try legal changes of a deck in paired games, and keep proven ones",
    "list": "list the decks of the package, and pools",
}
_EXAMPLES = """examples:
  altered decks list                    the decks of the package
  altered decks check mine.txt --rules 5.0
  altered decks show demo-atsadi --form official
  altered decks stats axiom mine.txt    curve, types, terrains, archetype
  altered decks improve mine.txt --games 40000 --log mine.jsonl
  altered decks random 10 --seed 7 --faction lyra --curve --out folder
A deck is a starter, a public list, a file in any form, or a deck code.
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its commands."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    collect(parser, COMMANDS, "does", "decks_")
