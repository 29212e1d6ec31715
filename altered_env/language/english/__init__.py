"""Official English to the notation.

>>> from altered_env.language.english import understand
>>> understand("{R} [Resupply].").abilities
('R: resupply()',)
"""

from altered_env.language.english.understanding import Line, Problem, Understanding, understand

__all__ = ["Line", "Problem", "Understanding", "understand"]
