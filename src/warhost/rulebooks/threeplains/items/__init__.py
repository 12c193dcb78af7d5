"""Magic items: what they are, what they cost, and what they do."""
