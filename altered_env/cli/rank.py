"""`altered rank`: rank any number of cards in one experiment."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from datetime import date
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np

from altered_env._runtime.file_locks import writing_in
from altered_env._runtime.help_pages import rare, several
from altered_env._runtime.input_files import OFFICIAL_CARDS, refuse_unreadable
from altered_env._runtime.plurals import counted
from altered_env._runtime.progress import Progress, hint
from altered_env._runtime.spinner import thinking
from altered_env.arena.rating_table import who_played
from altered_env.arena.ratings import Z95
from altered_env.arena.workers import Jobs
from altered_env.cards import Card, catalogue
from altered_env.cards.earlier import as_of
from altered_env.cards.printed_words import FACTIONS
from altered_env.cardstats.dataset import polars
from altered_env.cardstats.ranking.experiment import planned
from altered_env.cardstats.ranking.experiment import run as play_rounds
from altered_env.cardstats.ranking.folder import MODES, Plan, cards_in, claim, plan_in, refuse_other
from altered_env.cardstats.ranking.studied import Studied, pool_cards
from altered_env.cardstats.reporting.sheets import span_of
from altered_env.cli.arguments import add_agents, add_jobs, add_rules, add_seed
from altered_env.cli.beforehand import announce
from altered_env.cli.collecting import UsageError
from altered_env.cli.official_files import print_failures, understood
from altered_env.formats.set_days import not_yet_out

if TYPE_CHECKING:
    from altered_env.cardstats.ranking.placing import Ranking

_EXAMPLES = """examples:
  altered rank uniques.jsonl --games 200000 --out ranking
  altered rank uniques.jsonl --pool-cards --agents greedy rules --games 400000 --out ranking
  altered rank --out ranking --games 0          rank from the existing games
  altered rank --out ranking --prove            validate the ranking
"""
SHOWN = 15
"""The number of cards from either end to print; the files have all."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("files", nargs="*", metavar="FILE", help="official card data")
    parser.add_argument(
        "--pool-cards", action="store_true", help="rank the cards of the package as well"
    )
    several(parser, "--also", "FILE", "cards that get only an estimate from their elements")
    parser.add_argument(
        "--out", required=True, metavar="FOLDER", help="folder of games and tables; resumes from it"
    )
    parser.add_argument(
        "--games", type=int, help="number of games; 0: analyse existing ones (20,000)"
    )
    add_agents(parser, says="players, each against itself in turn; the first one ranks")
    parser.add_argument(
        "--mode",
        choices=tuple(MODES),
        help="decks of ranked cards only, or three of them in a constructed deck (limited)",
    )
    with rare(parser):
        several(
            parser,
            "--beside",
            "FOLDER",
            "add the games of these folders, with the same cards and other seeds",
        )
        parser.add_argument(
            "--date", metavar="DAY", help="use the card texts of this date (today's)"
        )
        parser.add_argument(
            "--html", action="store_true", help="also write ranking.html to the folder"
        )
        several(
            parser,
            "--pool",
            "FILE",
            "compare these pools of cards: balance of factions and lead of the best",
        )
        parser.add_argument(
            "--prove", action="store_true", help="validate the ranking in the folder instead"
        )
        parser.add_argument(
            "--deals", type=int, help="deals of --prove for each of 60 uniques (400)"
        )
    add_seed(parser)
    add_jobs(parser)
    add_rules(parser)
    # given values are distinguished from defaults
    parser.set_defaults(agents=None, seed=None, rules=None)


def run(options: argparse.Namespace) -> int:
    """Play or resume the experiment, and rank the cards; return 1 if some are omitted."""
    polars()
    _refuse_without_scipy()
    folder = Path(options.out)
    games = 20_000 if options.games is None else options.games
    _refuse_apart(options)
    if games < 0:
        raise ValueError(f"--games must be 0 or more, found {games}")
    for name in (*options.also, *options.pool):  # read after the games
        if not Path(name).is_dir():
            refuse_unreadable(name, OFFICIAL_CARDS)
    if not games:  # recorded games may be analysed while more are played
        return _ranked(options, folder, games)
    with writing_in(folder):
        return _ranked(options, folder, games)


