"""Rounding of figures."""

__all__ = ["rounded"]


def rounded(value: float, digits: int) -> float:
    """Round a figure; what rounds to zero is zero, without a minus sign.

    >>> rounded(-1.2345, 2), rounded(-0.001, 2)
    (-1.23, 0.0)
    """
    return round(float(value), digits) + 0.0
