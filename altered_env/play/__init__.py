"""The Python face of the engine: rulesets, books of cards, options in words, saving, worlds.

What people use of it is `Game` and `Scenario`; the parts are here so that each has one subject.
"""
