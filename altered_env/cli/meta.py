"""`altered meta`: the metagame of a field of decks."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import fill

from altered_env import formats
from altered_env._runtime.atomic_files import make_folder
from altered_env._runtime.help_pages import option, rare, several
from altered_env._runtime.overwriting import refuse_same
from altered_env._runtime.progress import Progress, hint
from altered_env.agents import STRONGEST_FAST, make
from altered_env.arena.pilots import list_key, pilot_of, pilots_in
from altered_env.arena.rating_table import who_played
from altered_env.cards import Card
from altered_env.cardstats.metagame import bans, meta_page
from altered_env.cardstats.metagame.field import Field, is_people, read_field
from altered_env.cardstats.metagame.meetings import BLOCK, Meetings, Record, Scores
from altered_env.cardstats.metagame.standing import (
    HeroStanding,
    Payoffs,
    Shift,
    Standing,
    by_hero,
    rates,
    shifts,
    standings,
)
from altered_env.cardstats.metagame.swiss import TOP, Day, Result, swiss_day
from altered_env.cardstats.reporting.page import write
from altered_env.cardstats.reporting.sections import Section
from altered_env.cli.arguments import (
    add_format,
    add_jobs,
    add_rules,
    add_season,
    add_seed,
    season_format,
)
from altered_env.cli.beforehand import announce
from altered_env.cli.collecting import UsageError
from altered_env.cli.matchups import matrix
from altered_env.cli.naming_decks import find_deck
from altered_env.decks import Deck

GAMES, PAGE = "games.jsonl", "meta.html"
_EXAMPLES = """field:
  decks and pools in equal shares (axiom,mine.txt,constructed:bench), a table with the columns
  deck and share (field.tsv), or a folder of people's lists (decks.jsonl; docs/validity.md)

examples:
  altered meta field.tsv --deck mine.txt --rounds 5 --out meta
  altered meta people --season 3 --ban "Haven, Bravos Bastion R2" --out meta
"""
SHOWN = 12
"""The maximum number of decks whose matrix is printed; the page has all."""


def add(parser: argparse.ArgumentParser) -> None:
    """Add its arguments."""
    parser.epilog, parser.formatter_class = _EXAMPLES, argparse.RawDescriptionHelpFormatter
    parser.add_argument("field", metavar="FIELD", help="the decks and their shares (below)")
    several(parser, "--deck", "DECK", "your decks: their results over a Swiss day")
    option(parser, "--rounds", 5, "rounds of that day")
    several(parser, "--ban", "CARD", "compare with the field after a ban of these cards")
    parser.add_argument("--patch", metavar="FILE", help="the same with the cards of this file")
    option(parser, "--agent", STRONGEST_FAST, "player: greedy, rules, net:PATH")
    parser.add_argument("--practised", metavar="FOLDER", help="pilots of decks practise")
    option(parser, "--deals", 20, "deals per pair of decks, in tens, 2 games each")
    parser.add_argument("--out", metavar="FOLDER", help="keep games, page and CSV, and resume")
    add_format(parser)
    add_season(parser)
    add_seed(parser)
    add_jobs(parser)
    with rare(parser):
        parser.add_argument(
            "--event", default="", metavar="TEXT", help="people's lists of an event"
        )
        option(parser, "--most", 40, "maximum number of decks")
        option(parser, "--players", 32, "players of the Swiss day")
        option(parser, "--best-of", 1, "games of a match: 1, 3 or 5")
        add_rules(parser)


def run(options: argparse.Namespace) -> int:
    """Play the field and print the metagame; with `--out`, write it."""
    format = _format(options)
    day = Day(options.players, options.rounds, options.best_of)
    if options.most < 2:
        raise UsageError(f"--most must be 2 or more, found {options.most}")
    make(options.agent)
    pilots = {} if options.practised is None else pilots_in(options.practised)
    banned = bans.banned_cards(options.ban)
    patch = {} if options.patch is None else bans.read_patch(options.patch)
    field = read_field(
        options.field, format, options.rules, options.event, options.most, options.seed
    )
    for remark in field.remarks:
        hint(remark)
    decks, shares, mine = _with_mine(field, _mine(options.deck, format, options.rules))
    plan = Meetings(
        tuple(decks),
        tuple(pilot_of(deck, pilots, options.agent) for deck in decks),
        -(-options.deals // BLOCK) * BLOCK,
        options.seed,
        options.rules,
    )
    out = None if options.out is None else Path(options.out)
    if out is not None:
        make_folder(out)
        there = [out / GAMES, out / PAGE, *out.glob(f"{Path(PAGE).stem}-*")]
        refuse_same([("--out", str(path)) for path in there], options.inputs)
    record = Record(None if out is None else out / GAMES)
    changed = None
    if banned or patch:  # refused before any game
        changed = _changed(plan, shares, options, banned, patch, format)
    scores = _play(plan, record, options)
    names = [deck.name for deck in decks]
    heroes = ["no Hero" if deck.hero is None else deck.hero.name for deck in decks]
    payoffs = Payoffs.of(scores, len(decks), options.seed)
    rows = standings(names, heroes, shares, payoffs)
    of_heroes = by_hero(heroes, shares, payoffs)
    days = {names[k]: swiss_day(k, shares, payoffs, day, options.seed) for k in mine}
    sections = [
        meta_page.standings_section(rows, of_heroes),
        meta_page.matchups_section(names, rates(scores)),
    ]
    lines = _printed(rows, of_heroes, scores, names)
    if days:
        lines += _days(days, day)
        sections.append(meta_page.day_section(days, day))
    if changed is not None:
        after, weights, said, gone = changed
        new = _play(after, record, options)
        other = {k for k, deck in enumerate(after.decks) if deck != plan.decks[k]}
        moved = shifts(names, (scores, shares), (new, weights), other, gone)
        lines += _shifts(moved, said)
        sections.append(meta_page.changes_section(moved, said))
    conditions = _conditions(field, plan, format, pilots)
    print("\n".join([*lines, "", *(fill(f"{name}: {text}", 100) for name, text in conditions)]))
    if out is not None:
        _write(out, f"Metagame of {options.field}", conditions, sections)
    return 0


def _format(options: argparse.Namespace) -> str:
    """The format, with the season of `--season`."""
    name = season_format(options)
    if options.event and not is_people(options.field):
        raise UsageError(f"--event needs a folder with decks.jsonl, found {options.field}")
    return name


def _mine(words: Sequence[str], format: str, rules: str) -> list[Deck]:
    """The user's decks. Raises `ValueError` for an illegal one."""
    form, found = formats.get(format), []
    for word in words:
        deck = form.as_played(find_deck(word, format))
        if wrong := form.of_deck(deck, rules):
            raise ValueError(f"{deck.name} is illegal: {wrong[0]} (altered decks check)")
        found.append(deck)
    return found


