"""The trading card game Altered as a multi-agent reinforcement-learning environment."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .cards import load_cards as load_cards

__all__ = ["__version__", "load_cards"]

__version__ = "0.1.0"


def __getattr__(name: str) -> Any:
    """Fetch the public names when they are first used, so that importing stays quick."""
    if name == "load_cards":
        from .cards import load_cards

        return load_cards
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
