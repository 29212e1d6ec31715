"""Compiled search: evaluation, look-ahead, tree search, games between compiled players.

It lies outside `altered_env/engine`, which knows no player, and is compiled apart from it: the
rules are handed to it as a value (`altered_env/engine/handle.py`), so it compiles in seconds.
"""
