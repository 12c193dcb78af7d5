"""The ground: what kinds there are, what it costs, what is seen across it."""
