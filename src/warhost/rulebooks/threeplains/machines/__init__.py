"""War machines, which shoot and never move, and chariots, which drive."""
