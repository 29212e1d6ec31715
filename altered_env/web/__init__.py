"""The game in a browser: a server of this machine, and the pages that it serves.

Messages about a game are built from a `Seat` and nothing else (`messages.py`), so they cannot
contain information hidden from that player.
"""
