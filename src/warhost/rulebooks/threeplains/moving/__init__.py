"""The movement phase: orders, manoeuvres, groups, flight of wings."""
