"""The solo log of a game that has no tracker of its own: one row for every game, and their trend to colour in."""

from __future__ import annotations

from scoring.game import Game
from sheets.blocks import Sheet

GAMES = 20  # that the log and its chart hold


def log(game: Game) -> Sheet:
    """Date, score and best of every game, and a chart of squares to colour in."""
    say = game.words.say
    columns = {
        "game": {"label": say("sheet.solo.game"), "number": True},
        "date": {"label": say("sheet.date"), "wide": 2},
        "score": {"label": say("sheet.solo.score"), "shape": "box", "wide": 1},
        "best": {"label": say("sheet.solo.best"), "best": "score", "wide": 1},
    }
    return Sheet.model_validate(
        {
            "title": say("sheet.solo"),
            "ask": "name",
            "blocks": {
                "games": {
                    "kind": "records",
                    "title": say("sheet.solo.games"),
                    "note": say("sheet.solo.games_note"),
                    "columns": columns,
                    "beside": 2,
                    "rows": GAMES,
                },
                "trend": {
                    "kind": "chart",
                    "title": say("sheet.solo.trend"),
                    "note": say("sheet.solo.trend_note"),
                    "columns": GAMES,
                    "rows": 8,
                    "up": say("sheet.solo.score"),
                    "across": say("sheet.solo.game"),
                },
            },
        }
    )
