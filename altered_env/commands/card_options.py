"""The command line of `altered cards`: what each of its commands takes, and who does it."""

from __future__ import annotations

import argparse

__all__ = ["add_cards", "run"]

_EXAMPLES = """examples:
  altered cards search robot --faction axiom --cost 2-4
  altered cards search --keyword sabotage --type spell --cost '>=3'
  altered cards show "Foundry Armorer R1"
  altered cards status                  how many cards are verified, implemented, unsupported
  altered cards check official.json     which cards of a file are understood, and why not
  altered cards check --back            which abilities come back whole from their English
  altered cards import official.json    add the cards of a file, for decks to use at once
"""

FILTERS = ("type", "faction", "subtype", "rarity", "set", "cost", "keyword", "wording")


def add_cards(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `cards` to the others."""
    cards = commands.add_parser(
        "cards",
        help="look cards up, and add cards from official data",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    does = cards.add_subparsers(dest="does", required=True, metavar="command")

    search = does.add_parser("search", help="list the cards that fit")
    search.add_argument("text", nargs="?", default="", help="in the name or the notation")
    for name in ("type", "faction", "subtype", "rarity", "set"):
        search.add_argument(f"--{name}", help=f"only those of this {name}")
    search.add_argument("--cost", help="the Hand Cost: 3, 2-4, '>=3', '<3'")
    search.add_argument("--keyword", help="a word of the abilities: gigantic, sabotage, after_you")
    search.add_argument(
        "--wording", "--text-of-wording", metavar="TEXT", help="in the abilities in English"
    )
    search.add_argument("--tokens", action="store_true", help="the tokens instead")

    show = does.add_parser("show", help="everything about one card")
    show.add_argument("name", nargs="+", help="a name, with or without version, or a reference")

    status = does.add_parser("status", help="how many cards are verified and implemented")
    status.add_argument(
        "--list",
        choices=("verified", "unverified", "unsupported"),
        help="list these cards instead",
    )

    check = does.add_parser("check", help="say which cards of a file are understood")
    check.add_argument("file", nargs="?", help="official card data: JSON, or a JSON object a line")
    check.add_argument(
        "--back",
        action="store_true",
        help="say which abilities come back from their English; without a file: of the whole pool",
    )
    check.add_argument("--only-failures", action="store_true", help="only what is not understood")
    check.add_argument("--json", action="store_true", help="say it as JSON")

    add = does.add_parser("import", help="add the cards of a file to your own")
    add.add_argument("file", help="official card data: JSON, or a JSON object a line")
    add.add_argument("--out", metavar="FILE", help="write the cards to this file instead")
    add.add_argument(
        "--as-errata",
        action="store_true",
        help="cards that are there already are replaced by those of the file",
    )


def run(options: argparse.Namespace) -> int:
    """Do what was asked; returns the exit status."""
    if options.does == "check" and options.back:
        from altered_env.commands import reading_back

        return reading_back.check(options.file)
    if options.does == "check":
        from altered_env.commands import checking

        if options.file is None:
            raise SystemExit("altered cards check: which file? (--back checks the pool without)")

        return checking.check(options.file, options.only_failures, options.json)
    if options.does == "import":
        from altered_env.commands import importing

        return importing.add(options.file, options.out, options.as_errata)
    if options.does == "status":
        from altered_env.commands import status

        return status.status(options.list)
    from altered_env.commands import lookup

    if options.does == "show":
        return lookup.show(" ".join(options.name))
    wanted = {name: value for name in FILTERS if (value := getattr(options, name)) is not None}
    return lookup.search(options.text, options.tokens, wanted)
