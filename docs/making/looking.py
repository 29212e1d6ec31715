"""Whether the built site is whole: `python -m docs.making.looking FOLDER`.

Every link, picture, script and anchor of every page is looked up, and nothing may be fetched from
elsewhere, so that the site works without a network, its search too. mkdocs looks at the pages that
it builds from; this looks at what it has built.
"""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

__all__ = ["Page", "problems"]

SEARCHED = "search/search_index.js"
"""What a page without a server searches in; what is fetched instead, a browser refuses it."""
FETCHED = {("script", "src"), ("link", "href"), ("img", "src"), ("iframe", "src")}


class Page(HTMLParser):
    """The links of a page, and what can be linked to in it."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.links: list[tuple[str, str, str]] = []
        self.anchors: set[str] = set()
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note what a tag refers to, and its name."""
        found = dict(attrs)
        rel = found.get("rel") or ""
        for name in ("href", "src"):
            if found.get(name) and rel not in ("canonical", "edit"):
                self.links.append((tag, name, found[name] or ""))
        for name in ("id", "name"):
            if found.get(name):
                self.anchors.add(found[name] or "")


def problems(folder: Path) -> list[str]:
    """What is wrong with the pages of a folder."""
    pages = {path: Page(path.read_text("utf-8")) for path in sorted(folder.rglob("*.html"))}
    wrong = [] if pages else [f"{folder} has no pages"]
    for path, page in pages.items():
        at = path.relative_to(folder)
        for tag, name, link in page.links:
            parts = urlsplit(link)
            if parts.scheme or parts.netloc:
                if (tag, name) in FETCHED and parts.scheme != "data":
                    wrong.append(f"{at}: fetches {link}")
                continue
            there = (path.parent / unquote(parts.path)).resolve() if parts.path else path
            if path.name == "404.html" and parts.path.startswith("/"):
                there = (folder / unquote(parts.path).lstrip("/")).resolve()
            if there.is_dir():
                there = there / "index.html"
            if not there.exists():
                wrong.append(f"{at}: {link} is not there")
            elif parts.fragment and there.suffix == ".html":
                target = pages.get(there) or pages[next(p for p in pages if p.resolve() == there)]
                anchor = unquote(parts.fragment)
                if anchor not in target.anchors and not anchor.startswith("__"):
                    wrong.append(f"{at}: {link} has no such place")
    index = folder / SEARCHED
    if pages and not (index.exists() and '"docs"' in index.read_text("utf-8")):
        wrong.append(f"{SEARCHED} is not there: pages opened from a folder cannot be searched")
    return wrong


def main() -> int:
    folder = Path(sys.argv[1]).resolve()
    wrong = problems(folder)
    print("\n".join(wrong) or f"{folder.name}: every link is good, and nothing is fetched")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
