"""Single figures on a free table: all that a game of them needs besides its own rules.

A rulebook that derives from `FigureBook` (book.py) says what lies on its table and who stands there, and asks for
moves with `March`. What is seen, dragged, typed, measured and written in situations is worked out here.
"""
