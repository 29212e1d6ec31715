"""The engine, the batch and compiled thought once more, for four players.

`altered_env.of_four.engine.day` is the file `altered_env/engine/day.py`, loaded a second time.
Modules below `engine`, `batch` and `thinking` import each other relatively, so those loaded here
are sized by the `SEATS` of `engine` below and compiled separately, when a game of four is first
played. Games of two are played by the code, and lie in the records, that they would have if there
were no more than two players.
"""
