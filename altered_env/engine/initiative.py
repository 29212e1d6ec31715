"""Initiative order (1.4.5)."""

from .compiled import compiled
from .layout import PLAYERS


@compiled
def initiative(game):
    """The player who decides first (1.4.5): whose turn it is, else the first player."""
    if game.turn_player >= 0:
        return int(game.turn_player)
    return int(game.first_player)


@compiled
def nth_player(game, i):
    """The players in initiative order. Effects on several players follow it, so that nothing
    depends on the seats."""
    player = initiative(game) + i
    players = int(game.players)
    return player - players if player >= players else player


@compiled
def nth_expedition(game, i):
    """The Expeditions, those of the players in initiative order."""
    return 2 * nth_player(game, i // 2) + i % 2


@compiled
def playing(game):
    """The active players, as a mask: with four players in the Arena, only those concerned
    (FFA-07)."""
    if PLAYERS == 2:
        return 3
    return ((1 << int(game.players)) - 1) & ~int(game.out)


@compiled
def next_player(game, mask):
    """The first player of a mask in initiative order, as a mask."""
    mask &= playing(game)
    for i in range(int(game.players)):
        player = nth_player(game, i)
        if (mask >> player) & 1:
            return 1 << player
    return 0
