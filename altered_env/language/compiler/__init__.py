"""From the ability model to bytecode: the book that the engine reads cards from.

>>> from altered_env import cards
>>> book = build_book([cards.find("Foundry Armorer C")], cards.catalogue().tokens)
>>> book.cards[book.index["CORE_AX_16_C"]].name
'Foundry Armorer'
"""

from altered_env.language.compiler.book import build_book
from altered_env.language.compiler.numbering import BookFullError
from altered_env.language.compiler.program import NotSupportedError

__all__ = ["BookFullError", "NotSupportedError", "build_book"]
