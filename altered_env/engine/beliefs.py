"""A player's beliefs about a Deck with a closed list.

Unknown cards are sampled from all cards of the book, conditioned on the Deck's visible information:
its factions, its size and the copies of each card seen. The prior weights one, two or three copies
of a card 1 : 2 : 3, and each copy is as likely to have been seen as any other card of the Deck. So
a card seen often is likely to appear again, and an unseen one is likely to have few copies. The
Deck is legal: three cards of one name, 15 rare, 3 exalted, and no unique card except those seen.

Nothing here reads the hidden cards, only their number. The one exception is a card that another
player has found by its face in an unfinished effect; it keeps its type and Hand Cost.
"""

from .chance import below, shuffle
from .compiled import compiled
from .layout import DECK_MAX, OBJECTS
from .stack_arrays import counts, floats
from .terms import TYPE, C, Z

COPIES = 3
"""The maximum number of copies of one name."""
RARE = 15
EXALTED = 3
COMMON_CARD = 1
RARE_CARD = 2
EXALTED_CARD = 3
"""The rarities of a card, as numbered in the book; higher numbers are unique cards."""
TRIES = 4_000
"""The number of cards tried for the next one of a Deck, before any card of its factions will do."""
FINE = 1 << 20
"""The number of equally likely parts of a random draw."""
PLAYED = TYPE.CHARACTER | TYPE.SPELL | TYPE.PERMANENT

_new_deck = counts(DECK_MAX)
_new_met = counts(DECK_MAX)
_new_rarities = counts(8)
_new_shares = floats(COPIES + 1)


@compiled
def _may_hold(card, factions):
    """Return whether a Deck of these factions, a mask, may hold a card."""
    if card.token != 0 or int(card.type) & PLAYED == 0 or int(card.type) & TYPE.TOKEN:
        return False
    return (factions >> int(card.faction)) & 1 != 0


@compiled
def _room_for(card, rarities):
    """Return whether there is room for one more card of its rarity."""
    rarity = int(card.rarity)
    if rarity == RARE_CARD:
        return rarities[RARE_CARD] < RARE
    if rarity == EXALTED_CARD:
        return rarities[EXALTED_CARD] < EXALTED
    return rarity == COMMON_CARD


@compiled
def _copies(met, seen, rng):
    """Sample the number of copies of a card in a Deck, given the copies seen and the share of the
    Deck seen."""
    if met >= COPIES:
        return met
    shares = _new_shares()
    total = 0.0
    for k in range(max(1, met), COPIES + 1):
        ways = 1.0
        for j in range(met):
            ways = ways * (k - j) / (j + 1)
        for _ in range(met):
            ways = ways * seen
        for _ in range(k - met):
            ways = ways * (1.0 - seen)
        shares[k] = k * ways
        total += shares[k]
    if total <= 0.0:
        return max(1, met)
    pick = total * below(rng, FINE) / FINE
    for k in range(max(1, met), COPIES):
        if pick < shares[k]:
            return k
        pick -= shares[k]
    return COPIES


@compiled
def _is_named(book, deck, n, met, m, name):
    """Return whether a card of this name is among the seen or the sampled ones."""
    for k in range(m):
        if book.card[met[k]].name == name:
            return True
    for k in range(n):
        if book.card[deck[k]].name == name:
            return True
    return False


@compiled
def _any_card(book, factions, rng):
    """Return any non-unique card that a Deck of these factions may hold; -1 if there is none."""
    first = below(rng, int(book.cards))
    for k in range(int(book.cards)):
        c = (first + k) % int(book.cards)
        if _may_hold(book.card[c], factions) and int(book.card[c].rarity) <= EXALTED_CARD:
            return c
    return -1


@compiled
def _next_card(book, factions, rarities, deck, n, met, m, rng):
    """Return a card with a name different from all so far; -1 if none is found."""
    for _ in range(TRIES):
        c = below(rng, int(book.cards))
        card = book.card[c]
        if _may_hold(card, factions) and _room_for(card, rarities):
            if not _is_named(book, deck, n, met, m, int(card.name)):
                return c
    return -1


@compiled
def _meet(game, book, owner, hidden, n, met, rarities):
    """Write the known cards of a Deck, in any order, and count their rarities. Return their number
    and the factions. `hidden` holds the first n unknown objects."""
    m = 0
    factions = 0
    for x in range(OBJECTS):
        if game.obj[x, C.LIFE] != 1 or game.obj[x, C.OWNER] != owner:
            continue
        card = book.card[game.obj[x, C.CARD]]
        if game.obj[x, C.ZONE] == Z.HERO:
            factions |= 1 << int(card.faction)
        if card.token != 0 or int(card.type) & PLAYED == 0:
            continue
        unknown = False
        for k in range(n):
            if hidden[k] == x:
                unknown = True
                break
        if unknown or m == DECK_MAX:
            continue
        met[m] = game.obj[x, C.CARD]
        m += 1
        factions |= 1 << int(card.faction)
        rarities[min(7, int(card.rarity))] += 1
    if factions == 0:
        factions = -1  # nothing is known: any
    return m, factions


@compiled
def _more_of_met(book, met, m, deck, n, rarities, rng):
    """Sample further copies of the seen cards. Return their number, at most n."""
    count = 0
    seen = m / (m + n)
    first = below(rng, m) if m > 0 else 0
    for k in range(m):
        c = int(met[(first + k) % m])
        name = int(book.card[c].name)
        before = 0
        copies = 0
        for j in range(m):
            if book.card[met[(first + j) % m]].name == name:
                copies += 1
                if j < k:
                    before += 1
        if before > 0:  # already sampled
            continue
        for _ in range(_copies(copies, seen, rng) - copies):
            if count < n and _room_for(book.card[c], rarities):
                deck[count] = c
                rarities[int(book.card[c].rarity)] += 1
                count += 1
    return count


@compiled
def _of_kind(book, factions, true, rng):
    """Return any card that a Deck of these factions may hold, with the type and Hand Cost of
    another; -1 if there is none."""
    first = below(rng, int(book.cards))
    for k in range(int(book.cards)):
        c = (first + k) % int(book.cards)
        card = book.card[c]
        if card.type == true.type and card.hand_cost == true.hand_cost:
            if _may_hold(card, factions) and int(card.rarity) <= EXALTED_CARD:
                return c
    return -1


@compiled
def believe(game, book, owner, hidden, held, n, rng):
    """Assign sampled cards to the first n objects of `hidden`, which are all unknown objects of
    their owner. A nonzero `held` marks an object that another player has found by its face."""
    if n == 0:
        return
    deck = _new_deck()
    met = _new_met()
    rarities = _new_rarities()
    m, factions = _meet(game, book, owner, hidden, n, met, rarities)
    count = _more_of_met(book, met, m, deck, n, rarities, rng)
    seen = m / (m + n)
    while count < n:
        c = _next_card(book, factions, rarities, deck, count, met, m, rng)
        if c < 0:
            c = _any_card(book, factions, rng)
        if c < 0:  # the book has none of these factions
            c = int(game.obj[hidden[count], C.CARD])
        for k in range(_copies(0, seen, rng)):
            if count < n and (k == 0 or _room_for(book.card[c], rarities)):
                deck[count] = c
                rarities[min(7, int(book.card[c].rarity))] += 1
                count += 1
    shuffle(rng, deck, n)
    for k in range(n):
        c = int(deck[k])
        if held[k] != 0:
            c = _of_kind(book, factions, book.card[game.obj[hidden[k], C.CARD]], rng)
        if c >= 0:
            game.obj[hidden[k], C.CARD] = c
