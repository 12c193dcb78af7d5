"""A table in three dimensions: floors, roofs and walkways above one another, walls with doors and windows between.

`parts` is what there is, `site` is a whole table of it, ready to be asked; `sight` draws lines through it;
`footing`
says what a straight walk costs and where somebody has room; `rims` are the edges that are climbed, leapt from and
fallen from; `corners` are the places at which a way on foot may turn, `crossing` those at which it may go over an
edge, and `route` finds the way. Lengths are thousandths of the game's unit, as everywhere on a table of free
measure, and heights are too. Everything stands square to the table: outlines are rectangles, walls run along x
or y.
"""
