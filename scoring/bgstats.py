"""A finished game as other programs keep it: a play for BG Stats, and a record in the manner of BoardGameGeek.

BG Stats takes a play as JSON inside a link (bgstatsapp.com/support/push-plays-to-bg-stats-from-other-apps-or-websites).
Its Android app fails on a player without `winner`, and knows players and games again by ids that stay the same.
"""

from __future__ import annotations

import json
import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from urllib.parse import quote

from scoring.game import Game, VariantInfo
from scoring.score import PlayerScore, ScoreTable

ADDRESS = "https://app.bgstatsapp.com/createPlay.html?data="
SOURCE = "potager"


def play(table: ScoreTable, when: datetime) -> dict[str, Any]:
    """The play that BG Stats makes of it. `when` it was played, with its time zone."""
    game = table.game
    found: dict[str, Any] = {
        "sourceName": SOURCE,
        "sourcePlayId": _play_id(table, when),
        "playDate": f"{when.astimezone(UTC):%Y-%m-%d %H:%M:%S}",
        "game": {
            "name": game.title,
            "sourceGameId": f"{SOURCE}:{game.id}",
            "highestWins": game.rules.wins == "most",
        },
        "players": [
            {
                "name": player.name,
                "sourcePlayerId": _folded(player.name),
                "score": player.total,
                "rank": player.place,
                "winner": player.winner,
                **({"role": ", ".join(player.members)} if player.members else {}),
            }
            for player in table.players
        ],
    }
    if game.rules.edition.bgg is not None:
        found["game"]["bggId"] = game.rules.edition.bgg
    if variants := _chosen(game):
        found["board"] = ", ".join(variant.title for variant in variants)
    if remark := comments(table):
        found["comments"] = remark
    return found


def link(record: dict[str, Any]) -> str:
    """The link that opens BG Stats with a play filled in."""
    return ADDRESS + quote(json.dumps(record, ensure_ascii=False, separators=(",", ":")), safe=",:")


def bgg(table: ScoreTable, when: datetime) -> dict[str, Any]:
    """The same in the words of a BoardGameGeek play: `win` of everybody, scores as text. Nothing can upload it: the
    site has no interface for that; it is for programs that keep such records."""
    game = table.game
    return {
        "playdate": f"{when:%Y-%m-%d}",
        "objecttype": "thing",
        "objectid": game.rules.edition.bgg,
        "name": game.title,
        "quantity": 1,
        "incomplete": table.decided_by is None and table.verdict is None and len(table.players) > 1,
        "nowinstats": False,
        "comments": comments(table),
        "players": [
            {"name": name, "score": str(player.total), "win": player.winner, "position": str(seat)}
            for seat, (player, name) in enumerate(_persons(table.players), 1)
        ],
    }


def comments(table: ScoreTable) -> str:
    """What the scores alone do not say: variants, and what decided."""
    from scoring.report import sentence

    return " · ".join([*(variant.title for variant in _chosen(table.game)), sentence(table)])


def _chosen(game: Game) -> list[VariantInfo]:
    """The variants that are on, but for those that another one pulls in; in the order of their names, however they were
    asked for."""
    pulled = {Path(str(node["extends"].value)).stem for node in game.written[1:]}
    on = [variant for variant in game.variants if Path(variant.id).stem not in pulled]
    return sorted(on, key=lambda variant: Path(variant.id).stem)


def _persons(players: Sequence[PlayerScore]) -> list[tuple[PlayerScore, str]]:
    """Everybody who played: the members of teams, each with the team's score."""
    return [(player, name) for player in players for name in player.members or (player.name,)]


def _play_id(table: ScoreTable, when: datetime) -> str:
    """An id that is the same whenever the same game is sent on the same day, wherever its files are."""
    players = [f"{_folded(player.name)}:{player.total}" for player in table.players]
    variants = [Path(variant.id).stem for variant in _chosen(table.game)]
    return ":".join([table.game.id, *variants, f"{when:%Y-%m-%d}", *players])


def _folded(name: str) -> str:
    """A name without the chances of typing: Ann and ANN are one person."""
    return " ".join(unicodedata.normalize("NFKC", name).lower().split())
