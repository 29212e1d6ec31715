"""Compiled batches of games and their observations, above the engine.

The engine is passed as a value (`engine/handle.py`), so this package compiles in seconds, and a
change to it does not recompile the rules.
"""
