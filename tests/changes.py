"""Files changed since this branch left main, from git."""

from __future__ import annotations

import subprocess
from pathlib import Path

__all__ = ["ROOT", "base", "changed", "git"]

ROOT = Path(__file__).parents[1]


def git(*words: str) -> list[str]:
    """The lines that git answers; none where it fails."""
    found = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    return found.stdout.splitlines() if found.returncode == 0 else []


def base() -> str:
    """The commit at which this branch left main."""
    for main in ("origin/main", "main"):
        if found := git("merge-base", "HEAD", main):
            return found[0]
    return "HEAD"


def changed() -> list[str]:
    """The files that differ from where this branch left main, and those git does not know yet."""
    differ = git("diff", "--name-only", base())
    return sorted({*differ, *git("ls-files", "--opponent-fraction", "--exclude-standard")})
