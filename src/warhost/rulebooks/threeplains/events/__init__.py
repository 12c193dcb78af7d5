"""What can happen in a battle of Three Plains: facts with their rules, each with its sentence, chapter by chapter.

Pieces are named by their numbers in the state.
"""
