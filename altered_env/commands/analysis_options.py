"""The command line of what measures cards and decks: what each command takes, and who does it."""

from __future__ import annotations

import argparse

__all__ = ["COMMANDS", "add_analysis", "run"]

_STRENGTH = """examples:
  altered strength "Foundry Armorer R1"
  altered strength CORE_AX_16_R1 --against CORE_AX_16_C --agents greedy random
  altered strength "Haven Bouncer C" "Kappa C" --until 0.01 --out deals.jsonl
A unique card, added with `altered cards import`, is also compared with its other versions.
"""


def add_analysis(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    """Add the commands to the others."""
    strength = commands.add_parser(
        "strength",
        help="what a card is worth: games with it and without it, else the same",
        epilog=_STRENGTH,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    strength.add_argument("cards", nargs="+", metavar="CARD", help="a name or a reference")
    strength.add_argument(
        "--against",
        nargs="+",
        default=(),
        metavar="CARD",
        help="what stands in its place: plain (a Character of its costs), or a card (plain)",
    )
    _common(strength)
    strength.add_argument(
        "--agents", nargs="+", default=("greedy",), metavar="AGENT", help="who plays (greedy)"
    )
    strength.add_argument(
        "--decks",
        metavar="SET",
        help="where the card is put, with commas (the lists of its faction)",
    )
    strength.add_argument(
        "--opponents", default="starters", metavar="SET", help="decks, with commas (starters)"
    )
    strength.add_argument("--copies", type=int, help="how many are swapped (3; of a unique card 1)")
    strength.add_argument("--deals", type=int, default=500, help="most deals, 4 games each (500)")
    strength.add_argument(
        "--until", type=float, default=0.0, metavar="W", help="stop at an interval of +-W, as 0.01"
    )
    strength.add_argument("--out", metavar="FILE", help="keep the deals; goes on from there")


def _common(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seed", type=int, default=0, help="other games (0)")
    command.add_argument("--jobs", type=int, default=0, help="processes (as many as cores)")
    command.add_argument(
        "--rules", default="2024.09", choices=("2024.09", "5.0"), help="the ruleset (2024.09)"
    )


def run(options: argparse.Namespace) -> int:
    """Do what was asked; returns the exit status."""
    from altered_env.commands.card_strength import Asked, strength

    return strength(
        Asked(
            tuple(options.cards),
            tuple(options.against),
            tuple(options.agents),
            options.decks,
            options.opponents,
            options.copies,
            options.deals,
            options.until,
            options.seed,
            options.rules,
            options.jobs,
            options.out,
        )
    )


COMMANDS = ("strength",)
"""The commands that `run` does."""
