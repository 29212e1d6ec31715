"""The pages of the site, laid out for mkdocs: `python -m docs.making FOLDER`.

What stands in the repository is copied with its links rewritten, notebooks become pages with their
outputs, and reference pages are made of the code. `mkdocs.yml` in the folder says what the site is.
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path
from typing import Any

import yaml

from docs.making import books, reference, stage
from docs.making.contents import CONTENTS, SETTINGS, Entry

__all__ = ["main"]


def lay_out(out: Path) -> None:
    """Write all pages, and the settings for mkdocs."""
    pages = out / "pages"
    shutil.rmtree(out, ignore_errors=True)
    pages.mkdir(parents=True)
    there = set(stage.copy(pages))
    (pages / "notebooks").mkdir()
    for path in sorted((stage.ROOT / "notebooks").glob("*.ipynb")):
        books.page(path, pages / "notebooks")
        there.add(f"notebooks/{path.stem}.md")
    (pages / "reference/commands.md").write_text(reference.commands(), "utf-8")
    (pages / "reference/fields.md").write_text(reference.fields(), "utf-8")
    names = [{title: f"reference/{page}"} for title, page in reference.names(pages / "reference")]
    look = pages / "look"
    shutil.copytree(stage.ROOT / "docs/making/look", look)
    contents = [_entry(entry, names) for entry in CONTENTS]
    missing = there - {page for entry in contents for page in _pages(entry)}
    if missing:
        raise SystemExit(f"docs/making/contents.py does not name {', '.join(sorted(missing))}")
    settings = {**SETTINGS, "docs_dir": pages.name, "nav": contents}
    (out / "mkdocs.yml").write_text(yaml.safe_dump(settings, sort_keys=False), "utf-8")


def _entry(entry: Entry, names: list[dict[str, str]]) -> Any:
    """An entry of the contents as mkdocs has it."""
    if isinstance(entry, str):
        return entry
    title, inside = entry
    if inside == "reference/*":
        return {title: ["reference/index.md", *names]}
    return {title: inside if isinstance(inside, str) else [_entry(e, names) for e in inside]}


def _pages(entry: Any) -> list[str]:
    if isinstance(entry, str):
        return [entry]
    (inside,) = entry.values()
    return [
        page for part in (inside if isinstance(inside, list) else [inside]) for page in _pages(part)
    ]


def main() -> int:
    out = Path(sys.argv[1])
    lay_out(out)
    print(f"the pages are in {out}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
