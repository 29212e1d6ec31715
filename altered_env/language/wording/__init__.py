"""Wording: abilities in plain English, for people to read and for the grammar to parse.

Each notation has distinct words, brackets around ambiguous phrases, and a quoted letter for
repeated references, so that each wording has only one reading.

>>> from altered_env.language.notation import read_ability
>>> word(read_ability("R: create(brassbug, in_=target(expedition))"))
'When I enter play from Reserve: Create a Brassbug in target Expedition.'
>>> word(read_ability("T, pay(2): if_(may(sacrifice(me)), draw(1))"), name="Scrap Hook")
'Scrap Hook. Exhaust me, pay 2 mana: You may sacrifice me. If you do, draw 1 card.'
"""

from altered_env.language.wording.abilities import word

__all__ = ["word"]
