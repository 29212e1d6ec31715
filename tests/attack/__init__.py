"""Attacks: what must hold against files, machines and agents that mean no good."""
