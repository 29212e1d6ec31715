"""Tests against malicious files, machines and agents."""
