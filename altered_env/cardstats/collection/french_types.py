"""The French words of types and sub-types of cards, as on the pages.

>>> french_words()["personnage"], french_words()[plain("Ingénieur")]
('character', 'engineer')
"""

from __future__ import annotations

import functools
import unicodedata
from collections.abc import Mapping
from pathlib import Path

from altered_env._runtime.input_files import DOCUMENT, read_text
from altered_env._runtime.json_text import parsed
from altered_env.cards.printed_words import SUBTYPES, TYPES

_WORDS = Path(__file__).parents[2] / "web" / "static" / "words" / "fr.json"


def plain(text: str) -> str:
    """Return a word in the form in which words are compared."""
    text = unicodedata.normalize("NFC", text).replace("\N{RIGHT SINGLE QUOTATION MARK}", "'")
    return " ".join(text.casefold().split())


@functools.cache
def french_words() -> Mapping[str, str]:
    """Return the English word of each French one."""
    french = parsed(read_text(_WORDS, DOCUMENT))["server"]
    words = [name.replace("_", " ") for name in (*TYPES, *SUBTYPES)]
    return {plain(french[word]): word for word in words if word in french}
