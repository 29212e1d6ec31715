"""Random lines made of pieces of others; and whether a line compiles."""

from altered_env.cards import catalogue
from altered_env.language.compiler import build_book
from altered_env.testing.scenario.own_cards import define

__all__ = ["compiled", "mixed"]


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


def mixed(pieces, chance):
    """A line with up to three values of it replaced by values of their sort in other lines."""
    found, by_sort = pieces
    line = chance.choice(list(found))
    for _ in range(chance.randint(1, 3)):
        places = found.get(line)
        if not places:  # places are known of the lines that are given
            break
        start, end, sorts = chance.choice(places)
        if not sorts:
            continue
        sort = chance.choice(sorted(sorts))
        line = line[:start] + chance.choice(by_sort[sort]) + line[end:]
    return line
