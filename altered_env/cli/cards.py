"""`altered cards`: look cards up, and add cards from official data."""

from __future__ import annotations

import argparse

from altered_env.cli.collecting import collect

COMMANDS = {
    "search": "list the cards that fit",
    "show": "everything about one card",
    "status": "how many cards are verified and implemented",
    "cover": "play cards until everything they say has been seen to matter",
    "check": "say which cards of a file are understood",
    "import": "add the cards of a file to your own",
}
_EXAMPLES = """examples:
  altered cards search robot --faction axiom --cost 2-4
  altered cards search --keyword sabotage --type spell --cost '>=3'
  altered cards show "Foundry Armorer R1"
  altered cards status                  how many cards are verified, implemented, unsupported
  altered cards cover "Haven Bouncer"   does everything a card says have an effect?
  altered cards check official.json     which cards of a file are understood, and why not
  altered cards check --back            which abilities come back whole from their English
  altered cards import official.json    add the cards of a file, for decks to use at once
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its commands."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    collect(parser, COMMANDS, "does", "cards_")
