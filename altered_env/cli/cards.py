"""`altered cards`: look cards up, and add cards from official data."""

from __future__ import annotations

import argparse

from altered_env.cli.collecting import collect

COMMANDS = {
    "search": "list matching cards",
    "show": "show everything about a card",
    "value": "estimate what the cards of a collection are worth",
    "worth": "estimate what a card is worth, or measure it in a deck against the best alternative",
    "heroes": "rank Heroes by the win rates of their lists, by several players",
    "status": "count verified and implemented cards",
    "cover": "play cards until each of their abilities has had an effect",
    "check": "check which cards of a file are understood",
    "import": "add the cards of a file to your own",
}
_EXAMPLES = """examples:
  altered cards search robot --faction axiom --cost 2-4
  altered cards search --keyword sabotage --type spell --cost '>=3'
  altered cards show "Foundry Armorer R1"
  altered cards value collection.csv    what are my cards worth?
  altered cards worth "Foundry Armorer R1" --deck mine.txt --field public
  altered cards status                  how many cards are verified, implemented, unsupported
  altered cards cover "Haven Bouncer"   does everything a card says have an effect?
  altered cards check official.json     which cards of a file are understood, and why not
  altered cards check --back            which abilities survive a round trip through English
  altered cards import official.json    add the cards of a file, ready for use in decks
"""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its commands."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    collect(parser, COMMANDS, "does", "cards_")
