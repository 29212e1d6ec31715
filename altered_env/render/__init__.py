"""Pictures of a game: a `View` as text. Nothing here sees more than the view shows."""

from .text import board

__all__ = ["board"]
