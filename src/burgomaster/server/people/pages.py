"""What the pages of people are made from, and their JSON: profiles, games, leaderboards."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from burgomaster.core.cache import cached
from burgomaster.core.registry import game_info, game_names
from burgomaster.server.bot_players import bot_title
from burgomaster.server.characters import bot_face, bot_name, person_face, seat_names
from burgomaster.server.people.circle import BLOCK, FRIEND, Circle, standing_of
from burgomaster.server.people.habits import habits, rating_chart
from burgomaster.server.people.history import Filters, History, Row
from burgomaster.server.people.leaders import Leader, Leaders
from burgomaster.server.people.own_data import NOBODYS_NAME
from burgomaster.server.people.profiles import Person, Profiles, Source, reading
from burgomaster.server.rating.numbers import points_of, shown_rating
from burgomaster.server.rating.results import BOT, LEFT, account_of

RECENT = 5  # games on a profile
MOST_TITLES = 2048
MOST_CURVES = 512  # that are remembered
MOST_OPPONENTS = 40  # that a filter offers


class People:
    def __init__(self, source: Source) -> None:
        self.source = source
        self.history, self.leaders = History(source), Leaders(source)
        self.circle, self.profiles = Circle(source), Profiles(source)

    @contextmanager
    def together(self) -> Iterator[People]:
        with reading(self.source) as connection:
            yield People(connection)

    def may_see(self, person: Person, viewer: int | None) -> bool:
        is_other = viewer is not None and viewer != person.number
        said = self.circle.between(person.number, viewer) if is_other and viewer is not None else ("", "")
        return is_seen(person, viewer, *said)

    # Profiles

    def profile(self, person: Person, viewer: int | None, language: str) -> dict[str, Any]:
        is_own = viewer == person.number
        is_other = viewer is not None and not is_own
        with self.together() as people:
            said = ("", "")
            if viewer is not None and is_other:
                said = people.circle.between(person.number, viewer)
            shown: dict[str, Any] = {
                "person": person,
                "is_own": is_own,
                "is_shown": is_seen(person, viewer, *said),
                "standing": standing_of(*said[::-1]),
                "can_act": is_other,
                "ratings": people.rating_facts(people.leaders.of(person.number), language),
                "games": [],
                "sums": [],
                "opponents": [],
                "habits": {},
            }
            return shown | (people._games_shown(person, is_own, shown, language) if shown["is_shown"] else {})

    def _games_shown(
        self, person: Person, is_own: bool, shown: Mapping[str, Any], language: str
    ) -> dict[str, Any]:
        rows, _ = self.history.games(person.who, Filters(), is_own, limit=RECENT)
        seats = self.history.seats([row["match"] for row in rows])
        games = [game_row(row, seats[row["match"]], person.who, language) for row in rows]
        met = [opponent_facts(row, language) for row in self.history.opponents(person.who, is_own)]
        self.with_faces([*met, *(seat for game in games for seat in game["seats"])])
        curves = self.history.curves(person.who, [one["game"] for one in shown["ratings"]])
        for one in shown["ratings"]:
            reached = [(row["ended"], row["mu"], row["sigma"]) for row in curves[one["game"]]]
            one["curve"] = drawn_curve(tuple(reached))
        sums = sums_by_game(self.history.sums(person.who, is_own), language)
        tallies = self.history.tallies(person.who, is_own)
        known = habits(tallies, self.history.accuracies(person.who, is_own), language)
        return {"games": games, "sums": sums, "opponents": met, "habits": known}

    def rating_facts(self, rows: Sequence[Row], language: str) -> list[dict[str, Any]]:
        return [
            {
                "game": row["game"],
                "title": title_of(row["game"], language),
                "rating": shown_rating(row["mu"], row["sigma"]),
                "games": row["games"],
                "wins": row["wins"],
                "rank": rank,
                "curve": None,
            }
            for row, rank in zip(rows, self.leaders.ranks(rows), strict=True)
        ]

    def opponent_choices(self, person: Person, is_own: bool, language: str) -> list[tuple[str, str]]:
        rows = self.history.opponents(person.who, is_own, MOST_OPPONENTS)
        found = [opponent_facts(row, language) for row in rows]
        return sorted(((one["who"], one["name"]) for one in found), key=lambda item: item[1].casefold())

    # Games

    def game_rows(self, rows: Sequence[Row], who: str, language: str) -> list[dict[str, Any]]:
        seats = self.history.seats([row["match"] for row in rows])
        shown = [game_row(row, seats[row["match"]], who, language) for row in rows]
        self.with_faces([seat for game in shown for seat in game["seats"]])
        return shown

    def after_game(self, match: str) -> dict[int, dict[str, Any]]:
        """Tell of the seats of a finished game whose profile they lead to, and the rating behind it."""
        return {
            row["seat"]: {
                "account": linked_account(row),
                "rating": None if row["mu"] is None else shown_rating(row["mu"], row["sigma"]),
            }
            for row in self.history.seats([match])[match]
        }

    def with_faces(self, seats: list[dict[str, Any]]) -> list[dict[str, Any]]:
        chosen = self.profiles.known_faces([seat["account"] for seat in seats if seat["account"]])
        for seat in seats:
            seat["face"] = chosen.get(seat["account"], seat["face"])
        return seats

    # Leaderboards

    def board(self, leaders: Sequence[Leader], language: str) -> list[dict[str, Any]]:
        faces = self.profiles.known_faces([one.account for one in leaders if one.account is not None])
        rows = []
        for one in leaders:
            is_bot, rating = one.account is None, shown_rating(one.mu, one.sigma)
            rows.append(
                {
                    "rank": one.rank,
                    "account": one.account,
                    "bot": one.name if is_bot else None,
                    "name": who_title(one.name, language) if is_bot else one.name,
                    "face": bot_face(one.name) if is_bot else faces[one.account or 0],
                    "rating": rating.value,
                    "margin": rating.margin,
                    "provisional": rating.is_provisional,
                    "games": one.games,
                    "wins": one.wins,
                }
            )
        return rows


def is_seen(person: Person, viewer: int | None, theirs: str, mine: str) -> bool:
    """Tell whether a person lets somebody see their games, by what they said of each other."""
    if viewer == person.number:
        return True
    if theirs == BLOCK or person.seen_by == "nobody":
        return False
    return person.seen_by == "all" or theirs == mine == FRIEND


@cached(MOST_CURVES)
def drawn_curve(rows: tuple[tuple[float, float, float], ...]) -> dict[str, Any] | None:
    """Draw ratings by when they were reached, their means and deviations; once until something is added."""
    return rating_chart([ended for ended, _, _ in rows], [shown_rating(mu, sigma) for _, mu, sigma in rows])


def title_of(game: str, language: str) -> str:
    """Name a game; one that is not installed any more as it is stored."""
    return game_info(game).title(language) if game in game_names() else game


@cached(MOST_TITLES)
def variant_title(game: str, variant: str, language: str) -> str:
    if game not in game_names():
        return variant
    texts = game_info(game).texts
    try:
        return " + ".join(texts.text(language, f"variant.{word}") for word in variant.split(" + "))
    except KeyError:  # of an older version of the game
        return variant


def game_row(row: Row, seats: Sequence[Row], who: str, language: str) -> dict[str, Any]:
    stored = []
    for seat in seats:
        bot = seat["who"].removeprefix(BOT) if seat["who"].startswith(BOT) else None
        stored.append({"name": seat["name"], "bot": bot, "left": False})
    names = seat_names(stored, language)
    players = [
        {
            "name": name,
            "score": seat["score"],
            "place": seat["place"] + 1,
            "account": linked_account(seat),
            "face": face_of(seat["who"]),
            "left": seat["kind"] == LEFT,
            "is_self": seat["seat"] == row["seat"] and seat["who"] == who,
        }
        for seat, name in zip(seats, names, strict=True)
    ]
    return {
        "match": row["match"] if row["kept"] else None,
        "game": row["game"],
        "title": title_of(row["game"], language),
        "variant": variant_title(row["game"], row["variant"], language),
        "players": row["players"],
        "ended": row["ended"],
        "place": row["place"] + 1,
        "score": row["score"],
        "kind": row["kind"],
        "rated": bool(row["rated"]),
        "rating": None if row["mu"] is None else points_of(row["mu"]),
        "accuracy": None if row["accuracy"] is None else round(row["accuracy"]),
        "seats": sorted(players, key=lambda one: one["place"]),
    }


def linked_account(row: Row) -> int | None:
    """Read whose profile a name leads to; nobody's if the account is gone."""
    return None if row["name"] == NOBODYS_NAME else account_of(row["who"])


