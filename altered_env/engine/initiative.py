"""Initiative order (1.4.5)."""

from .compiled import compiled
from .layout import PLAYERS


@compiled
def initiative(game):
    """Return the player who decides first (1.4.5): the turn player, or else the first player."""
    if game.turn_player >= 0:
        return int(game.turn_player)
    return int(game.first_player)


@compiled
def nth_player(game, i):
    """Return the i-th player in initiative order. Effects on several players follow it, so that
    nothing depends on the seats."""
    player = initiative(game) + i
    players = int(game.players)
    return player - players if player >= players else player


@compiled
def nth_expedition(game, i):
    """Return the i-th Expedition, in the initiative order of the players."""
    return 2 * nth_player(game, i // 2) + i % 2


@compiled
def playing(game):
    """Return the active players, as a mask: with four players in the Arena, only those taking part
    (FFA-07)."""
    if PLAYERS == 2:
        return 3
    return ((1 << int(game.players)) - 1) & ~int(game.out)


@compiled
def next_player(game, mask):
    """Return the first player of a mask in initiative order, as a mask."""
    mask &= playing(game)
    for i in range(int(game.players)):
        player = nth_player(game, i)
        if (mask >> player) & 1:
            return 1 << player
    return 0
