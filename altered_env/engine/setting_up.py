"""Set-up (4.1): the Adventure, the first player, six cards, three of them to mana."""

from . import sets
from .adventure import tumult_at
from .chance import below, shuffle
from .choices import answered, ask, offer_object, take
from .compiled import compiled
from .initiative import nth_player
from .layout import LENGTH, OBJECTS, PLAYERS, REGIONS, TUMULT
from .objects import add_counter, settle
from .passives import refresh
from .staging import begin_step, stage_move
from .terms import ABILITY, CAUSE, DECIDE, FLAG, PHASE, RULE, STAGE, TERRAIN, C, Z

HAND_AT_START = 6


MANA_AT_START = 3


DRAWN_OF_THREE = 3
"""In Booster War, the number of cards drawn each day, including the first."""


@compiled
def open_table(game, players, rules):
    """Prepare an empty table: zones exist and are empty (3.1.1.b, 4.1.a)."""
    game.players = players
    game.rules = rules
    game.winner = -1
    game.turn_player = -1
    game.first_player = 0
    game.answer = -1
    game.decider = -1
    game.subject = -1
    game.modifier_now = -1
    game.phase = PHASE.SETUP
    game.stage = STAGE.DEAL
    for x in range(OBJECTS):
        sets.add(game.free, x)
    for p in range(PLAYERS):
        # each Expedition faces that of the neighbour who shares its player's start (MP-08)
        game.facing[2 * p] = 2 * (p ^ 1)
        game.facing[2 * p + 1] = 2 * (PLAYERS - 1 - p) + 1
        game.team[p] = p % 2 if rules & RULE.TEAMS else p
        game.reserve_limit[p] = 2
        game.landmark_limit[p] = 2


@compiled
def build_adventure(game):
    """Lay out the Hero region, three different face-down Tumult cards in random order and
    orientation, and the Companion region (4.1.b-d); for four players twice, the second central card
    turned round, so that both turn the same half to their Hero regions (MP-09)."""
    for r in range(0, REGIONS, LENGTH):
        game.terrain[r] = TERRAIN.ALL
        game.face_up[r] = 1
        game.terrain[r + LENGTH - 1] = TERRAIN.ALL
        game.face_up[r + LENGTH - 1] = 1
    cards = game.order
    for k in range(TUMULT):
        cards[k] = k % 3
    shuffle(game.rng, cards, TUMULT)
    central = 0
    for k in range(TUMULT):
        single = 1 << int(cards[k])
        double = TERRAIN.ALL & ~single
        flipped = below(game.rng, 2)
        if k == 1:
            central = flipped
        elif k == 4:
            flipped = central
        r = tumult_at(k)
        game.terrain[r] = double if flipped else single
        game.terrain[r + 1] = single if flipped else double
    for k in range(TUMULT):
        cards[k] = 0
    game.dirty = 1


@compiled
def _hero_counters(game, book, player):
    """Put the counters on a Hero with which it begins the game (2.5.d)."""
    x = sets.first(game.zone[Z.HERO, player])
    while x >= 0:
        card = book.card[game.obj[x, C.CARD]]
        for a in range(int(card.first), int(card.last)):
            if book.ability[a].kind == ABILITY.BEGIN:
                kind = int(book.ability[a].property)
                add_counter(game, book, x, kind, int(book.ability[a].value))
        x = sets.after(game.zone[Z.HERO, player], x)


@compiled
def _forget_list(game, book, p):
    """Renumber the cards of a shuffled Deck in their new order, so that an object's number does not
    reveal its position in the list."""
    n = int(game.deck_size[p])
    cards = game.order
    for i in range(n):
        cards[i] = game.obj[game.deck[p, i], C.CARD]
    i = 0
    x = sets.first(game.zone[Z.DECK, p])
    while x >= 0:
        game.deck[p, i] = x
        game.obj[x, C.CARD] = cards[i]
        settle(game, book, x)
        cards[i] = 0
        i += 1
        x = sets.after(game.zone[Z.DECK, p], x)


@compiled
def deal(game, book):
    """Choose the first player at random, shuffle the Decks and deal six cards each (4.1.f-h)."""
    for p in range(int(game.players)):
        _hero_counters(game, book, p)
    game.first_player = below(game.rng, int(game.players))
    if int(game.rules) & RULE.DECKS_IN_ORDER == 0:
        for p in range(int(game.players)):
            shuffle(game.rng, game.deck[p], int(game.deck_size[p]))
            _forget_list(game, book, p)
    dealt = DRAWN_OF_THREE if int(game.rules) & RULE.THREE_A_DAY else HAND_AT_START
    for p in range(int(game.players)):
        row = game.chosen[p]
        sets.clear(row)
        n = min(dealt, int(game.deck_size[p]))
        for i in range(n):
            sets.add(row, int(game.deck[p, int(game.deck_size[p]) - 1 - i]))
        stage_draw(game, p)
    game.stage = STAGE.FIRST_MANA
    if int(game.rules) & RULE.THREE_A_DAY:  # no initial mana, since mana is unlimited
        game.stage = STAGE.NOON
        game.day = 1
    game.step = 0
    refresh(game, book)
    begin_step(game, -1)


@compiled
def stage_draw(game, p):
    """Stage the move of the chosen cards of a Deck to the hand, from the top."""
    n = int(game.deck_size[p])
    for i in range(n - 1, -1, -1):
        x = int(game.deck[p, i])
        if sets.has(game.chosen[p], x):
            stage_move(game, x, Z.HAND, p, -1, CAUSE.DRAW, p, 0, 0)
    sets.clear(game.chosen[p])


@compiled
def first_mana(game):
    """Let each player put three of the six cards in the Mana zone, ready (4.1.i)."""
    while game.step < game.players:
        p = nth_player(game, int(game.step))
        hand = game.zone[Z.HAND, p]
        need = min(MANA_AT_START, sets.size(hand))
        while sets.size(game.chosen[p]) < need:
            if not answered(game):
                x = sets.first(hand)
                while x >= 0:
                    if not sets.has(game.chosen[p], x):
                        offer_object(game, x)
                    x = sets.after(hand, x)
                game.minimum = need - sets.size(game.chosen[p])
                game.maximum = game.minimum
                if not ask(game, DECIDE.FIRST_MANA, p, -1):
                    return
            sets.add(game.chosen[p], take(game))
        game.step += 1
    game.step = 0
    game.stage = STAGE.NOON
    game.day = 1
    to_mana(game)


@compiled
def to_mana(game):
    """Move the chosen cards to the Mana zone, ready, all at once."""
    for i in range(int(game.players)):
        p = nth_player(game, i)
        x = sets.first(game.chosen[p])
        while x >= 0:
            stage_move(game, x, Z.MANA, p, -1, CAUSE.EXPAND, p, FLAG.READY, 0)
            x = sets.after(game.chosen[p], x)
        sets.clear(game.chosen[p])
    begin_step(game, -1)
