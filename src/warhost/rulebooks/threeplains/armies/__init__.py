"""Army lists, rosters priced and checked, armies made ready."""