def face_of(who: str) -> str:
    if who.startswith(BOT):
        return bot_face(who.removeprefix(BOT))
    return person_face(who) if who else ""


def sums_by_game(rows: Sequence[Row], language: str) -> list[dict[str, Any]]:
    grouped: Mapping[str, list[Row]] = defaultdict(list)
    for row in rows:
        grouped[row["game"]].append(row)
    return [
        {
            "game": game,
            "title": title_of(game, language),
            "games": sum(row["games"] for row in found),
            "wins": sum(row["wins"] for row in found),
            "rows": [sum_row(row, language) for row in found],
        }
        for game, found in grouped.items()
    ]


def sum_row(row: Row, language: str) -> dict[str, Any]:
    accuracy = row["accuracy"]
    return {
        "variant": variant_title(row["game"], row["variant"], language),
        "key": row["variant"],
        "players": row["players"],
        "games": row["games"],
        "wins": int(row["wins"]),
        "win_share": round(100 * int(row["wins"]) / row["games"]),
        "average": round(float(row["average"]), 1),
        "best": row["best"],
        "place": round(float(row["place"]), 1),
        "accuracy": None if accuracy is None else round(float(accuracy)),
    }


def opponent_facts(row: Row, language: str) -> dict[str, Any]:
    who = str(row["who"])
    name = who_title(who, language) if who.startswith(BOT) else row["name"]
    counts = {key: int(row[key]) for key in ("games", "better", "worse")}
    return {"who": who, "account": linked_account(row), "name": name, "face": face_of(who), **counts}


def who_title(who: str, language: str) -> str:
    bot = who.removeprefix(BOT)
    return f"{bot_name(bot, 0, language)} · {bot_title(bot, language)}"
