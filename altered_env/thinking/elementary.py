"""Elementary functions in the four basic operations, so that they give the same floats everywhere.

C libraries differ in the last digit of theirs. Whether two options are equal in value would then
depend on the platform, and with it an agent's answer and the rest of the game.
"""

from __future__ import annotations

from decimal import Decimal, localcontext

import numpy as np

from ..engine.compiled import compiled

PARTS = 128
"""Powers of two in the table of `exp`, up to 2."""


def _powers() -> tuple[np.ndarray, np.ndarray]:
    """2 to the power of k / `PARTS`: the nearest float, and how much is left, relative to it."""
    high, left = np.zeros(PARTS), np.zeros(PARTS)
    with localcontext(prec=50):
        power, step = Decimal(1), Decimal(2)
        for _ in range(PARTS.bit_length() - 1):
            step = step.sqrt()
        for k in range(PARTS):
            high[k] = float(power)
            left[k] = float(power / Decimal(float(power)) - 1)
            power *= step
    return high, left


_POWER, _LEFT = _powers()
_STEPS = float.fromhex("0x1.71547652b82fep+7")
"""`PARTS` / ln 2."""
_STEP = float.fromhex("0x1.62e42fefa0000p-8")
"""ln 2 / `PARTS`, in so few digits that its multiples are exact."""
_STEP_LEFT = float.fromhex("0x1.cf79abc9e3b39p-47")
"""The rest of it."""
_SIXTH, _24TH, _120TH = 1.0 / 6.0, 1.0 / 24.0, 1.0 / 120.0
_LARGEST = 700.0
"""Numbers that are larger count as this one."""
_ENOUGH = 1024 * PARTS
"""More than any multiple of a step, so that none is negative when it is rounded."""
_LN2, _LN2_LEFT = _STEP * PARTS, _STEP_LEFT * PARTS
_ROOT_OF_HALF = 0x3FE6A09E667F3BCD
"""The bits of it as a float."""


@compiled
def exp(x):
    """e to the power of x, within 0.52 units in the last place; for -700 to 700."""
    x = min(_LARGEST, max(-_LARGEST, np.float64(x)))
    k = int(x * _STEPS + (_ENOUGH + 0.5)) - _ENOUGH  # the nearest: int() rounds down
    r = x - k * _STEP - k * _STEP_LEFT
    square = r * r
    more = r + (square * (0.5 + r * _SIXTH) + square * square * (_24TH + r * _120TH))
    part = k & (PARTS - 1)
    scale = _POWER[part] * np.int64(((k >> 7) + 1023) << 52).view(np.float64)
    return scale + scale * (_LEFT[part] + more)


@compiled
def log(x):
    """The natural logarithm of a normal number above 0."""
    bits = int(np.float64(x).view(np.int64))
    k = (bits - _ROOT_OF_HALF) >> 52
    m = np.int64(bits - (k << 52)).view(np.float64)  # x is 2 ** k times this, near 1
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    tail = 0.0
    for n in range(23, 1, -2):
        tail = (tail + 1.0 / n) * z
    return k * _LN2 + (2.0 * s + (2.0 * s * tail + k * _LN2_LEFT))


@compiled
def tanh(x):
    """The hyperbolic tangent, within 1e-15."""
    less = exp(-2.0 * abs(np.float64(x)))
    found = (1.0 - less) / (1.0 + less)
    return found if x >= 0.0 else -found
