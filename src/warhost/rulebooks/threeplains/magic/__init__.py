"""Magic: who knows which spells, how they are cast and dispelled, and what they do."""
