"""The command line of `altered decks`: what each of its commands takes, and who does it."""

from __future__ import annotations

import argparse

__all__ = ["add_decks", "run"]

_EXAMPLES = """examples:
  altered decks list                    the decks that come with the package
  altered decks check mine.txt --rules 5.0
  altered decks show demo-atsadi --form official
  altered decks stats axiom mine.txt    curve, types, terrains, archetype
  altered decks improve mine.txt --games 40000 --log mine.jsonl
  altered decks random 10 --seed 7 --faction lyra --curve --out folder
A deck is a starter, a public list, the path of a file in any form, or a deck code.
"""


def add_decks(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the command `decks` to the others."""
    decks = commands.add_parser(
        "decks",
        help="check, show and count deck lists, and make random ones",
        epilog=_EXAMPLES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    does = decks.add_subparsers(dest="does", required=True, metavar="command")

    check = does.add_parser("check", help="say which rules of deck building a deck breaks")
    _decks(check)
    check.add_argument("--rules", default=None, choices=("2024.09", "5.0"), help="one ruleset")
    check.add_argument(
        "--format",
        default="standard",
        help="the format it is for: standard, limited, first_game, booster_draft, ... (standard)",
    )

    show = does.add_parser("show", help="print a deck, or write it in another form")
    _decks(show)
    show.add_argument(
        "--form",
        default="text",
        choices=("text", "references", "official", "names", "json", "code"),
        help="how to write it (text: by type, with costs)",
    )

    stats = does.add_parser("stats", help="curve, types, statistics by terrain, archetype")
    _decks(stats)

    random = does.add_parser("random", help="make random legal decks")
    random.add_argument("number", nargs="?", type=int, default=1, help="how many (1)")
    random.add_argument("--seed", type=int, default=0, help="other decks (0)")
    random.add_argument("--faction", default=None, help="of this faction (any)")
    random.add_argument("--curve", action="store_true", help="with costs as people play them")
    random.add_argument("--out", metavar="FOLDER", default=None, help="write a file for each")

    _add_improve(does)
    does.add_parser("list", help="name the decks that come with the package, and pools")


def _add_improve(does: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    improve = does.add_parser(
        "improve", help="try legal changes of a deck in paired games, and keep what proves itself"
    )
    improve.add_argument("deck", help="a name, a path or a deck code")
    improve.add_argument(
        "--opponents", default="starters", metavar="SET", help="decks, with commas (starters)"
    )
    improve.add_argument("--agent", default="greedy", help="who plays, on both sides (greedy)")
    improve.add_argument("--games", type=int, default=40_000, help="at most, in all (40000)")
    improve.add_argument("--width", type=int, default=16, help="changes that race in a step (16)")
    improve.add_argument(
        "--race", type=int, default=24, metavar="DEALS", help="of a race's first round (24)"
    )
    improve.add_argument(
        "--proof", type=int, default=800, metavar="DEALS", help="to prove a change in (800)"
    )
    improve.add_argument(
        "--patience", type=int, default=3, metavar="STEPS", help="end after so many failures (3)"
    )
    improve.add_argument("--seed", type=int, default=0, help="other changes and games (0)")
    improve.add_argument("--jobs", type=int, default=0, help="processes (as many as cores)")
    improve.add_argument(
        "--rules", default="2024.09", choices=("2024.09", "5.0"), help="the ruleset (2024.09)"
    )
    improve.add_argument("--log", metavar="FILE", help="keep the games; goes on from there")
    improve.add_argument("--out", metavar="FILE", help="the list (NAME-improved.txt)")


def _decks(command: argparse.ArgumentParser) -> None:
    command.add_argument("decks", nargs="+", metavar="deck", help="a name, a path or a deck code")


def run(options: argparse.Namespace) -> int:
    """Do what was asked; returns the exit status."""
    if options.does == "improve":
        from altered_env.commands.deck_improving import Asked, improve_deck
        from training.analysis.improving import Search

        how = (options.games, options.width, options.race, options.proof, options.patience)
        return improve_deck(
            Asked(
                options.deck,
                Search(*how),
                options.opponents,
                options.agent,
                options.seed,
                options.rules,
                options.jobs,
                options.log,
                options.out,
            )
        )
    from altered_env.commands import deck_lists

    if options.does == "check":
        return deck_lists.check(options.decks, options.format, options.rules)
    if options.does == "show":
        return deck_lists.show(options.decks, options.form)
    if options.does == "stats":
        return deck_lists.print_stats(options.decks)
    if options.does == "random":
        return deck_lists.make_random(
            options.number, options.seed, options.faction, options.curve, options.out
        )
    return deck_lists.print_lists()
