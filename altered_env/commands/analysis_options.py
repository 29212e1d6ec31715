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
    strength.add_argument("cards", nargs="*", metavar="CARD", help="a name or a reference")
    strength.add_argument(
        "--check",
        action="store_true",
        help="measure cards whose worth is known instead, and how often intervals hold",
    )
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
    _add_simulate(commands)
    _add_metrics(commands)
    _add_matchups(commands)
    _add_report(commands)


def _add_simulate(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    simulate = commands.add_parser("simulate", help="play games in numbers into a dataset")
    simulate.add_argument(
        "--decks", default="starters", metavar="SET", help="decks, with commas (starters)"
    )
    simulate.add_argument(
        "--agents", nargs="+", default=("greedy",), metavar="AGENT", help="who plays (greedy)"
    )
    simulate.add_argument("--games", type=int, default=1000, help="how many (1000)")
    simulate.add_argument(
        "--out",
        required=True,
        metavar="FOLDER",
        help="the dataset; goes on from there",
    )
    _common(simulate)


def _add_metrics(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    metrics = commands.add_parser("metrics", help="what a dataset says about each card")
    metrics.add_argument("dataset", help="what `altered simulate` wrote")
    metrics.add_argument(
        "--least", type=int, default=200, help="leave out cards with fewer copies in hand (200)"
    )
    metrics.add_argument("--agent", metavar="AGENT", help="only of copies of this player")
    metrics.add_argument(
        "--regression",
        action="store_true",
        help="all cards at once: what each adds to the odds of winning, and pairs that add more",
    )
    metrics.add_argument(
        "--count",
        choices=("in_hand", "opening", "in_deck"),
        help="of a regression: which copies count (in_hand)",
    )
    metrics.add_argument(
        "--strength",
        nargs="+",
        default=(),
        metavar="FILE",
        help="of a regression: how far all methods agree with what `altered strength --out` wrote",
    )
    metrics.add_argument("--csv", metavar="FILE", help="write all figures to a file instead")


def _add_matchups(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    matchups = commands.add_parser("matchups", help="which deck beats which, and the meta")
    matchups.add_argument(
        "--decks", default="starters", metavar="SET", help="decks, with commas (starters)"
    )
    matchups.add_argument("--agent", default="greedy", help="who plays, on both sides (greedy)")
    matchups.add_argument(
        "--deals", type=int, default=100, help="of each two decks, 2 games each (100)"
    )
    _common(matchups)


def _add_report(commands: argparse._SubParsersAction[argparse.ArgumentParser]) -> None:
    report = commands.add_parser(
        "report", help="all that a dataset says, as a page of HTML with plots, and as CSV"
    )
    report.add_argument("dataset", help="what `altered simulate` wrote")
    report.add_argument(
        "--out", default="report.html", metavar="FILE", help="the page (report.html)"
    )
    report.add_argument(
        "--strength",
        nargs="+",
        default=(),
        metavar="FILE",
        help="what `altered strength --out` wrote: what cards cause, beside what is observed",
    )
    report.add_argument(
        "--least", type=int, default=200, help="leave out cards with fewer copies in hand (200)"
    )


def _common(command: argparse.ArgumentParser) -> None:
    command.add_argument("--seed", type=int, default=0, help="other games (0)")
    command.add_argument("--jobs", type=int, default=0, help="processes (as many as cores)")
    command.add_argument(
        "--rules", default="2024.09", choices=("2024.09", "5.0"), help="the ruleset (2024.09)"
    )


def run(options: argparse.Namespace) -> int:
    """Do what was asked; returns the exit status."""
    if options.command == "simulate":
        from altered_env.commands.simulating import simulate

        return simulate(
            options.decks,
            options.agents,
            options.games,
            options.seed,
            options.rules,
            options.jobs,
            options.out,
        )
    if options.command == "metrics":
        _refuse_ignored(options)
        if options.regression:
            from altered_env.commands.regressing import regression

            return regression(
                options.dataset,
                options.count or "in_hand",
                options.least,
                options.strength,
                options.csv,
            )
        from altered_env.commands.simulating import print_metrics

        return print_metrics(options.dataset, options.least, options.csv, options.agent)
    if options.command == "matchups":
        from altered_env.commands.matchups import matchups

        return matchups(
            options.decks,
            options.agent,
            options.deals,
            options.seed,
            options.rules,
            options.jobs,
        )
    if options.command == "report":
        from altered_env.commands.reporting import report

        return report(options.dataset, options.strength, options.least, options.out)
    from altered_env.commands.card_strength import Asked, check, strength

    if options.check:
        _refuse_beside_check(options)
        return check(options.agents, options.deals, options.seed, options.jobs)
    if not options.cards:
        raise ValueError("name a card, or several: altered strength 'Foundry Armorer R1'")
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


def _refuse_ignored(options: argparse.Namespace) -> None:
    """Raise `ValueError` for what is given to the other kind of `altered metrics`."""
    if options.regression and options.agent is not None:
        raise ValueError("--regression looks at all players at once: leave out --agent")
    given = [name for name in ("count", "strength") if getattr(options, name)]
    if given and not options.regression:
        raise ValueError(f"--{given[0]} is of a regression: add --regression, or leave it out")


def _refuse_beside_check(options: argparse.Namespace) -> None:
    """Raise `ValueError` for what `altered strength --check` has of its own."""
    if options.cards:
        raise ValueError(f"--check has cards of its own: leave out {', '.join(options.cards)}")
    usual = {
        "against": (),
        "decks": None,
        "opponents": "starters",
        "copies": None,
        "until": 0.0,
        "out": None,
        "rules": "2024.09",
    }
    given = [f"--{name}" for name, value in usual.items() if getattr(options, name) != value]
    if given:
        raise ValueError(
            f"--check takes --agents, --deals, --seed and --jobs alone: leave out"
            f" {', '.join(given)}"
        )


COMMANDS = ("strength", "simulate", "metrics", "matchups", "report")
"""The commands that `run` does."""