def _ranked(options: argparse.Namespace, folder: Path, games: int) -> int:
    from altered_env.cardstats.ranking.placing import rank, write

    beside = [Path(name) for name in options.beside]
    cards, tokens, left_out = _cards(options.files)
    if options.pool_cards:
        cards += pool_cards()
    cards = then(cards, options.date)
    given = _given(options)
    named = bool(options.files) or options.pool_cards
    studied = Studied.of(cards, tokens) if named else None
    if options.prove:
        from altered_env.cli.rank_prove import prove

        refuse_other(folder, {name: given[name] for name in given if name != "seed"}, studied)
        deals = 400 if options.deals is None else options.deals
        return prove(folder, deals, beside, options.seed or 0, options.jobs)
    if games:
        if studied is None:
            there = (folder / "plan.json").is_file()
            studied = cards_in(folder) if there else Studied.of(())
        _play(Plan(**given), studied, games, folder, options.jobs)
    else:
        refuse_other(folder, given, studied)
    plan, version = plan_in(folder)
    pools = {name: _cards([name]) for name in options.pool}
    also, more, missed = _cards([*options.also, *(n for n in pools if n not in options.also)])
    catalogue().add([token for token in more if token.reference not in catalogue()])
    rankings = [rank(folder, agent, also, beside, with_known=True) for agent in plan.agents]
    print("\n".join(said(rankings)))
    files = write(rankings[0], folder, rankings[1:])
    held = _held(rankings, plan, version)
    print("\n".join(held))
    if pools:
        print("\n".join(_pools(rankings[0], {n: found for n, (found, *_) in pools.items()})))
    if options.html:
        from altered_env.cardstats.ranking.ranked_page import page, write_page

        held_for = [("Holds for", line) for line in held if line]
        files += write_page(page(rankings[0], rankings[1:], held_for), folder / "ranking.html")
    print(f"Written: {', '.join(str(file) for file in files)}")
    return 1 if left_out + missed else 0


def then(cards: Sequence[Card], day: str | None) -> list[Card]:
    """The cards that were out on a day, with their texts of then. Raises `UsageError` for what is
    no date."""
    if day is None:
        return list(cards)
    try:
        asked = date.fromisoformat(day)
    except ValueError:
        raise UsageError(f"--date {day[:20]}: expected a date such as 2025-01-15") from None
    late = [why for card in cards if (why := not_yet_out(card, asked))]
    if late:
        hint(f"--date {day}: {len(late):,} of {len(cards):,} cards left out: a card {late[0]}")
    return [as_of(card, asked) for card in cards if not not_yet_out(card, asked)]


def _play(plan: Plan, studied: Studied, games: int, folder: Path, jobs: Jobs) -> None:
    """Play into the folder, with progress output."""
    from altered_env.cardstats.ranking.racing import weights

    claim(plan, studied, folder)
    with thinking("dealing the cards", in_files=True):
        whole, found, exact = planned(plan, studied, games, folder, weights)
    for remark in beforehand(plan, studied, games, whole, exact):
        hint(remark)
    announce(whole - found, plan.agents, jobs, at_most=not exact)
    progress = Progress(whole, "games", games=True)
    played = play_rounds(plan, studied, games, folder, weights, jobs, progress.say)
    progress.clear()
    print(f"{counted(played, 'new game')} in {folder}")


def beforehand(
    plan: Plan, studied: Studied, games: int, whole: int, exact: bool = True
) -> list[str]:
    """What to know about a number of games before they are played, which come to `whole` games.

    >>> from altered_env.cardstats.ranking.studied import pool_cards
    >>> beforehand(Plan(), Studied.of(pool_cards()[:500]), 300, 500)[0]
    'Games come in whole parts: 500 are played, not 300.'
    """
    from altered_env.cardstats.ranking.placing import needed

    found = []
    if whole > games:
        most = "" if exact else "at most "
        found.append(f"Games come in whole parts: {most}{whole:,} are played, not {games:,}.")
    due = needed(len(studied.cards), plan.mode) * len(plan.agents)
    if whole < due:
        found.append(
            f"{whole:,} games are too few to rank {counted(studied.ranked, 'card')}: about"
            f" {due:,} are"
            f" needed (--games {due})."
        )
    return found


def _given(options: argparse.Namespace) -> dict[str, Any]:
    """The description of the plan, by its fields."""
    found = {name: getattr(options, name) for name in ("agents", "seed", "rules", "mode")}
    return {
        name: tuple(value) if name == "agents" else value
        for name, value in found.items()
        if value is not None
    }


def _refuse_apart(options: argparse.Namespace) -> None:
    """Raise `UsageError` for options that cannot be used with `--prove`, or only with it."""
    if not options.prove:
        if options.deals is not None:
            raise UsageError("--deals needs --prove")
        return
    for name in ("games", "html", "pool", "also"):
        if getattr(options, name) not in (None, False, ()):
            raise UsageError(f"--{name} cannot be used with --prove, which does not rank again")


def _refuse_without_scipy() -> None:
    """Raise `ValueError` if the library that fits the model is missing."""
    if find_spec("scipy") is None:
        raise ValueError("rankings need the extra [analysis]: pip install 'altered-env[analysis]'")


