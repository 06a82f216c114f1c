"""The table of Saint Petersburg: piles, rows, the market of goods, how near the end is, and the players."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from burgomaster.core.seat_view import SeatView
from burgomaster.games.petersburg.presentation import (
    BASE_EDITION,
    CardTranslator,
    attached_to,
    ends_game,
    is_action_card,
    is_exchange,
    merge,
    places_of,
    row_of,
    starter,
)
from burgomaster.games.petersburg.rules.actions import Verb, pack
from burgomaster.games.petersburg.rules.cards import CARD_OF, NO_CARD
from burgomaster.games.petersburg.rules.prices import price_of
from burgomaster.games.petersburg.terminal.cards import (
    PILE_TITLES,
    POINTS,
    RUBLES,
    STYLES,
    card_name,
    card_style,
    card_text,
    good_name,
    goods_text,
    income_text,
    power_sentence,
    printed_income,
    sign_text,
)
from burgomaster.terminal.screen import framed, player_title

NOTHING = "·"
UNKNOWN = "?"
PLACE_STYLES = {1: "bold yellow", 2: "yellow"}
KINDS = (  # heading, colour of its cards, phase of its scoring
    ("workers", "green", "worker"),
    ("goods_cards", "yellow", "market"),
    ("special_cards", "orange", "market"),
    ("buildings", "blue", "building"),
    ("nobles", "red", "noble"),
)


def board_panel(seat_view: SeatView, say: CardTranslator) -> Panel:
    """Draw everything that belongs to nobody."""
    parts: list[RenderableType] = [piles_table(seat_view, say)]
    if seat_view.view["market"] is not None:
        parts += [value_text(seat_view, say), goods_table(seat_view, say)]
    rows = Table.grid(expand=True, padding=(0, 2, 0, 0))
    rows.add_column(ratio=1)
    rows.add_column(ratio=1)
    rows.add_row(
        row_table(seat_view, "upper", Verb.BUY, say), row_table(seat_view, "lower", Verb.BUY_LOW, say)
    )
    parts += [rows, end_text(seat_view, say), *decision_lines(seat_view, say)]
    key = "screen.last_round" if seat_view.view["last_round"] else "screen.round"
    phase = say(f"phase.{seat_view.view['phase']}")
    title = Text(game_text(seat_view.options, say), style="bold")
    title.append(f" · {say(key, n=seat_view.view['round'])} · {phase}")
    return framed(Group(*parts), title, "cyan")


def game_text(options: Mapping[str, Any], say: CardTranslator) -> str:
    """Write the name of the game, with its variant if it is not the plain one."""
    expansions = [say(f"variant.{name}") for name in options["expansions"]]
    edition = [] if options["edition"] == BASE_EDITION else [options["edition"]]
    title = " + ".join([" ".join([say("game.title"), *edition]), *expansions])
    return title if options["custom_cards"] is None else f"{title} ({say('screen.custom')})"


# Piles and rows


def piles_table(seat_view: SeatView, say: CardTranslator) -> Table:
    """Say how many cards each pile has, and who begins its phase; that of the present phase is marked."""
    table = Table(box=None, expand=True, pad_edge=False, header_style="")
    table.add_column("", no_wrap=True)
    piles: Mapping[str, int] = seat_view.view["piles"]
    for deck in piles:
        title, is_now = say(f"screen.{PILE_TITLES[deck]}"), deck == seat_view.view["phase"]
        is_now = is_now and not seat_view.view["over"]
        header = Text(f"▶ {title}" if is_now else title, style="bold reverse" if is_now else "bold")
        table.add_column(header, justify="center")
    table.add_column(say("screen.discard"), justify="center")
    n_discarded = sum(seat_view.view["discard"].values())
    table.add_row(say("screen.pile"), *(str(n) for n in piles.values()), str(n_discarded))
    table.add_row(
        say("screen.first"), *(seat_view.names[starter(seat_view.view, deck)] for deck in piles), ""
    )
    return table


def row_table(seat_view: SeatView, name: str, verb: Verb, say: CardTranslator) -> Table:
    """Draw one row of the board, a line for each design."""
    table = Table(box=None, expand=True, pad_edge=False, show_header=False, title_justify="left")
    table.title = Text(say(f"screen.{name}"), style="bold underline")
    table.add_column(width=2)
    table.add_column(ratio=1)
    for _ in range(3 if say.with_goods else 2):
        table.add_column(justify="right", no_wrap=True)
    for card, n_copies in merge(seat_view.view[name], say.with_goods).items():
        cells = [board_price(seat_view, card, verb, say), Text(printed_income(card), style="dim")]
        goods = [goods_text(card, say)] if say.with_goods else []
        table.add_row(sign_text(card, say), card_text(card, say, n_copies), *cells, *goods)
    if not seat_view.view[name]:
        table.add_row("", Text(say("screen.empty"), style="dim"))
    return table


def board_price(seat_view: SeatView, card: str, verb: Verb, say: CardTranslator) -> Text:
    """Write the printed cost and, for the seat that decides, what it would pay; dim if it cannot."""
    if is_action_card(card):
        return Text(say("screen.only_take"), style="dim")
    price = price_of(seat_view.state, int(pack(int(verb), CARD_OF[card], NO_CARD)))
    assert price is not None
    if not seat_view.is_to_move:
        return Text(f"{price.cost}{RUBLES}")
    words = f"{price.cost}{RUBLES}" if price.total == price.cost else f"{price.cost}→{price.total}{RUBLES}"
    rubles = seat_view.view["players"][seat_view.seat]["rubles"]
    return Text(words, style="dim" if price.total > rubles and not is_exchange(card) else "bold")


# How near the end is, and what is being decided


def end_text(seat_view: SeatView, say: CardTranslator) -> Text:
    if seat_view.view["over"]:
        return Text(say("decision.over"), style="bold")
    if seat_view.view["last_round"]:
        return Text(say("screen.end_now"), style="bold yellow")
    ends = {deck: n for deck, n in seat_view.view["piles"].items() if ends_game(deck, seat_view)}
    deck, n_cards = min(ends.items(), key=lambda pile: pile[1])
    title = say(f"screen.{PILE_TITLES[deck]}")
    return Text(say("screen.end_near", deck=title, n=n_cards), style="dim")


def decision_lines(seat_view: SeatView, say: CardTranslator) -> Iterator[Text]:
    """Write the card that an Observatory drew, or its back; and the actions left of a Double Turn."""
    view, drawn = seat_view.view, seat_view.view["drawn"]
    if drawn is not None and "card" in drawn:
        said = say("screen.drawn", card=card_name(drawn["card"], say))
        yield Text(said, style=f"bold {card_style(drawn['card'])}")
    elif drawn is not None:
        deck = say(f"deck.{drawn['deck']}")
        yield Text(say("screen.drawn_hidden", player=seat_view.names[view["to_move"]], deck=deck))
    n_left = int(seat_view.state.extra_actions) + 1  # with the one that is asked for
    if view["decision"] == "action" and (n_left > 1 or int(seat_view.state.turn_actions) > 0):
        said = say("screen.extra_actions", player=seat_view.names[view["to_move"]], n=n_left)
        yield Text(said, style=f"bold {card_style('double_turn')}")


def discard_panel(cards: Mapping[str, int], say: CardTranslator) -> RenderableType:
    """Draw the discard pile, kind by kind as it is sorted in our table."""
    if not cards:
        return Text(say("screen.discard_empty"))
    words = [card_text(card, say, n) for card, n in merge(Counter(cards).elements(), say.with_goods).items()]
    return framed(Text(", ").join(words), say("screen.discard_title"))


# The market of goods


def value_text(seat_view: SeatView, say: CardTranslator) -> Text:
    """Say what the places are worth, what upkeep costs, and which tiles are left."""
    market = seat_view.view["market"]
    worth = say("screen.market_value", first=market["first"], second=market["second"])
    words = Text(say("screen.market_now"), style="bold yellow").append(f" {worth}", style="not bold default")
    if market["tiles"]:
        names = ", ".join(good_name(good, say) for good in market["tiles"].values())
        words.append(f" · {say('screen.tiles_taken', goods=names)}", style="not bold default")
    return words


def goods_table(seat_view: SeatView, say: CardTranslator) -> Table:
    """Draw a line a player: their goods, and the points they would bring if they were scored now."""
    players, market = seat_view.view["players"], seat_view.view["market"]
    worth, goods = {1: market["first"], 2: market["second"]}, list(players[0]["goods"])
    places = {good: places_of([player["goods"][good] for player in players]) for good in goods}
    table = Table(box=None, expand=True, pad_edge=False, header_style="yellow")
    table.add_column(say("screen.goods"), ratio=1)
    for title in (*(good_name(good, say) for good in goods), say("screen.goods_now")):
        table.add_column(title, justify="right", no_wrap=True)
    for seat, player in enumerate(players):
        cells = [good_cell(player["goods"][good], places[good][seat], worth) for good in goods]
        total = sum(worth.get(places[good][seat], 0) for good in goods)
        name = Text(seat_view.names[seat], style="bold" if seat == seat_view.seat else "")
        table.add_row(name, *cells, f"+{total}{POINTS}" if total else NOTHING)
    return table


def good_cell(number: int, place: int, worth: Mapping[int, int]) -> Text:
    """Draw how many of a good a player has, and what their place would bring."""
    if number == 0:
        return Text(NOTHING, style="dim")
    cell = Text(str(number), style=PLACE_STYLES.get(place, ""))
    return cell.append(f" +{worth[place]}{POINTS}") if worth.get(place) else cell


# Players


def player_panel(seat_view: SeatView, seat: int, say: CardTranslator) -> Panel:
    """Draw everything that the viewer may know of a player."""
    player = seat_view.view["players"][seat]
    table = Table.grid(expand=True, padding=(0, 1, 0, 0))
    table.add_column(no_wrap=True)
    table.add_column(ratio=1)
    table.add_column(justify="right", no_wrap=True)
    for heading, color, phase in KINDS:
        area = (card for card in Counter(player["area"]).elements() if row_of(card)["color"] == color)
        if cards := merge(area, say.with_goods):
            title = Text(f"{say(f'screen.{heading}')} {sum(cards.values())}", style=f"bold {STYLES[color]}")
            words = Text(", ").join(area_text(seat_view, seat, card, n, say) for card, n in cards.items())
            if color == "red":
                nobles = player["nobles"]
                note = say("screen.different", n=nobles["different"], points=nobles["points"])
                words.append(f" ({note})", style="dim")
            table.add_row(title, words, yield_text(seat_view, player, color, phase))
    add_hand(table, player, say)
    incomes = player["income"].values()
    total = income_text(sum(one["rubles"] for one in incomes), sum(one["points"] for one in incomes))
    subtitle = Text(say("screen.per_round", income=total) if total else say("screen.no_income"))
    style = "bold" if seat_view.view["to_move"] == seat else "dim"
    return framed(table, title_text(seat_view, seat, say), style, subtitle)


def title_text(seat_view: SeatView, seat: int, say: CardTranslator) -> Text:
    player = seat_view.view["players"][seat]
    rubles = UNKNOWN if player["rubles"] is None else player["rubles"]
    title = Text(player_title(seat_view, seat, say), style="bold")
    hand = say("screen.hand_size", n=len(player["hand"]), limit=player["hand_limit"])
    disc = f" · {say('screen.disc')}" if seat_view.view["markers"].get("disc") == seat else ""
    return title.append(f" · {player['score']}{POINTS} · {rubles}{RUBLES} · {hand}{disc}", style="not bold")


def yield_text(seat_view: SeatView, player: Mapping[str, Any], color: str, phase: str) -> str:
    """Say what the cards of a colour bring at their next scoring; special goods cards only cost."""
    if color == "orange":
        n_cards = sum(n for card, n in player["area"].items() if row_of(card)["color"] == color)
        return f"−{n_cards * seat_view.view['market']['first']}{RUBLES}"
    return income_text(player["income"][phase]["rubles"], player["income"][phase]["points"])


def area_text(seat_view: SeatView, seat: int, card: str, n_copies: int, say: CardTranslator) -> Text:
    """Write a card of an area with its symbol tile, its copies that were used, and what lies on it."""
    market = seat_view.view["market"]
    words = card_text(card, say, n_copies, "" if market is None else market["tiles"].get(card, ""))
    n_used = seat_view.view["players"][seat]["face_down"].get(card, 0)
    if n_used:
        count = "" if n_used == n_copies else f"{n_used} "
        words.append(f" [{count}{say('screen.face_down')}]", style="dim")
    for action in attached_to(seat_view, seat, card, say):
        words.append(f" [+{card_name(action, say)}]", style=f"bold {STYLES['purple']}")
    return words


def add_hand(table: Table, player: Mapping[str, Any], say: CardTranslator) -> None:
    """Add the hand, if there are cards in it: its owner's cards, or what is known of them."""
    if player["hand"]:
        title = Text(f"{say('screen.hand')} {len(player['hand'])}", style="bold")
        table.add_row(title, Text(", ").join(hand_words(player, say)), "")
    actions = [held["card"] for held in player["hand"] if is_action_card(held.get("card", ""))]
    for card in merge(actions, say.with_goods):
        words = Text(f"{card_name(card, say)}: ", style=STYLES["purple"])
        table.add_row("", words.append(power_sentence(card, say), style="dim"), "")


def hand_words(player: Mapping[str, Any], say: CardTranslator) -> list[Text]:
    """Open cards by name with their cost; of hidden ones what everybody saw, and the backs of the rest."""
    open_cards = [held["card"] for held in player["hand"] if "card" in held]
    backs = Counter(held["deck"] for held in player["hand"] if "card" not in held)
    seen = [card for card in player["hand_seen"] if card not in open_cards]
    backs.subtract(row_of(card)["deck"] for card in seen)
    known = [held_text(card, say) for card in open_cards + seen]
    hidden = [Text(say("screen.hidden", deck=say(f"deck.{deck}"))) for deck in backs.elements()]
    return known + hidden


def held_text(card: str, say: CardTranslator) -> Text:
    """Write a hand card with its kind and printed cost."""
    words = sign_text(card, say).append(" ").append(card_text(card, say))
    return words if is_action_card(card) else words.append(f" {row_of(card)['cost']}{RUBLES}", style="dim")
