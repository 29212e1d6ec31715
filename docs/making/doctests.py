"""Examples in docstrings as blocks of code: an extension of griffe, which reads the docstrings."""

from __future__ import annotations

import re
from typing import Any

from griffe import Extension

__all__ = ["Doctests"]

_EXAMPLE = re.compile(r"(?:^>>> .*\n?(?:^(?!>>> )\S.*\n?|^ .*\n?)*)+", re.MULTILINE)


class Doctests(Extension):
    """Fences what begins with `>>>`, up to the next empty line, which would be a quotation."""

    def on_object(self, *, obj: Any, **kwargs: Any) -> None:
        """Change the docstring of a module, class, function or value."""
        if obj.docstring is not None:
            obj.docstring.value = _EXAMPLE.sub(
                lambda found: f"```pycon\n{found[0].rstrip()}\n```\n", obj.docstring.value
            )
