"""The bench of players: fixed positions and fixed lists on which players are compared.

Regret shows in seconds what takes tens of thousands of games to show in win rates; shares and
masking costs show which cards a player uses; cross-play shows strength where both sides have the
same lists. `altered bench-play` prints all of them.
"""
