"""The engine, the batch and compiled search, loaded again for four players.

`altered_env.of_four.engine.day` is the file `altered_env/engine/day.py`, loaded a second time.
Modules below `engine`, `batch` and `thinking` import each other relatively, so those loaded here
are sized by the `SEATS` of `engine` below, and compiled separately when a four-player game is first
played. The code and records of two-player games are not affected.
"""
