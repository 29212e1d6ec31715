"""A report as one self-contained page of HTML, with its tables as CSV files."""

from __future__ import annotations

import re
from collections.abc import Callable, Container, Iterator, Mapping, Sequence
from html import escape
from pathlib import Path
from typing import Any

from altered_env._runtime.atomic_files import make_folder_of, write_atomically
from altered_env._runtime.plurals import counted
from altered_env.arena.deck_sets import known_again
from altered_env.cards.worths import worths
from altered_env.cardstats.aliasing import aliases
from altered_env.cardstats.card_metrics import as_rows, metrics
from altered_env.cardstats.dataset import files, plan_of, polars, reading
from altered_env.cardstats.deals import questions
from altered_env.cardstats.regression import design, fit
from altered_env.cardstats.reporting.of_cards import (
    by_player,
    cards_section,
    facts_section,
    ranks_section,
)
from altered_env.cardstats.reporting.of_causes import agreement_section, strength_section
from altered_env.cardstats.reporting.of_decks import decks_section, length_section, players_section
from altered_env.cardstats.reporting.of_models import model_section
from altered_env.cardstats.reporting.sections import Report, Section
from altered_env.cardstats.reporting.sheets import FACTS, to_csv, to_html
from altered_env.cardstats.synergy import pairs

HERE = Path(__file__).parent
NEEDED = "deck_a", "deck_b", "agent_a", "agent_b", "winner", "first", "days", "decisions"
"""The required columns of a game."""


def gather(
    dataset: Path,
    strength: Sequence[Path] = (),
    least: int = 200,
    say: Callable[[float], None] = lambda share: None,
) -> Report:
    """Gather the report on a dataset and on files of `altered strength --out`.

    Cards with fewer than `least` copies in hand are left out. `say` is called now and then with the
    fraction done, 0 to 1.
    """
    plan = plan_of(dataset)
    known_again(plan["decks"])
    pl = polars()
    with reading(dataset):
        games = pl.scan_parquet(files(dataset)).sort("game").select(NEEDED).collect().to_dicts()
    say(0.1)
    found, fewer = metrics(dataset, least)
    say(0.3)
    studies = [study for path in strength for study in questions(path)]
    sections = [players_section(games, plan), cards_section(found, fewer, least)]
    of_player = by_player(dataset, plan, least)
    sections += [of_player] if of_player else []
    say(0.5)
    observed = {row["card"]: row for row in as_rows(found)}
    if found:
        table = design(dataset, least=least)
        model, unsure = fit(table), aliases(table)
        say(0.7)
        for k, term in enumerate(model.terms):
            if term.name in observed and k not in unsure.columns:
                observed[term.name]["effect"] = term.effect
        both = pairs(table, model, least)
        sections.append(model_section(model, unsure, both, "in_hand", least))
    if studies:
        sections.append(strength_section(studies))
        sections.append(agreement_section(studies, observed, plan["agents"]))
    say(0.8)
    ranks = ranks_section((row.card for row in found), worths())
    sections += [ranks] if ranks else []
    sections += [decks_section(games, plan), length_section(games)]
    named = [row["card"] for section in sections for row in _of_cards(section) if "card" in row]
    facts = facts_section(sorted(set(named)))
    sections += [facts] if facts else []
    say(0.9)
    decks = ", ".join(dict.fromkeys(name.partition("#")[0] for name in plan["decks"]))
    conditions = (
        ("Games", f"{len(games):,}, of {dataset.name}"),
        ("Rules", plan["rules"]),
        ("Players", ", ".join(_player(agent, plan) for agent in plan["agents"])),
        ("Ratings", plan.get("ratings_scale", "none")),
        ("Decks", f"{len(plan['decks'])}: {decks}"),
        ("Seed", str(plan["seed"])),
        ("Version", f"{plan['version']} (a hash of the rules and the players)"),
        ("Each card", f"at least {least} copies in hand"),
    )
    return Report(
        f"Altered: cards and decks in {counted(len(games), 'game')}", conditions, tuple(sections)
    )


def _of_cards(section: Section) -> Iterator[Mapping[str, Any]]:
    """Yield the rows of a section that are about a card."""
    for sheet in section.sheets:
        yield from (row for row in sheet.rows if row.get("kind", "card") in ("card", "hero"))


def _player(agent: str, plan: dict[str, dict[str, dict[str, float] | None]]) -> str:
    rating = plan.get("ratings", {}).get(agent)
    if rating is None:
        return f"{agent} (not rated)"
    return f"{agent} (Elo {rating['elo']:z.0f}, {rating['low']:z.0f} to {rating['high']:z.0f})"


def _section(section: Section, files_at: str, cards: Container[str]) -> str:
    tables = [
        f'{to_html(sheet, cards)}\n<p><a href="{escape(files_at)}-{sheet.name}.csv">as CSV</a></p>'
        for sheet in section.sheets
    ]
    words = [f"<p>{escape(text)}</p>" for text in section.words]
    inner = "\n".join([*words, *section.plots, *tables])
    return f'<section id="{section.key}">\n<h2>{escape(section.title)}</h2>\n{inner}\n</section>'


def to_page(report: Report, files_at: str) -> str:
    """Return the page. `files_at` is the prefix of the names of its CSV files."""
    style, script = ((HERE / name).read_text("utf-8") for name in ("page.css", "page.js"))
    held = "\n".join(
        f"<dt>{escape(name)}</dt><dd>{escape(value)}</dd>" for name, value in report.conditions
    )
    links = "".join(
        f'<a href="#{section.key}">{escape(section.title)}</a> ' for section in report.sections
    )
    cards = {row["card"] for sheet in report.sheets if sheet.name == FACTS for row in sheet.rows}
    body = "\n".join(_section(section, files_at, cards) for section in report.sections)
    kinds = "".join(f"<option>{escape(one)}</option>" for one in report.choices)
    chosen = f' <select id="choice"><option value="">all</option>{kinds}</select>' if kinds else ""
    shown = ' class="tabs"' if report.tabs else ""
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(report.title)}</title>
<style>
{style}</style>
</head>
<body{shown}>
<h1>{escape(report.title)}</h1>
<p>Unofficial; from games between programs. Results hold for these players, decks and rules.</p>
<dl>
{held}
</dl>
<nav>{links}</nav>
<p class="filter"><label>Only rows with <input type="search" id="filter"></label>{chosen}</p>
{body}
<script>
{script}</script>
</body>
</html>
"""


def refuse_no_page(page: Path) -> None:
    """Raise `ValueError` unless the name is that of a page; make its folder, or raise `OSError`."""
    if page.suffix.lower() not in (".html", ".htm"):
        raise ValueError(
            f"a report is an HTML page: give it a name in .html, found {page.name[:80]!r}"
        )
    make_folder_of(page)


def write(report: Report, page: Path) -> list[Path]:
    """Write the page and a CSV file for each table. Return the files written.

    Raises like `refuse_no_page`.
    """
    refuse_no_page(page)
    written = [page]
    write_atomically(page, to_page(report, re.sub(r"\.html?$", "", page.name)).encode())
    for sheet in report.sheets:
        path = page.with_name(f"{page.stem}-{sheet.name}.csv")
        write_atomically(path, to_csv(sheet).encode())
        written.append(path)
    return written
