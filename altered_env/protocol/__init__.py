"""The protocol for bots in any language: lines of JSON over pipes (docs/protocol.md).

Messages to a bot are built from a seat's visible information (`messages.py`, `events.py`) and its
determinizations (`other_worlds.py`); a bot's replies are checked against the schema (`schema.py`,
`replies.py`); `pipes.py` runs its process.
"""
