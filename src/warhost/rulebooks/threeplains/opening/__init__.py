"""Before the first turn: sides, terrain, deployment."""
