"""The game in a browser: a server of this machine, and the pages that it serves.

What a page is told about a game is made of a `Seat` and of nothing else (`messages.py`), so it
cannot hold what the player at that seat may not know.
"""
