"""Players: one file each. There are none yet."""
