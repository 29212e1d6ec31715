"""Many games at once, and what players see of them as numbers: compiled, above the engine.

The engine is handed over as a value (`engine/handle.py`), so that what is here compiles in seconds
and a change of it does not compile the rules again.
"""
