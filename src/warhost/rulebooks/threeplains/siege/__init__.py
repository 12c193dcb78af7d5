"""The siege: fortresses, what stands on them, and those who come over them.  [tp.siege.roles]"""
