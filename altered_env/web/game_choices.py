"""The choices for a new game, available before the engine is loaded; nothing here loads it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from altered_env import decks, formats
from altered_env.agents import STRONGEST
from altered_env.language.words import RULESETS
from altered_env.web.agents_here import offered
from altered_env.web.data_folder import DataFolder


def choices(data: Path | None) -> dict[str, Any]:
    """Formats, rules, decks, agents, and the contents of the folder of `--data`."""
    folder = DataFolder(data)
    return {
        "formats": [
            {
                "name": name,
                "title": (form := formats.get(name)).title,
                "players": form.players,
                "usual": list(form.usual),
                "boosters": form.from_boosters,
            }
            for name in formats.names()
        ],
        "rules": list(RULESETS),
        "starters": list(decks.names()),
        "lists": list(decks.lists()),
        "files": folder.names("txt"),
        "agents": offered(),
        "strongest": STRONGEST,
        "saved": folder.names("game"),
        "data": folder.root is not None,
    }
