"""Tokens of official text, cleaned of print marks: each word in its base form, with its position.

>>> [token.text for token in tokens(clean("#{J}# [Resupply].  (Put the top card in Reserve.)"))]
['{j}', 'resupply', '.']
>>> [token.text for token in tokens("It readies, rushes and moves.")]
['it', 'ready', ',', 'rush', 'and', 'move', '.']
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

from altered_env.language.wording.lexicon import third

_SPACES = re.compile(r"[\s\u00a0\u2007\u202f\u200b\ufeff]+")
_REMINDERS = re.compile(r"\([^()]*\)")
_MINE = re.compile(r"your (other expedition) *\(the one I'm not in\)", re.IGNORECASE)
"""A phrase with a fixed owner, whichever Expedition was mentioned before."""
_SIGNS = str.maketrans(
    {
        **dict.fromkeys("\u2019\u2018\u02bc\u00b4", "'"),
        **dict.fromkeys("\u201c\u201d\u00ab\u00bb", '"'),
        **{"\u2013": "\u2014", "\u2212": "-", "\u2011": "-", "_": " "},
        **dict.fromkeys("\u00b7\u25cf\u2023", "\u2022"),
        **dict.fromkeys("#[]"),
    }
)
"""Variants of apostrophes, quotes, dashes and bullets; marks of change and brackets of keywords."""

_TOKEN = re.compile(
    r"\{[^{}\s]{1,3}\}"  # a symbol
    r"|\d+/\d+/\d+"  # the statistics of a token
    r"|\d+-\d+|\d+\+|\d+"  # numbers, and the faces of a die
    r"|[^\W\d_]+(?:['-][^\W\d_]+)*"  # a word
    r"|\S"
)

_PARTS = {
    "i'm": "i am",
    "it's": "it is",
    "that's": "that is",
    "there's": "there is",
    "isn't": "is not",
    "wasn't": "was not",
    "aren't": "are not",
    "don't": "do not",
    "doesn't": "do not",
    "didn't": "do not",
    "can't": "can not",
    "cannot": "can not",
    "you're": "you are",
    "they're": "they are",
    "haven't": "have not",
    "hasn't": "have not",
}
_NUMBERS = "zero one two three four five six seven eight nine ten eleven twelve"
_NUMBER = {word: str(number) for number, word in enumerate(_NUMBERS.split())}
_VERBS = (
    "activate ascend augment choose cost create defect discard distribute do double draw enter"
    " exchange exhaust fail gain give go have ignore join keep leave lose make move pass pay pick"
    " place play prevent put ready receive reduce remain remove resupply return reveal roll rush"
    " sabotage sacrifice send shuffle spend switch take target win become"
)
_THIRD = {third(verb): verb for verb in _VERBS.split()}
"""Verbs in the third person, with their base forms."""


@dataclass(frozen=True, slots=True)
class Token:
    """A word in its base form, and its position in the cleaned text."""

    text: str
    start: int
    end: int
    third: bool = False
    """Whether it is a verb in the third person."""


def clean(text: str) -> str:
    """Remove marks of change, brackets of keywords, reminders, unusual spaces and signs from a
    printed text.

    >>> clean("[]#When\\u00a0you pass# \\u2014 [[After You]].")
    'When you pass \u2014 After You.'
    """
    text = text.translate(_SIGNS)
    text = _MINE.sub(r"my \1", text)
    for _ in range(4):  # a reminder may stand inside another
        text = _REMINDERS.sub(" ", text)
    return _SPACES.sub(" ", text).strip()


def tokens(text: str) -> list[Token]:
    """Return the tokens of a cleaned text."""
    found: list[Token] = []
    for match in _TOKEN.finditer(text):
        start, end = match.span()
        word = match.group().lower()
        if word.startswith("non-") and len(word) > 4:
            found.append(Token("non-", start, start + 4))
            start, word = start + 4, word[4:]
        word = _NUMBER.get(word, word)
        for part in _PARTS.get(word, word).split():
            found.append(Token(_THIRD.get(part, part), start, end, part in _THIRD))
        if word == '"' and len(found) > 1 and found[-2].text == ".":
            # A full stop inside quotes ends the sentence: swap the two.
            stop, quote = found[-2], found[-1]
            found[-2:] = [replace(stop, text='"'), replace(quote, text=".")]
    return [
        replace(token, third=True) if token.text == "exhausted" and after.third else token
        for token, after in zip(found, [*found, _NOTHING][1:], strict=True)
    ]


_NOTHING = Token("", 0, 0)
