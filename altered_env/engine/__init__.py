"""The game: one record, and the rules as compiled functions over it.

It knows NumPy and Numba; it knows no card, no Gym, no agent. What Python may call is in
`table`; `terms` and `layout` are the words and the record.
"""
