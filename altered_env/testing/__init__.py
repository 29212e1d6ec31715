"""Tools for testing the rules: scenarios, random games, and coverage of what cards do."""
