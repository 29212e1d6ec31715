"""Building the engine: every entry is compiled once, and linked into one library.

`bitcode.py` compiles the entries in one process and merges them, `object_code.py` optimises the
whole and makes machine code of it, `linking.py` links that. `make engine` runs it
(`__main__.py`); what comes of it is found by `altered_env.native`.
"""