def _with_mine(field: Field, mine: Sequence[Deck]) -> tuple[list[Deck], list[float], list[int]]:
    """The decks of the field and their shares, then the user's, which have no share of it; and
    which of them are the user's. A deck that is in the field is that one."""
    decks, shares, numbers = list(field.decks), list(field.shares), []
    there = {list_key(deck): k for k, deck in reversed(list(enumerate(decks)))}
    names = {deck.name for deck in decks}
    for deck in mine:
        known = there.get(list_key(deck))
        if known is not None:
            hint(f"{deck.name} is in the field{_as(decks[known].name, deck.name)}.")
            numbers.append(known)
            continue
        name, number = deck.name, 1
        while name in names:
            number += 1
            name = f"{deck.name} ({'mine' if number == 2 else number})"
        names.add(name)
        there[list_key(deck)] = len(decks)
        numbers.append(len(decks))
        decks.append(replace(deck, name=name))
        shares.append(0.0)
    return decks, shares, list(dict.fromkeys(numbers))


def _as(known: str, name: str) -> str:
    return "" if known == name else f", as {known}"


def _play(plan: Meetings, record: Record, options: argparse.Namespace) -> Scores:
    """Play what is missing, with progress output."""
    missing = record.missing(plan)
    if missing:
        announce(missing, list(dict.fromkeys(plan.pilots)), options.jobs)
    progress = Progress(plan.games, "games", games=True)
    scores = record.play(plan, options.jobs, progress.say)
    progress.clear()
    return scores


def _changed(
    plan: Meetings,
    shares: Sequence[float],
    options: argparse.Namespace,
    banned: frozenset[str],
    patch: dict[str, Card],
    format: str,
) -> tuple[Meetings, list[float], list[str], set[int]]:
    """The field after the change, the shares of its decks, what became of them, and which of them
    can be played no more. Raises `ValueError` if it changes nothing that can be played, or leaves
    fewer than two decks."""
    decks, weights, said, gone = [], list(shares), [], set()
    for k, deck in enumerate(plan.decks):
        found = bans.without(deck, banned, options.rules, format)
        how = [found.how]
        if found.deck is not None:
            found = bans.patched(found.deck, patch)
            how.append(found.how)
        words = "; ".join(filter(None, how))
        if found.deck is None:
            weights[k] = 0.0
            gone.add(k)
            words = f"it can be played no more, {words}"
        if words:
            said.append(f"{deck.name}: {words}")
        decks.append(found.deck or deck)
    if not said:
        raise ValueError(f"no deck of {options.field} holds one of these cards")
    if weights == list(shares) and decks == list(plan.decks):
        raise ValueError(
            f"{'; '.join(said)}. No other deck of {options.field} holds one of these cards, so"
            " there is nothing to compare: omit --ban, or name another --deck"
        )
    for words in _without_effect(options.ban, patch, plan.decks):
        hint(f"{words}: no deck of {options.field} holds it, so it changes nothing")
    total = sum(weights)
    if len(decks) - len(gone) < 2 or not total:
        raise ValueError(
            f"after the change fewer than two decks of {options.field} are left: {'; '.join(said)}"
        )
    after = replace(plan, decks=tuple(decks))
    if weights == list(shares):  # a division by their sum could change the last digit
        return after, weights, said, gone
    return after, [weight / total for weight in weights], said, gone


