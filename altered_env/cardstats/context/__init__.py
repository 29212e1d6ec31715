"""The worth of any card with any Hero and archetype at once, by a model over games of lists."""
