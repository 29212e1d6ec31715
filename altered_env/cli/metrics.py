"""`altered metrics`: metrics of each card of a dataset."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path

from altered_env import cards
from altered_env._runtime.atomic_files import refuse_no_folder, write_atomically
from altered_env._runtime.csv_text import csv_text
from altered_env._runtime.help_pages import several
from altered_env._runtime.intervals import in_percent
from altered_env._runtime.overwriting import output
from altered_env._runtime.plurals import counted
from altered_env.arena.deck_sets import deck_words, known_again
from altered_env.arena.rating_table import who_played
from altered_env.cardstats.card_metrics import RATES, CardMetrics, Share, as_rows, metrics
from altered_env.cardstats.dataset import count_games, plan_of
from altered_env.cli import metrics_regression
from altered_env.cli.arguments import add_dataset
from altered_env.cli.collecting import UsageError
from altered_env.game.card_search import fitting

BIASES = (
    "These figures are observations, not causes: they depend on the decks that hold the card and",
    "on the players. In deck: the strength of those decks. Drawn, in hand: biased to long games.",
    "Never seen: biased to short games. Improvement does not depend on the deck, but on the length",
    "of games and on the cards that a player keeps. `altered strength` measures what a card adds.",
)


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    add_dataset(parser)
    parser.add_argument("--agent", metavar="AGENT", help="only copies of this agent")
    parser.add_argument(
        "--regression", action="store_true", help="fit a logistic model of all cards and pairs"
    )
    parser.add_argument(
        "--count",
        choices=("in_hand", "opening", "in_deck"),
        help="copies counted in a regression (in_hand)",
    )
    several(
        parser,
        "--strength",
        "FILE",
        "compare a regression with the file of `altered strength --out`",
    )
    parser.add_argument(
        "--sort",
        choices=("improvement", *RATES, "copies", "name"),
        help="sort key, best first (improvement, which compares cards)",
    )
    parser.add_argument("--faction", help="only cards of this faction: axiom or AX, ...")
    parser.add_argument("--type", help="only cards of this type: character, spell, ...")
    parser.add_argument(
        "--top", type=int, metavar="N", help="only the first N; in a regression, from both ends"
    )
    output(parser, "--csv", "write all figures to a file instead")


def run(options: argparse.Namespace) -> int:
    """Print a dataset's metrics of each card, or write them as CSV."""
    _refuse_ignored(options)
    if options.regression:
        return metrics_regression.show(options)
    least, out, agent = options.least, options.csv, options.agent
    if out is not None:
        refuse_no_folder(out)
    folder = Path(options.dataset)
    plan = plan_of(folder)
    known_again(plan["decks"])
    if agent is not None and agent not in plan["agents"]:
        raise ValueError(
            f"{agent} did not play in {options.dataset}: {', '.join(plan['agents'])} did"
        )
    every, fewer = metrics(folder, least, agent)
    cards_seen = chosen(every, options)
    if out is not None:
        rows = as_rows(cards_seen)
        head = list(rows[0]) if rows else ["card"]
        text = csv_text(head, ([row[key] for key in head] for row in rows))
        write_atomically(out, text.encode())
        print(f"{counted(len(rows), 'card')} written to {out}")
        return 0
    games = count_games(folder)
    print("\n".join(table(cards_seen)))
    if len(cards_seen) < len(every):
        print(f"\n{len(cards_seen)} of {len(every)} cards shown.")
    print(
        "\nIn percent, with 95 % intervals by game. Copies: in hand. Mana, hand: share"
        "\nof these that became Mana Orbs, or were played; reserve: share of copies seen that were"
        "\nplayed from Reserve; day: mean day of the first play from hand."
    )
    if fewer:
        print(f"{counted(fewer, 'card')} with fewer than {least} copies in hand omitted (--least).")
    names = deck_words(plan["decks"])
    print(f"Rules {plan['rules']}, seed {plan['seed']}, decks {names}; {counted(games, 'game')}.")
    if agent is not None:
        print(f"Only copies of {agent} are counted.")
    print(who_played(plan["agents"]))
    print("\n".join(BIASES))
    return 0


def chosen(found: Sequence[CardMetrics], options: argparse.Namespace) -> list[CardMetrics]:
    """The selected cards, in the requested order. Raises `ValueError`."""
    if options.top is not None and options.top < 1:
        raise UsageError(f"--top must be 1 or more, found {options.top}")
    wanted = {name: v for name in ("faction", "type") if (v := getattr(options, name)) is not None}
    fit = {card.reference for card in fitting("", wanted)} if wanted else None
    rows = [row for row in found if fit is None or row.card in fit]
    by = options.sort or "improvement"
    if by == "name":
        rows.sort(key=lambda row: str(cards.find(row.card)))
    elif by == "copies":
        rows.sort(key=lambda row: -row.rates["in_hand"].count)
    elif by == "improvement":
        rows.sort(key=lambda row: -row.improvement[0])
    else:
        rows.sort(key=lambda row: -row.rates[by].rate)
    return rows[: options.top]


def _refuse_ignored(options: argparse.Namespace) -> None:
    """Raise `ValueError` for options of the other kind of `altered metrics`."""
    if options.regression and options.agent is not None:
        raise UsageError("--regression covers all players at once: omit --agent")
    unsorted = [name for name in ("sort", "faction", "type") if getattr(options, name)]
    if options.regression and unsorted:
        raise UsageError(f"--regression covers all cards at once: omit --{unsorted[0]}")
    given = [name for name in ("count", "strength") if getattr(options, name)]
    if given and not options.regression:
        raise UsageError(f"--{given[0]} needs --regression: add it, or omit --{given[0]}")


def _share(share: Share) -> str:
    return in_percent(share.rate, share.low, share.high) if share.count else "-"


def table(cards_seen: Sequence[CardMetrics]) -> list[str]:
    """A line for each card with its win rates, and one for how it was used."""
    won: list[tuple[str, ...]] = [
        ("in deck", "opening", "drawn", "in hand", "never seen", "improvement", "copies")
    ]
    used: list[tuple[str, ...]] = [("mana", "hand", "reserve", "day")]
    for row in cards_seen:
        rates = (_share(share) for share in row.rates.values())
        better = in_percent(*row.improvement, sign="+")
        won.append((*rates, better, f"{row.rates['in_hand'].count:,}"))
        shares = map(_share, (row.mana, row.from_hand, row.from_reserve))
        day, low, high = row.day
        used.append((*shares, f"{day:.1f} {low:z.1f}..{high:z.1f}" if row.from_hand.rate else "-"))
    names = [str(cards.find(row.card))[:25] for row in cards_seen]
    return [
        *_lines(["win rates", *names], won),
        "",
        *_lines(["use of copies", *names], used),
    ]


def _lines(names: Sequence[str], rows: Sequence[tuple[str, ...]]) -> list[str]:
    """Rows behind their names, with columns as wide as their longest cell."""
    wide = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return [
        f"{name:26}" + "  ".join(f"{cell:>{w}}" for cell, w in zip(row, wide, strict=True))
        for name, row in zip(names, rows, strict=True)
    ]
