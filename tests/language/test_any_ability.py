"""Any readable ability is compiled, or refused with the unsupported part."""

import random

import pytest

from altered_env.language.errors import NotationError
from altered_env.language.notation import read_ability
from tests.language.mixing import compiled, mixed


@pytest.mark.parametrize("seed", range(8))
def test_pieces_of_a_sort_change_places(pieces, seed):
    """A value of one line in the place of a value of its sort in another, up to three times."""
    chance = random.Random(seed)
    for _ in range(100):
        line = mixed(pieces, chance)
        try:
            read_ability(line)
        except NotationError:
            continue
        compiled(line)


@pytest.mark.parametrize(
    "line",
    [
        "while_(draw(1)), at(noon): draw(1)",
        "have(target(character), defender)",
        "have(choose(character, you.play), tough(1))",
        "tough(roll(1))",
        "less(roll(1), plays(you, me))",
        "when(plays(you, spell), draw(1)): resupply()",
        "J: ongoing({(while_(me.boosted), have(me, tough(1)))})",
        "J: ongoing({T: draw(1)})",
        "J: ongoing({H: draw(1)}, this=dusk)",
        "when(activates(D), nth=2, this=dusk): draw(1)",
        "J: gain(spread(target(expedition, any_number)), ascended)",
        "cant(moves(you | me.expedition))",
        "H: lose(target(card, play | reserve), counter=spend(boost=1))",
    ],
)
def test_what_means_nothing_is_refused_in_words(line):
    assert compiled(line), "it is compiled"
