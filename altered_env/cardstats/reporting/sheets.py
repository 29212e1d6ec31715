"""Tables: the same figures as CSV for programs, and as HTML for people.

>>> sheet = Sheet("decks", "Decks", (Column("deck", "deck"), Column("rate", "won", "percent")), [
...     {"deck": "R&D", "rate": 0.5, "rate_low": 0.4, "rate_high": 0.6}])
>>> print(to_csv(sheet), end="")
deck,rate,rate_low,rate_high
R&D,0.5,0.4,0.6
>>> "R&amp;D" in to_html(sheet) and "40.0 to 60.0" in to_html(sheet)
True
"""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from typing import Any

from altered_env._runtime.csv_text import csv_text

BAR = 160
"""The width of a drawn share."""
FACTS = "facts"
"""The table of cards, to which the names of cards link."""


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a table. Where rows have `KEY_low` and `KEY_high`, these are its interval."""

    key: str
    title: str
    kind: str = "text"
    """`text`, `percent`, `points` (a difference of shares), `elo`, `number`, `count`, `chance`;
    `link`, a text with an address in `KEY_link`; or `bar`, a share and its interval, drawn."""
    about: str = ""
    """A description, if the title is not enough."""


def spanned(key: str, value: Any, low: Any, high: Any) -> dict[str, Any]:
    """Return a figure and its interval as fields of a row."""
    return {key: value, f"{key}_low": low, f"{key}_high": high}


def span_of(row: Mapping[str, Any], key: str) -> tuple[Any, Any, Any]:
    """Return a figure of a row and the ends of its interval."""
    return row[key], row[f"{key}_low"], row[f"{key}_high"]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A table."""

    name: str
    """The name of its file."""
    title: str
    columns: tuple[Column, ...]
    rows: Sequence[Mapping[str, Any]]

    def _repr_html_(self) -> str:
        """Return HTML for notebooks."""
        return to_html(self)


def figure(value: Any, kind: str) -> str:
    """Format a value for people.

    >>> figure(0.5234, "percent"), figure(-0.013, "points"), figure(-0.0001, "points")
    ('52.3', '-1.3', '+0.0')
    >>> figure(-0.0001, "percent"), figure(-0.001, "number")
    ('0.0', '0.00')
    >>> figure(-0.3, "elo")
    '0'
    """
    if value is None:
        return ""
    if kind == "percent":
        return f"{100 * value:z.1f}"
    if kind == "points":
        return f"{100 * value:+z.1f}"
    if kind == "count":
        return f"{value:,}"
    if kind == "elo":
        return f"{round(value)}"
    if kind == "chance":
        return f"{value:z.3f}"
    return f"{value:z.2f}" if kind == "number" else str(value)


def _keys(sheet: Sheet) -> list[str]:
    """Return the keys of a row's figures, those of an interval right after its column."""
    found: list[str] = []
    for column in sheet.columns:
        if column.kind == "bar":
            continue
        ends = (f"{column.key}_low", f"{column.key}_high")
        found += [column.key, *(end for end in ends if any(end in row for row in sheet.rows))]
    return found


def to_csv(sheet: Sheet) -> str:
    """Return the table as CSV at full precision."""
    keys = _keys(sheet)
    return csv_text(keys, ([row.get(key, "") for key in keys] for row in sheet.rows))


def row_id(sheet: str, card: str) -> str:
    """Return the id of a card's row on the page."""
    return f"{sheet}-{card}"


def _cell(row: Mapping[str, Any], column: Column, cards: Container[str] = ()) -> str:
    value = row.get(column.key)
    if column.key == "name" and row.get("card") in cards:
        link = escape(row_id(FACTS, str(row["card"])))
        return f'<td class="text"><a href="#{link}">{escape(str(value))}</a></td>'
    if column.kind == "link":
        address = escape(str(row[f"{column.key}_link"]))
        return f'<td class="text"><a href="{address}">{escape(str(value))}</a></td>'
    if column.kind == "bar":
        return f'<td data-value="{value!r}">{_bar(*span_of(row, column.key))}</td>'
    if column.kind == "text":
        return f'<td class="text">{escape(figure(value, column.kind))}</td>'
    sorted_by = "" if value is None else repr(value)
    low, high = row.get(f"{column.key}_low"), row.get(f"{column.key}_high")
    span = ""
    if low is not None and high is not None:
        ends = f"{figure(low, column.kind)} to {figure(high, column.kind)}"
        span = f' <span class="span" data-low="{low!r}" data-high="{high!r}">{ends}</span>'
    shown = escape(figure(value, column.kind))
    return f'<td data-key="{escape(column.key)}" data-value="{sorted_by}">{shown}{span}</td>'


def _bar(value: float, low: float, high: float) -> str:
    """A share with its interval, between 0 and 1."""
    low, high, value = (BAR * share for share in (low, high, value))
    return (
        f'<svg class="interval" viewBox="0 0 {BAR} 12" width="{BAR}" height="12">'
        f'<line class="axis" x1="{BAR / 2}" y1="0" x2="{BAR / 2}" y2="12"/>'
        f'<rect class="bar" x="{low:z.1f}" y="4" width="{high - low:z.1f}" height="4"/>'
        f'<circle cx="{value:.1f}" cy="6" r="4"/></svg>'
    )


def to_html(sheet: Sheet, cards: Container[str] = ()) -> str:
    """Return the table as HTML, sorted by a click on the head of a column. Names of `cards` link to
    their rows in the table of facts."""
    units = {"percent": " %", "points": " points"}
    heads = "".join(
        f'<th scope="col" class="{column.kind}" title="{escape(column.about)}">'
        f"<button>{escape(column.title)}{units.get(column.kind, '')}</button></th>"
        for column in sheet.columns
    )
    seen: set[str] = set()
    rows = []
    for row in sheet.rows:
        card = row.get("card")
        called = "" if card is None or card in seen else f' id="{escape(row_id(sheet.name, card))}"'
        seen.add(str(card))
        cells = "".join(
            _cell(row, column, () if sheet.name == FACTS else cards) for column in sheet.columns
        )
        rows.append(f"<tr{called}>{cells}</tr>")
    lines = "\n".join(rows)
    return (
        f'<div class="scroll"><table id="table-{escape(sheet.name)}">'
        f"<caption>{escape(sheet.title)}</caption>\n<thead><tr>{heads}</tr></thead>\n"
        f"<tbody>\n{lines}\n</tbody></table></div>"
    )