def _cards(files: Sequence[str]) -> tuple[list[Card], list[Card], int]:
    """The cards of files, those of the catalogue unchanged; the tokens they create; and the number
    of omitted entries, each of which is reported."""
    cards: dict[str, Card] = {}
    tokens: dict[str, Card] = {}
    pool = catalogue()
    out = others = 0
    for name in files:
        found, readings = understood(name)
        for error in found.errors:
            print(f"left out: {error}")
        for remark in found.remarks:
            print(f"note: {remark}")
        out += len(found.errors)
        for reading in readings:
            card = reading.card
            if card is None or not reading.ok:
                print_failures(reading)
                out += 1
            elif card.token or card.type in ("hero", "mana") or card.faction not in FACTIONS:
                others += 1
            elif card.reference in cards:
                print(f"omitted: {card.reference} of {name}, which is also in another file")
                out += 1
            else:
                known = next((r for r in (card.reference, *card.prints) if r in pool), None)
                card = pool[known] if known is not None else card
                cards[card.reference] = card
                tokens |= {t.reference: t for t in reading.tokens if t.reference not in pool}
    if others:
        print(f"{others:,} Heroes, tokens and cards of no faction are not ranked")
    if out:
        print(f"{counted(out, 'entry', 'entries')} omitted")
    return list(cards.values()), list(tokens.values()), out


def said(rankings: Sequence[Ranking]) -> list[str]:
    """The best and the worst cards, a line each."""
    from altered_env.cardstats.ranking.placing import rows

    table = rows(rankings[0], rankings[1:])
    beside = "".join(f"{'by ' + other.agent[:10]:>22}" for other in rankings[1:])
    lines = [f"{'place':>6}{'':>14}  {'card':40}{'cost':>5}{'worth':>9}{'interval':>18}"
             f"{'best 1 %':>9}{beside}"]  # fmt: skip
    shown = table if len(table) <= 2 * SHOWN else [*table[:SHOWN], None, *table[-SHOWN:]]
    for row in shown:
        if row is None:
            lines.append(f"{'...':>6}")
            continue
        span = f"{row['worth_low']:+z.1f} .. {row['worth_high']:+z.1f} %"
        mark = "" if row["from"] == "games" else " *"
        place = f"{row['place_low']:,}-{row['place_high']:,}"
        extra = "".join(_beside(row, other.agent) for other in rankings[1:])
        lines.append(
            f"{row['place']:6,}{place:>14}  {(row['card'] + mark)[:39]:40}{row['hand_cost']:5}"
            f"{row['worth']:+z7.1f} %{span:>18}{row['best']:7.0f} %{extra}"
        )
    if any(row["from"] != "games" for row in table):
        lines.append("* never dealt: estimated from its elements")
    return lines


def _pools(ranking: Ranking, pools: Mapping[str, Sequence[Card]]) -> list[str]:
    """Pools, a line each: all cards of the ranking first."""
    from altered_env.cardstats.ranking.balance import pool_row

    named = {"all of the ranking": [card.reference for card in ranking.cards]}
    named |= {name: [card.reference for card in found] for name, found in pools.items()}
    lines = [
        "",
        f"{'pool':28}{'cards':>7}{'mean worth':>22}{'factions apart':>22}{'best 1 % above':>22}",
    ]
    for name, references in named.items():
        row = pool_row(ranking, name, references)
        spans = "".join(_span(row, key) for key in ("mean", "factions", "best"))
        lines.append(f"{name[-27:]:28}{row['cards']:7,}{spans}")
    return [*lines, "Faction gap: mean worth of the best faction minus that of the worst."]


def _span(row: Mapping[str, Any], key: str) -> str:
    """A figure with its interval, in percent."""
    middle, low, high = (100 * value for value in span_of(row, key))
    return f"{middle:+z7.1f} ({low:+z5.1f} {high:+z5.1f})"


def _beside(row: Mapping[str, Any], agent: str) -> str:
    """The worth of the card to another player."""
    worth, low, high = span_of(row, f"worth by {agent}")
    return f"{worth:+z12.1f} ±{(high - low) / 2:z4.1f} %"


def _held(rankings: Sequence[Ranking], plan: Plan, version: str) -> list[str]:
    """The conditions of the figures."""
    lines = []
    for found in rankings:
        model = found.model
        wide = 100 * Z95 * float(np.median(found.error))
        lines.append(
            f"{found.agent}: {counted(model.games, 'game')}, a card was dealt early"
            f" {np.median(model.copies[found.which]):,.0f} times (median); the median interval is"
            f" ±{wide:.1f}; {100 * model.reliability:.0f} % of the variance is not chance;"
            f" a card dealt later is worth {100 * model.late:.0f} % of one dealt early, one"
            f" copy in a deck {100 * model.in_deck:.0f} %."
        )
    return [
        "",
        f"Rules {plan.rules}, seed {plan.seed}, {MODES[plan.mode]}, version {version}.",
        who_played(plan.agents),
        *lines,
        "Worth is the gain in win rate, in percentage points, from a copy of the card among the "
        "first",
        "12 cards of a deck, compared with the plain Character 3/3, 3/3/3 in its place, "
        "averaged over",
        "the decks, Heroes and opponents of the experiment. Intervals are 95 %.",
    ]
