"""The generated parts of `docs/reference/language.md`: words with their slots, and mechanics.

`python -m altered_env.language.reference docs/reference/language.md` updates them.

>>> "| `sabotage(what: object?) -> object` |" in words()
True
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

from altered_env.language.kinds import KNOWN
from altered_env.language.signatures import SHORT, SORTS, Vocable
from altered_env.language.vocabulary import ATTRIBUTES, GROUPS, WORDS

_TITLES = {
    "step": "Steps (each also takes `by=player`, who does it)",
    "structure": "Structure",
    "selector": "Selectors",
    "filter": "Filters with slots",
    "amount": "Amounts",
    "condition": "Conditions",
    "event": "Events (each also takes `from_=` `to=` place, `during=` phase or duration,"
    " `due_to=` terrain or status, `by=` player)",
    "trigger": "Triggers",
    "gate": "Gates",
    "modifier": "Modifiers",
    "passive": "Passive statements",
    "keyword": "Keywords with a number",
}


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def _table(head: tuple[str, ...], rows: Sequence[tuple[str, ...]]) -> str:
    lines = [f"| {' | '.join(head)} |", "|" + "---|" * len(head)]
    lines += [f"| {' | '.join(_cell(cell) for cell in row)} |" for row in rows]
    return "\n".join(lines) + "\n"


def words() -> str:
    """Return tables of sorts, words with slots, words alone, attributes and names, in Markdown."""
    parts = ["### Sorts\n", _table(("sort", "what it is"), list(SORTS.items()))]
    parts += [
        "Short names in the signatures below:\n",
        _table(("short", "for"), [(f"`{name}`", text) for name, text in SHORT.items()]),
    ]
    for group, calls in GROUPS.items():
        parts.append(f"### {_TITLES[group]}\n")
        rows = [(f"`{call.signature}`", call.doc) for call in calls.values()]
        parts.append(_table(("signature", "meaning"), rows))
    parts += ["### Words that stand alone\n", _alike(WORDS, ("words", "sorts", "meaning"))]
    parts += [
        "### Attributes, after a dot\n",
        _alike(ATTRIBUTES, ("attributes", "of", "gives", "meaning")),
        "Every counter is an attribute too: `me.boost`, `me.trial`.\n",
        "### Names of the printed pool\n",
        f"Tokens: {', '.join(f'`{name}`' for name in sorted(KNOWN.tokens))}.\n",
        f"Counters: {', '.join(f'`{name}`' for name in sorted(KNOWN.counters))}.\n",
    ]
    return "\n".join(parts)


def _alike(table: dict[str, Vocable], head: tuple[str, ...]) -> str:
    """Return a table in which words of the same sorts and meaning share a row."""
    rows: dict[tuple[str, ...], list[str]] = {}
    for word in table.values():
        gives = ", ".join(sort for sort in SORTS if sort in word.sorts)
        of = ", ".join(sort for sort in SORTS if sort in word.of)
        key = (of, gives, word.doc) if "of" in head else (gives, word.doc)
        rows.setdefault(key, []).append(f"`{word.name}`")
    return _table(head, [(" ".join(names), *key) for key, names in rows.items()])


def mechanics(rows: str) -> str:
    """Return the table of mechanics from the text of `mechanics.tsv`."""
    found: dict[str, list[tuple[str, ...]]] = {}
    for row in rows.splitlines()[1:]:
        mechanic, name, line = row.split("\t")
        found.setdefault(mechanic.split("/")[0], []).append((name, f"`{line}`"))
    parts = []
    for group, entries in found.items():
        parts += [f"### {group.capitalize()}\n", _table(("mechanic", "notation"), entries)]
    return "\n".join(parts)


def fill(page: str, rows: str) -> str:
    """Return the page with the generated parts between their marks updated."""
    for name, text in (("words", words()), ("mechanics", mechanics(rows))):
        begin, end = f"<!-- {name} -->\n", f"<!-- /{name} -->"
        before, _, rest = page.partition(begin)
        _, _, after = rest.partition(end)
        page = f"{before}{begin}\n{text}\n{end}{after}"
    return page


def main() -> None:
    """Write the generated parts of the page named on the command line."""
    path = Path(sys.argv[1])
    rows = path.parents[1].joinpath("mechanics.tsv").read_text("utf-8")
    path.write_text(fill(path.read_text("utf-8"), rows), "utf-8")


if __name__ == "__main__":
    main()
