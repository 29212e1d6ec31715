"""A number before a noun."""

__all__ = ["counted"]


def counted(number: int, noun: str, plural: str = "") -> str:
    """Return the number and the noun; `plural` is its plural, if that is not `noun` and an `s`.

    >>> counted(0, "card"), counted(1, "card"), counted(2_000, "card")
    ('0 cards', '1 card', '2,000 cards')
    >>> counted(2, "die", "dice")
    '2 dice'
    """
    return f"{number:,} {noun if number == 1 else plural or noun + 's'}"
