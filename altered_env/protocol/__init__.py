"""The protocol for bots in any language: lines of JSON over pipes (docs/protocol.md).

What is said of a game is made of what a seat knows (`told.py`, `happenings.py`) and of worlds
made of it (`other_worlds.py`); what a bot says is held against the schema (`schema.py`,
`replies.py`); `pipes.py` is the process that it runs in.
"""