def _without_effect(
    banned: Sequence[str], patch: dict[str, Card], decks: Sequence[Deck]
) -> list[str]:
    """The bans and changed cards that none of the decks holds."""
    held = {card.reference for deck in decks for card in deck.every_card}
    idle = [f"--ban {word}" for word in banned if not held & bans.banned_cards([word])]
    return idle + [f"--patch, {card}" for name, card in patch.items() if name not in held]


def _printed(
    rows: Sequence[Standing], heroes: Sequence[HeroStanding], scores: Scores, names: Sequence[str]
) -> list[str]:
    """The tables."""
    wide = max(16, *(len(row.deck) + 1 for row in rows))
    lines = [
        f"{'':{wide}}{'of the field':>13}{'won against it':>24}{'best response':>15}"
        f"{'of the meta':>22}  best against it"
    ]
    for row in sorted(rows, key=lambda row: -row.rate):
        rate = f"{100 * row.rate:.1f} % ({100 * row.low:z.1f} .. {100 * row.high:z.1f})"
        meta = f"{100 * row.meta:.0f} % ({100 * row.meta_low:z.0f} .. {100 * row.meta_high:z.0f})"
        lines.append(
            f"{row.deck:{wide}}{100 * row.share:11.1f} %{rate:>24}{100 * row.best:13.0f} %"
            f"{meta:>22}  {row.beaten_by} {100 * row.beaten:.0f} %"
        )
    if len(heroes) < sum(row.share > 0 for row in rows):
        lines += ["", f"{'Hero':28}{'decks':>6}{'of the field':>14}{'won against it':>24}"
                  f"{'of the meta':>22}"]  # fmt: skip
        for hero in heroes:
            rate = f"{100 * hero.rate:.1f} % ({100 * hero.low:z.1f} .. {100 * hero.high:z.1f})"
            ends = f"{100 * hero.meta_low:z.0f} .. {100 * hero.meta_high:z.0f}"
            lines.append(
                f"{hero.hero:28}{hero.decks:6}{100 * hero.share:12.1f} %{rate:>24}"
                f"{f'{100 * hero.meta:.0f} % ({ends})':>22}"
            )
    if len(names) <= SHOWN:
        lines += ["", "Win rate of the row's deck, in percent:", *matrix(names, rates(scores))]
    return lines


def _days(days: dict[str, Result], day: Day) -> list[str]:
    lines = ["", f"A Swiss day: {meta_page.day_words(day)}"]
    for name, one in days.items():
        by_wins = ", ".join(f"{k}: {100 * share:.0f} %" for k, share in enumerate(one.chances))
        lines += [
            f"{name}: {one.wins:.2f} wins ({one.low:z.2f} .. {one.high:z.2f}), undefeated"
            f" {100 * one.chances[-1]:.0f} %, first {TOP} {100 * one.top:.0f} %, first"
            f" {100 * one.first:.0f} %",
            f"  wins: {by_wins}",
        ]
    return lines


def _shifts(moved: Sequence[Shift], said: Sequence[str]) -> list[str]:
    wide = max(16, *(len(row.deck) + 1 for row in moved))
    lines = ["", "After the change:", *(f"  {text}" for text in said), ""]
    lines.append(f"{'':{wide}}{'before':>9}{'after':>9}{'change':>24}{'of the meta':>18}")
    for row in sorted(moved, key=lambda row: -row.change):
        span = f"{100 * row.change:+z.1f} ({100 * row.low:+z.1f} .. {100 * row.high:+z.1f})"
        meta = f"{100 * row.meta_before:.0f} to {100 * row.meta_after:.0f} %"
        lines.append(
            f"{row.deck:{wide}}{100 * row.before:7.1f} %{100 * row.after:7.1f} %{span:>24}"
            f"{meta:>18}"
        )
    return lines


def _conditions(
    field: Field, plan: Meetings, format: str, pilots: dict[str, str]
) -> list[tuple[str, str]]:
    """The conditions of all figures."""
    practised = [deck.name for deck in plan.decks if list_key(deck) in pilots]
    found = [
        ("Games", f"{plan.games:,}, {2 * plan.deals} per pair of decks, both seats; rules"
         f" {plan.rules}, {format}, seed {plan.seed}"),
        ("Meta", meta_page.ABOUT_META.partition(": ")[2]),
        ("Players", who_played(list(dict.fromkeys(plan.pilots))).replace("\n", " ")),
    ]  # fmt: skip
    if pilots:
        found.append(("Practised", ", ".join(practised) or "no list of the field"))
    if field.remarks:
        found.append(("Left out", " | ".join(r.removeprefix("left out: ") for r in field.remarks)))
    return found


def _write(
    out: Path, title: str, conditions: Sequence[tuple[str, str]], sections: Sequence[Section]
) -> None:
    written = write(meta_page.page(title, conditions, sections), out / PAGE)
    print(f"Written to {out}: {', '.join(path.name for path in written)}, games.jsonl.")
