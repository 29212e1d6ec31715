"""`altered metrics --regression`: all cards at once, pairs of cards, and the agreement of
methods."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from textwrap import fill

from altered_env._runtime.atomic_files import refuse_no_folder, write_atomically
from altered_env._runtime.plurals import counted
from altered_env.arena.deck_sets import deck_words
from altered_env.arena.rating_table import who_played
from altered_env.cardstats.aliasing import Aliases, aliases
from altered_env.cardstats.card_metrics import as_rows, metrics
from altered_env.cardstats.dataset import plan_of
from altered_env.cardstats.deals import questions
from altered_env.cardstats.regression import COUNTS, Fit, design, fit
from altered_env.cardstats.reporting.of_causes import agreement_section
from altered_env.cardstats.reporting.of_models import (
    TERMS,
    model_rows,
    pair_rows,
    shown,
    unsure_words,
)
from altered_env.cardstats.reporting.sections import extremes
from altered_env.cardstats.reporting.sheets import Sheet, to_csv
from altered_env.cardstats.synergy import Pair, pairs

SHOWN = 20
"""The number of cards from either end, and of pairs, to print; a file has all cards."""


def table(model: Fit, unsure: Aliases, found: Sequence[Pair], top: int = SHOWN) -> list[str]:
    """The most notable terms of the model, `top` from either end, and the most certain pairs."""
    head = f"{'':34}{'log-odds':>9}{'interval':>18}{'even game':>11}{'games':>9}"
    rows = [row for row in model_rows(model, unsure) if not row["not_told_from"]]
    cards = [row for row in rows if row["kind"] == "card"]
    beside = [row for row in rows if row["kind"] != "card"]
    few = extremes(cards, "effect", top)
    lines = [head]
    for row in [*beside, *few]:
        name = row["name"] if row["kind"] == "card" else f"{row['kind']}: {row['name']}"
        if row["name"] == row["kind"]:
            name = row["name"]
        span = f"{row['effect_low']:+z.2f} .. {row['effect_high']:+z.2f}"
        lines.append(
            f"{name[:33]:34}{row['effect']:+z9.2f}{span:>18}{100 * row['points']:+z9.1f} %"
            f"{row['games']:9,}"
        )
    if len(few) < len(cards):
        lines.append(
            f"The {top} best and the {top} worst of {len(cards)} cards, by the "
            f"cautious ends of their intervals."
        )
    if words := unsure_words(model, unsure):
        lines += ["", fill(words, 90)]
    lines += ["", f"{'pairs, most certain first':58}{'log-odds':>9}{'interval':>18}{'p':>8}"]
    for row in pair_rows(list(found[:top])):
        span = f"{row['effect_low']:+z.2f} .. {row['effect_high']:+z.2f}"
        name = f"{row['one_name'][:27]} + {row['two_name'][:27]}"
        lines.append(f"{name:58}{row['effect']:+z9.2f}{span:>18}{row['p']:8.3f}")
    return lines


def _agreement(
    model: Fit, unsure: Aliases, dataset: Path, least: int, strength: Sequence[str]
) -> list[str]:
    studies = [study for name in strength for study in questions(Path(name))]
    observed = {row["card"]: row for row in as_rows(metrics(dataset, least)[0])}
    unknown = unsure.columns
    for k, term in enumerate(model.terms):
        if term.name in observed and k not in unknown:
            observed[term.name]["effect"] = term.effect
    section = agreement_section(studies, observed, plan_of(dataset)["agents"])
    lines = ["", *(fill(text, 90) for text in section.words)]
    for row in (row for sheet in section.sheets for row in sheet.rows):
        span = f"{row['agreement_low']:+z.2f} .. {row['agreement_high']:+z.2f}"
        lines.append(f"{row['method']:34}{row['agreement']:+z9.2f}{span:>18}")
    return lines


def show(options: argparse.Namespace) -> int:
    """Fit the model and print it, or write its terms as CSV."""
    count, least, out = options.count or "in_hand", options.least, options.csv
    if out is not None:
        refuse_no_folder(out)
    folder = Path(options.dataset)
    games = design(folder, count, least)
    model, unsure = fit(games), aliases(games)
    if out is not None:
        rows = [shown(row) for row in model_rows(model, unsure)]
        write_atomically(out, to_csv(Sheet("model", "", TERMS, rows)).encode())
        print(f"{len(rows)} terms written to {out}")
        return 0
    found = pairs(games, model, least)
    print("\n".join(table(model, unsure, found, options.top or SHOWN)))
    if options.strength:
        print("\n".join(_agreement(model, unsure, folder, least, options.strength)))
    plan = plan_of(folder)
    print(
        f"\nA logistic model of {model.games:,} games on {COUNTS[count]}, one side minus"
        "\nthe other; cards, Heroes and archetypes are shrunk towards zero according to their own"
        "\nspread. Even game: the effect of a copy on the win rate of an even game. Intervals "
        "are 95 %;"
        "\nthose of pairs, and p, have Bonferroni's correction for"
        f"\n{counted(len(found), 'pair')} held by a player in at least {least} games."
    )
    print(f"Rules {plan['rules']}, seed {plan['seed']}, decks {deck_words(plan['decks'])}.")
    print(who_played(plan["agents"]))
    return 0
