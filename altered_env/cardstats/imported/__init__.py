"""Games of people, imported from files: without names, and what they say of Heroes and cards."""
