"""Cards that somebody owns: reading them from any form, and their values."""
