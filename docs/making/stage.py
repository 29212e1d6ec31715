"""Pages of the repository as pages of the site: where they stand, what they link to, how they look.

On a page of the repository links name files of the repository. In the site the pages outside of
`docs/` have moved, notebooks have become pages, and a file that is no page lies beside them.
"""

from __future__ import annotations

import re
import shutil
import zipfile
from pathlib import Path, PurePosixPath
from posixpath import normpath, relpath

from altered_env.arena.board.schedule import open_board
from altered_env.cardstats.reporting.of_boards import write_page

__all__ = ["ROOT", "copy", "rewritten", "spaced"]

ROOT = Path(__file__).parents[2]
OUTSIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "CODE_OF_CONDUCT.md": "conduct.md",
    "SECURITY.md": "security.md",
}
"""Pages of the repository that do not stand in `docs/`, and where they stand in the site."""
EXAMPLES = ("agents", "training")
"""Folders of examples to read and run; each has a page that lists them."""
SHOWN = ("docs/**/*.md", *(f"{folder}/README.md" for folder in EXAMPLES), *OUTSIDE)
BESIDE = (".tsv", ".py", ".mjs", ".txt", ".png", ".webp", ".svg", ".js", ".css")
BOARDS = "docs/boards/"
"""Boards that come along, each in a file; in the site it lies open, and the link is to its page."""
_LINK = re.compile(r"(\]\()([^)\s#]+)(#[^)\s]*)?(\))")
_LIST = re.compile(r"\s*(?:[-*]|\d+\.) ")


def place(name: str) -> str:
    """Where a file of the repository stands in the site."""
    if name in OUTSIDE:
        return OUTSIDE[name]
    if name.endswith(".ipynb"):
        return name.removesuffix(".ipynb") + ".md"
    if name.startswith(BOARDS) and name.endswith(".zip"):
        name = name.removesuffix(".zip") + "/index.html"
    return name.removeprefix("docs/")


def rewritten(text: str, name: str) -> str:
    """A page of the repository with links as the site has them."""
    here = PurePosixPath(name).parent
    folder = str(PurePosixPath(place(name)).parent)

    def link(match: re.Match[str]) -> str:
        before, target, anchor, after = match[1], match[2], match[3] or "", match[4]
        if ":" in target:
            return match[0]
        there = normpath(str(here / target))
        return f"{before}{relpath(place(there), folder)}{anchor}{after}"

    return _LINK.sub(link, text)


def spaced(text: str) -> str:
    """A page with an empty line before lists and tables, without which they are paragraphs here.

    >>> spaced("So:\\n- one\\n- two\\n| a |\\n")
    'So:\\n\\n- one\\n- two\\n\\n| a |\\n'
    """
    lines: list[str] = []
    fenced = False
    for line in text.splitlines():
        before = lines[-1] if lines else ""
        if line.lstrip().startswith("```"):
            fenced = not fenced
        elif not fenced and before.strip():
            table = line.startswith("|") and not before.startswith("|")
            first = _LIST.match(line) and not _LIST.match(before) and not before.startswith("  ")
            after = before.startswith("|") and not line.startswith("|")
            if table or first or after:
                lines.append("")
        lines.append(line)
    return "\n".join(lines) + "\n"


def copy(out: Path) -> list[str]:
    """Write the pages of the repository, and what lies beside them. Returns the pages."""
    pages = sorted({path for pattern in SHOWN for path in ROOT.glob(pattern)})
    for path in pages:
        name = path.relative_to(ROOT).as_posix()
        target = out / place(name)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(spaced(rewritten(path.read_text("utf-8"), name)), "utf-8")
    for path in sorted(path for top in ("docs", *EXAMPLES) for path in (ROOT / top).rglob("*")):
        kept = path.suffix in BESIDE and "making" not in path.parts
        if path.is_file() and kept and "__pycache__" not in path.parts:
            target = out / place(path.relative_to(ROOT).as_posix())
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, target)
    for path in sorted((ROOT / BOARDS).glob("*.zip")):
        with zipfile.ZipFile(path) as file:
            file.extractall(out / "boards" / path.stem)
        write_page(open_board(out / "boards" / path.stem))  # a packed board leaves its CSV out
    return [place(path.relative_to(ROOT).as_posix()) for path in pages]
