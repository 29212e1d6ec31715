"""Compiled search: evaluation, look-ahead, tree search, games between compiled players.

It is outside `altered_env/engine`, which knows no player, and is compiled separately: the rules are
passed as a value (`altered_env/engine/handle.py`), so it compiles in seconds.
"""
