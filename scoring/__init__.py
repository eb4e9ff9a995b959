"""Rules and tallies in, scores out. Knows nothing of paper or commands.

The way of the data, file by file: `yaml_file` reads, `patch` lays variants over a game, `rules` says what may stand
there, `lines` gives every line its `expression`, `game` is the whole, `load` does all of this; `tally` is what the
players counted, `score` joins the two (`so_far` while players still count), `ranking` finds the places,
`report` tells it. `aid` puts a game into the words of a player aid, its numbers filled by `blanks`.
"""
