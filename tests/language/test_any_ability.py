"""Whatever is read is compiled, or refused with what is missing: never another exception."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from altered_env.cards import catalogue
from altered_env.language.compiler import build_book
from altered_env.language.errors import NotationError
from altered_env.language.notation import read_ability
from altered_env.language.values import Values
from altered_env.scenario.own_cards import define


def compiled(line):
    """Why a card with this line cannot be played; None if it can."""
    support = line.startswith(("D", "I,", "I:")) or ", D:" in line
    card = define(
        1,
        "Subject",
        type="spell" if line.startswith("effect") else "character",
        cost="1/1",
        stats="1/1/1",
        limits="2/2",
        subtypes=(),
        abilities=() if support else (line,),
        support=(line,) if support else (),
        faction="axiom",
        rarity="common",
    )
    book = build_book([card], catalogue().tokens)
    return book.unsupported.get(card.reference)


@pytest.fixture(scope="session")
def pieces(every_line):
    """What stands where in each line, as (from, to, sorts); and every piece of a sort."""
    found = {}
    read = Values.value

    def noting(reader, node, scope, slot=None):
        result = read(reader, node, scope, slot)
        start, end = reader.base + node.col_offset, reader.base + node.end_col_offset
        found[reader.line].append((start, end, result[1]))
        return result

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Values, "value", noting)
        for line in every_line:
            found[line] = []
            read_ability(line)
    by_sort = {}
    for line, parts in found.items():
        for start, end, sorts in parts:
            for sort in sorts:
                by_sort.setdefault(sort, set()).add(line[start:end])
    return found, {sort: sorted(texts) for sort, texts in by_sort.items()}


@given(st.data())
@settings(max_examples=400, deadline=None)
def test_pieces_of_a_sort_change_places(pieces, data):
    """A value of one line in the place of a value of its sort in another, up to three times."""
    found, by_sort = pieces
    line = data.draw(st.sampled_from(sorted(found)))
    for _ in range(data.draw(st.integers(1, 3))):
        places = found.get(line)
        if not places:  # places are known of the lines that are given
            break
        start, end, sorts = data.draw(st.sampled_from(places))
        if not sorts:
            continue
        sort = data.draw(st.sampled_from(sorted(sorts)))
        line = line[:start] + data.draw(st.sampled_from(by_sort[sort])) + line[end:]
    try:
        read_ability(line)
    except NotationError:
        return
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
