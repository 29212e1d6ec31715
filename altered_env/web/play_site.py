"""`python -m altered_env.web.play_site PACKAGE FOLDER`: the pages as static files, with the engine
as WebAssembly in place of the server. `make play-site` runs it.

The pages are those of `altered web`; only `server.js` is another one.
"""

from __future__ import annotations

import argparse
import gzip
import hashlib
import json
import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, Final

from altered_env.render.palette import css_of_pages
from altered_env.web import site_tables
from altered_env.web.app import STATIC
from altered_env.web.safety import POLICY

TAB: Final = Path(__file__).parent / "tab"
ENGINE: Final = (
    "engine.js",
    "game.js",
    "engine.json",
    "words.json",
    "engine.wasm",
    "memory.bin.gz",
)
"""The files of the WebAssembly package that pages use."""
PAGES: Final = ("learn", "play", "watch", "replay", "cards", "decks")
"""The pages of the site; those of `altered web` that are missing need its server."""
ROOT_FILES: Final = {"index.html", "service.js", "static"}
"""What lies in the folder of a site."""
LATER: Final = ("tab/about.json",)
"""Files that no game needs."""
NOT_IN_META: Final = "frame-ancestors"
"""A rule of the policy that only a header can state."""


def policy() -> str:
    """The Content-Security-Policy of `altered web`, and WebAssembly.

    >>> "'wasm-unsafe-eval'" in policy(), "unsafe-inline" in policy()
    (True, False)
    """
    rules = [rule for rule in POLICY.split("; ") if not rule.startswith(NOT_IN_META)]
    at = rules.index("script-src 'self'")
    rules[at] += " 'wasm-unsafe-eval'"
    return "; ".join([*rules, "worker-src 'self'"])


def index() -> str:
    """The page, with the addresses of a site that may lie anywhere."""
    text = (STATIC / "index.html").read_text("utf-8")
    head, _, rest = text.partition('<nav aria-label="Pages">\n')
    links, _, rest = rest.partition("\n</nav>")
    kept = [link for link in links.split("</a>") if link and _leads_to(link) in PAGES]
    text = f'{head}<nav aria-label="Pages">\n{"</a>".join([*kept, ""])}\n</nav>{rest}'
    text = text.replace('"/decks">Decks<', '"/decks/build">Build a deck<')
    text = text.replace('href="/static/', 'href="static/').replace('src="/static/', 'src="static/')
    text = text.replace('href="/', 'href="#/')
    meta = f'<meta http-equiv="Content-Security-Policy" content="{policy()}">'
    return text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{meta}', 1)


def _leads_to(link: str) -> str:
    return link.partition('href="/')[2].partition('"')[0]


def build(package: Path, folder: Path) -> dict[str, int]:
    """Write the site, in place of an earlier one; return the gzipped size of each file. Raises
    `FileNotFoundError` without the package, `FileExistsError` for a folder with other files."""
    missing = [name for name in ENGINE if not (package / name).is_file()]
    if missing:
        raise FileNotFoundError(
            f"{package} has no {', '.join(missing)}: build the package first (make build/wasm)"
        )
    if folder.exists() and not is_site(folder):
        raise FileExistsError(f"{folder} holds something else: name a new folder, or an empty one")
    folder.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=folder.parent, prefix=".building-") as work:
        made = Path(work) / "site"
        _write(package, made)
        sizes = {
            path.relative_to(made).as_posix(): _gzipped(path)
            for path in sorted(made.rglob("*"))
            if path.is_file()
        }
        if folder.exists():
            shutil.rmtree(folder)
        made.chmod(0o755)
        made.rename(folder)
    return sizes


def is_site(folder: Path) -> bool:
    """Is the folder empty, or a site that was written here? Only such a folder is replaced."""
    if not folder.is_dir():
        return False
    return not any(folder.iterdir()) or {one.name for one in folder.iterdir()} == ROOT_FILES


def _write(package: Path, folder: Path) -> None:
    shutil.copytree(STATIC, folder / "static")
    shutil.copytree(TAB, folder / "static/tab")
    (folder / "static/tab/server.js").replace(folder / "static/server.js")
    (folder / "static/index.html").unlink()
    (folder / "index.html").write_text(index(), "utf-8")
    (folder / "static/palette.css").write_text(css_of_pages(), "utf-8")
    (folder / "static/engine").mkdir()
    for name in ENGINE:
        shutil.copy(package / name, folder / "static/engine")
    tables = {
        "tables": site_tables.tables(),
        "faces": site_tables.faces(),
        "about": site_tables.about(),
    }
    for name, table in tables.items():
        text = json.dumps(table, ensure_ascii=False, separators=(",", ":"))
        (folder / f"static/tab/{name}.json").write_text(text, "utf-8")
    service = folder / "service.js"
    (folder / "static/tab/service.js").replace(service)
    files = sorted(
        path.relative_to(folder).as_posix()
        for path in folder.rglob("*")
        if path.is_file() and path != service
    )
    version = hashlib.sha256()
    for name in files:
        version.update((folder / name).read_bytes())
    listed: Any = ["./", *(name for name in files if name != "index.html")]
    head = f'const VERSION = "{version.hexdigest()[:16]}";\nconst FILES = {json.dumps(listed)};\n'
    service.write_text(head + service.read_text("utf-8"), "utf-8")


def _gzipped(path: Path) -> int:
    """The size of a file as a host sends it."""
    data = path.read_bytes()
    return len(data) if path.suffix == ".gz" else len(gzip.compress(data, 9, mtime=0))


def first_game(sizes: dict[str, int]) -> int:
    """The bytes up to the first game, gzipped."""
    return sum(size for name, size in sizes.items() if not name.endswith(LATER))


def main() -> int:
    """Build, and say how large it is."""
    parser = argparse.ArgumentParser(
        prog="python -m altered_env.web.play_site",
        description="Write the pages as static files, with the engine as WebAssembly.",
    )
    parser.add_argument("package", type=Path, help="the WebAssembly package (make build/wasm)")
    parser.add_argument("folder", type=Path, help="where the site is written")
    options = parser.parse_args()
    try:
        sizes = build(options.package, options.folder)
    except OSError as error:
        print(f"make play-site: {error}", file=sys.stderr)
        return 1
    print(
        f"{options.folder}: {len(sizes)} files, {first_game(sizes):,} bytes gzipped to the first"
        f" game, {sum(sizes.values()):,} in all"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
