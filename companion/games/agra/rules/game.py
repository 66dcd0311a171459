"""A fully tracked game of Agra: goods, favour and markers, and what every action costs and gives.

Rupees stay hidden in the players' bags: what an action pays is announced, and bags are counted after the last turns.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Self

from companion.games.agra.rules import moves
from companion.games.agra.rules.actions import count_delivery_pay
from companion.games.agra.rules.checks import (
    ABILITIES,
    DELIVERIES_OF_AN_ORDER,
    FIRST_MEDITATION,
    KEPT_WORKER,
    LAID,
    MEDITATED,
    ORDER_PHASE,
    POINTS,
    STANDS_UP,
    CheckedGame,
    find_due,
    find_means,
    find_most,
    find_places,
    is_meditation_over,
)
from companion.games.agra.rules.favour import (
    ARCHITECT,
    BONUS,
    MEDITATION,
    PRICES,
    SAILOR,
)
from companion.games.agra.rules.goods import (
    GOODS,
    PRINTED_VALUES,
    sum_values,
)
from companion.games.agra.rules.ledger import TRIGGER, Board, Draft, make_boards
from companion.games.agra.rules.moves import Move
from companion.games.agra.rules.notables import (
    DYER_GOODS,
    FRENCH_TRADER_GOODS,
    FRENCH_TRADER_RUPEES,
    GENEROUS,
    GUILDS,
    IMMEDIATE,
    IMMEDIATE_FAVOUR,
)
from companion.games.agra.rules.river import Pier, count_favour_for_cotton, find_good_by_cotton
from companion.games.agra.rules.scoring import COVER_TILES
from companion.games.agra.rules.setup import Facts
from companion.games.agra.rules.workers import Worker

FAVOUR_STEPS = {3: 1, 6: 2}  # influence steps that give this favour, or a favour tile
TWO_FAVOUR_MEDITATION = 4  # from this space on, a worker who is sent home gives 2 favour
MERCHANT_FAVOUR = 2
PEON, CALLIGRAPHER_PEON = 2, 1  # rupees for a place with one's own worker
LAST_PIER = 6
ONE_MORE = {"sandstone": "mahout", "wood": "mahout", "cotton": "khatib", "turmeric": "khatib"}


@dataclass(frozen=True)
class Game(CheckedGame):
    """A fully tracked game."""

    def enter(self, player: str, move: Move) -> Self:
        return replace(self, finished=True) if isinstance(move, moves.Finish) else super().enter(player, move)

    def book(self, draft: Draft, player: str, move: Move) -> None:
        self.book_means(draft, player, move)
        self.book_effect(draft, player, move)
        self.book_place(draft, player, move)

    def book_means(self, draft: Draft, player: str, move: Move) -> None:
        """Pay for a favour action, the Mullah's discount included, and remember what is possible once per turn."""
        means, board = find_means(move), self.boards[player]
        if means in PRICES:
            pay = PRICES[means].pay
            less = pay > 1 and board.has("mullah") and not board.count("used mullah")
            draft.add(player, "favour", less - pay)
            if less:
                draft.add(player, "used mullah")
                draft.tell(player, "mullah")
        if means and means not in (MEDITATION, SAILOR, BONUS, ARCHITECT):
            draft.add(player, f"used {means}")
        points = self.count_points(move)
        if points and board.count(MEDITATED):
            draft.add(player, POINTS, -points)
            draft.tell(player, "points-left", points=points, left=board.count(POINTS) - points)
        elif points:
            draft.tell(player, "meditation-points", points=points)

    def book_place(self, draft: Draft, player: str, move: Move) -> None:
        """Book what the place gives: favour for a standing worker sent home and from the merchant; or a building."""
        places = find_places(move) if self.strict else ()
        if self.has_worker_at(player, *places):
            draft.tell(player, "peon", rupees=CALLIGRAPHER_PEON if self.boards[player].has("calligrapher") else PEON)
        new = [place for place in places if self.workers.get(place, Worker("")).owner != player]
        if len(new) > self.count_workers_left(player):
            draft.tell(player, "no-free-worker")
        for sent_home in self.find_workers_sent_home(player, move):
            owner = self.boards[sent_home.owner]
            if not sent_home.lying:
                space = FIRST_MEDITATION + owner.count("meditation-step")
                draft.give_favour(sent_home.owner, 2 if space >= TWO_FAVOUR_MEDITATION else 1, "worker-sent-home")
                if owner.has("cook"):
                    draft.tell(sent_home.owner, "cook")
        if getattr(move, "merchant", False) or self.merchant in places:
            draft.give_favour(player, MERCHANT_FAVOUR, "merchant-favour")
            draft.tell(player, "merchant-moves")
        if isinstance(move, moves.Process) and (move.builder or self.builder in places):
            draft.tell(player, "builder-builds")
            draft.tell(player, "builder-moves")
            self.mark_built(draft, player, move.into)

    def find_workers_sent_home(self, player: str, move: Move) -> list[Worker]:
        """Find the other players' workers at the place of an entry; what the entry says comes first."""
        named, lying = self.find_player(getattr(move, "kicks", None) or ""), getattr(move, "lying", False)
        if named:
            return [Worker(named, lying)]
        there = (self.workers[place] for place in find_places(move) if self.strict and place in self.workers)
        return [Worker(worker.owner, worker.lying or lying) for worker in there if worker.owner != player]

    def book_effect(self, draft: Draft, player: str, move: Move) -> None:
        """Book what an entry changes; each of these knows other entries."""
        self.book_goods(draft, player, move)
        self.book_notables(draft, player, move)
        self.book_guilds(draft, player, move)
        self.book_buildings(draft, player, move)
        self.book_workers(draft, player, move)
        self.book_favour(draft, player, move)
        self.book_ability(draft, player, move)
        self.book_turn(draft, player, move)

    def book_goods(self, draft: Draft, player: str, move: Move) -> None:
        match move:
            case moves.Gain(what, amount):
                draft.add(player, what, amount)
            case moves.Use(what, amount):
                draft.add(player, what, -amount)
            case moves.Produce(good, amount):
                self.book_produced(draft, player, good, amount)
            case moves.Process():
                self.book_processed(draft, player, move)
            case moves.Exchange(good, other):
                move_goods(draft, player, [good], [other])
            case moves.Trade(given, taken):
                move_goods(draft, player, given, taken)
            case moves.Receive(good, means):
                draft.add(player, good)
                if means == BONUS:
                    draft.add(player, f"due good {self.value(good)}", -1)

    def book_notables(self, draft: Draft, player: str, move: Move) -> None:
        """Book voyages, deliveries and contracts."""
        match move:
            case moves.Sail(paid):
                self.book_voyage(draft, player, paid)
            case moves.Deliver():
                self.book_delivery(draft, player, move)
            case moves.Complete(notable, seat):
                self.book_complete(draft, notable, self.find_player(seat or ""))
            case moves.TakeContract(notable, guild):
                self.win_contract(draft, player, notable, guild)

    def book_guilds(self, draft: Draft, player: str, move: Move) -> None:
        """Book orders and influence, and what Akbar is served."""
        match move:
            case moves.Order():
                self.book_order(draft, player, move)
            case moves.ServeAkbar():
                self.book_akbar(draft, player, move)
            case moves.Influence(guild, _, means):
                self.step_up(draft, player, guild)
                if means == BONUS:
                    draft.add(player, f"due {find_due(self.boards[player], 'step')}", -1)
            case moves.ReachTop(guild):
                draft.add(player, f"top {guild}")
            case moves.Luxury():
                self.book_luxury(draft, player, move)

    def book_buildings(self, draft: Draft, player: str, move: Move) -> None:
        match move:
            case moves.Build():
                move_goods(draft, player, move.materials, ())
                self.book_building(draft, player, move)
            case moves.BuildForFree():
                draft.add(player, "due building", -1)
                self.book_building(draft, player, move)
            case moves.RemoveCover():
                draft.add(player, "cover")

    def book_workers(self, draft: Draft, player: str, move: Move) -> None:
        """Book workers who lie down or stand up, and meditation."""
        match move:
            case moves.LayDown(places):
                self.meditate_for(draft, player, move, len(places))
            case moves.TurnWorker(_, "stands") if self.boards[player].count("due stand"):
                draft.add(player, "due stand", -1)
            case moves.StandUp(goods):
                move_goods(draft, player, goods, ())
                draft.add(player, "used caliph" if "cotton" in goods else "used oil-and-curry")
                self.stand_up(draft, player, 3 if len(goods) == 2 else 1)
            case moves.Meditate(goods):
                move_goods(draft, player, goods, ())
                self.meditate(draft, player)
            case moves.CompleteMeditation():
                draft.add(player, "meditation")

    def book_favour(self, draft: Draft, player: str, move: Move) -> None:
        match move:
            case moves.Spend(action, sold):
                self.book_spent(draft, player, action, sold)
            case moves.TakeFavour():
                due = find_due(self.boards[player], "favour")
                draft.add(player, f"due {due}", -1)
                draft.give_favour(player, int(due.partition(" ")[2] or 0))
            case moves.TakeTile(tile, other):
                self.book_tile(draft, player, tile, other)

    def book_ability(self, draft: Draft, player: str, move: Move) -> None:
        """Book what only the owner of a notable can do."""
        match move:
            case moves.PlaceOnTrader(good):
                self.book_on_trader(draft, player, good)
            case moves.Inspire(favour):
                draft.add(player, "used mosaic-maker")
                draft.give_favour(player, favour)
            case moves.DyeGoods(good, into):
                move_goods(draft, player, [good] * DYER_GOODS, [into])
                draft.add(player, f"used produced {good}", -self.boards[player].count(f"used produced {good}"))
            case moves.KeepWorker():
                draft.add(player, KEPT_WORKER)
            case moves.TakeWorkersBack(workers):
                draft.add(player, KEPT_WORKER, -workers)
                if not self.meditate_for(draft, player, move, workers):
                    draft.tell(player, "workers-as-if-laid-down", workers=workers)

    def book_turn(self, draft: Draft, player: str, move: Move) -> None:
        match move:
            case moves.Done() | moves.EndTurn():
                self.book_end_of_turn(draft, player)
            case moves.CountRupees(rupees):
                draft.add(player, "bag")
                draft.add(player, "rupees", rupees)
                if self.uncounted == (player,):
                    draft.tell(None, "ready-to-finish")

    def mark_built(self, draft: Draft, player: str, building: str | None) -> None:
        """Remember a building as built; it does not matter by whom."""
        if self.strict and building and building not in self.built:
            draft.add(player, f"built {building}")

    def book_on_trader(self, draft: Draft, player: str, good: str) -> None:
        """Place a good on the French Trader; with the third one all markers return, for rupees."""
        on_card = f"at {ABILITIES[moves.PlaceOnTrader]}"
        draft.add(player, good, -1)
        draft.add(player, on_card)
        draft.add(player, f"used {ABILITIES[moves.PlaceOnTrader]}")
        self.tell_of_generosity(draft, player, good)
        if draft.boards[player].count(on_card) == FRENCH_TRADER_GOODS:
            draft.add(player, on_card, -FRENCH_TRADER_GOODS)
            draft.tell(player, "take-rupees", rupees=FRENCH_TRADER_RUPEES)

    def book_produced(self, draft: Draft, player: str, good: str, amount: int) -> None:
        draft.add(player, good, amount)
        helper = ONE_MORE[good]
        if self.boards[player].has(helper) and draft.boards[player].markers_left > 0:
            draft.add(player, good)
            draft.tell(player, helper, good=good)
        if self.boards[player].has("dyer"):
            draft.add(player, f"used produced {good}", amount)
            draft.tell(player, "dyer")

    def book_processed(self, draft: Draft, player: str, move: moves.Process) -> None:
        move_goods(draft, player, [move.good] * move.amount, [move.into] * move.amount)
        for follower in move.followers:
            along = self.find_player(follower.seat) or ""
            move_goods(draft, along, [move.good], [move.into])
            draft.tell(along, "processed-along", good=move.good, into=move.into)
        draft.give_favour(player, len(move.followers), "followers")

    def book_voyage(self, draft: Draft, player: str, paid: Sequence[str]) -> None:
        move_goods(draft, player, paid, ())
        worth = sum_values(paid, self.price_tokens)
        draft.add(player, "used paid", worth)
        draft.tell(player, "deliveries", deliveries=self.count_deliveries_left(player) + worth)

    def book_delivery(self, draft: Draft, player: str, move: moves.Deliver) -> None:
        """Book a delivery and, for the first one to this notable with this action, a step with its guild."""
        rupees = count_delivery_pay(sum(self.count_at(move.notable).values()), move.second)
        draft.add(player, move.good, -1)
        draft.add(player, f"at {move.notable}")
        draft.tell(player, "delivery-pays", rupees=rupees + self.count_generosity(player, move.good))
        supplied = f"used supplying {move.notable}"
        if not move.means:
            draft.add(player, "used delivery")
        if move.means or not self.boards[player].count(supplied):
            self.step_with(draft, player, move.notable)
        if not move.means:
            draft.add(player, supplied)
        if move.means == "jagirdar" and self.turn != player:
            draft.give_favour(self.turn, 1)

    def count_generosity(self, player: str, *delivered: str) -> int:
        """Count the extra rupees from a player's notables for the goods delivered."""
        gifts = [GENEROUS[notable] for notable, _ in self.boards[player].notables if notable in GENEROUS]
        return sum(rupees for good, rupees in gifts for each in delivered if each == good)

    def tell_of_generosity(self, draft: Draft, player: str, *delivered: str | None) -> None:
        rupees = self.count_generosity(player, *filter(None, delivered))
        if rupees:
            draft.tell(player, "generous", rupees=rupees)

    def step_with(self, draft: Draft, player: str, notable: str) -> None:
        guild = self.find_guild_of(notable)
        if guild:
            self.step_up(draft, player, guild)
        else:
            draft.add(player, f"due step {notable}")
            draft.tell(player, "step-due", notable=notable)

    def book_complete(self, draft: Draft, notable: str, named: str | None) -> None:
        """Give the contract to the player with the most markers; the others take theirs back as favour."""
        markers = self.count_at(notable)
        winner = named or find_most(markers)[0]
        for player, count in markers.items():
            draft.add(player, f"at {notable}", -count)
            if count and player != winner:
                draft.add(player, "favour", count)
                draft.tell(player, "favour-booked", favour=count)
        draft.tell(None, "contract-won", player=winner, notable=notable)
        self.win_contract(draft, winner, notable, None)

    def win_contract(self, draft: Draft, player: str, notable: str, guild: str | None) -> None:
        """Book a contract with its immediate effect, then what the boat triggers."""
        piers = self.book_contract(draft, player, notable, guild)
        if self.strict:
            self.book_immediate(draft, player, IMMEDIATE.get(notable))
        for pier in piers:
            self.book_pier(draft, pier)

    def book_immediate(self, draft: Draft, player: str, effect: str | None) -> None:
        if not effect:
            return
        draft.tell(player, f"contract-{effect}")
        match effect:
            case "meditation-step" if not is_meditation_over(draft.boards[player]):
                self.meditate(draft, player)
            case "favour":
                draft.give_favour(player, IMMEDIATE_FAVOUR, "")
            case "favour-tile":
                draft.add(player, "due tile")
            case "workers-and-step":
                self.stand_up(draft, player, 3)
                draft.add(player, "due step")
            case "building" if self.first_unbuilt:
                draft.add(player, "due building")
            case "bowl":
                draft.add(player, "due bowl")

    def book_pier(self, draft: Draft, pier: Pier) -> None:
        """Announce the events of a pier and book what they give."""
        if self.strict:
            self.tell_of_pier(draft, pier)
        else:
            draft.tell(None, "pier", pier=pier.number)
        for event in pier.events:
            if event == "builder-builds":
                self.mark_built(draft, self.boards.players[0], self.builder)
            match event:
                case "favour-for-cotton":
                    for player in self.boards.players:
                        self.give_at_pier(
                            draft, player, count_favour_for_cotton(draft.boards[player].count("cotton")), event
                        )
                case "good-by-cotton":
                    for player in self.boards.players:
                        worth = find_good_by_cotton(draft.boards[player].count("cotton"))
                        draft.tell(player, event, value=worth)
                        draft.add(player, f"due good {worth}", int(self.strict))
                case "favour-for-everyone":
                    draft.tell(None, event)
                    for player in self.boards.players if self.strict else ():
                        draft.give_favour(player, 1, "")
                case _ if event != TRIGGER:
                    draft.tell(None, event)

    def give_at_pier(self, draft: Draft, player: str, favour: int, event: str) -> None:
        if self.strict:
            draft.give_favour(player, favour, event)
        elif favour:
            draft.tell(player, event, favour=favour)

    def book_order(self, draft: Draft, player: str, move: moves.Order) -> None:
        """Fulfil an order; a player who is not highest on the track gets one rupee less and a step."""
        guild, goods = move.guild, [good for good in (move.first, move.second) if good]
        move_goods(draft, player, goods, ())
        draft.add(player, f"order {guild}")
        if move.means == SAILOR:
            draft.add(player, "used delivery", DELIVERIES_OF_AN_ORDER)
        elif not move.means and self.strict:
            draft.add(player, f"used {ORDER_PHASE}")
        if self.boards[player].count_steps(guild) == max(everyone.count_steps(guild) for everyone in self.boards):
            draft.tell(player, "order-paid-in-full")
        else:
            draft.tell(player, "order-paid-less-one")
            self.step_up(draft, player, guild)
        self.tell_of_generosity(draft, player, *goods)
        self.tell_of_order(draft, guild)

    def book_akbar(self, draft: Draft, player: str, move: moves.ServeAkbar) -> None:
        draft.add(player, f"akbar {move.bowl or move.good}")
        if self.strict:
            draft.add(player, move.good, -1)
            if move.means == BONUS:
                draft.add(player, "due bowl", -1)
            elif not move.means:
                draft.add(player, f"used {ORDER_PHASE}")
            self.tell_of_generosity(draft, player, move.good)

    def step_up(self, draft: Draft, player: str, guild: str) -> None:
        """Go a step up, if the track does not end; some steps give favour or a favour tile."""
        steps = draft.boards[player].count_steps(guild) + 1
        if steps > self.find_top_step(guild):
            return
        draft.add(player, f"influence {guild}")
        if steps not in FAVOUR_STEPS:
            return
        if self.strict:
            draft.tell(player, "step-bonus", step=steps)
            draft.add(player, f"due favour {FAVOUR_STEPS[steps]}")
        else:
            draft.tell(player, f"influence-{steps}")

    def book_building(self, draft: Draft, player: str, move: moves.Build | moves.BuildForFree) -> None:
        draft.tell(player, "built", building=move.building)
        self.mark_built(draft, player, move.building)
        if self.strict and move.building == self.builder:
            draft.tell(player, "builder-moves")
        if self.boards[player].has("takshaka"):
            draft.tell(player, "takshaka")
        if move.bonus in GUILDS:
            self.step_up(draft, player, move.bonus)
        elif move.bonus == "favour":
            draft.give_favour(player, 1)
        elif move.bonus == "cover" and self.boards[player].count("cover") < COVER_TILES:
            draft.add(player, "cover")

    def book_luxury(self, draft: Draft, player: str, move: moves.Luxury) -> None:
        draft.add(player, move.good, -1)
        draft.add(player, f"used {move.good}")
        match move.good:
            case "statue":
                draft.tell(player, "statue")
            case "book":
                self.stand_up(draft, player, 3)
                draft.give_favour(player, 1)
            case "painting":
                for guild in filter(None, (move.guild, move.other)):
                    self.step_up(draft, player, guild)
            case "clothes":
                draft.tell(player, "take-rupees", rupees=self.value("clothes") + (self.pier.number == LAST_PIER))

    def book_spent(self, draft: Draft, player: str, action: str, sold: str | None) -> None:
        match action:
            case "sell" if sold:
                draft.add(player, sold, -1)
                draft.tell(player, "take-rupees", rupees=self.value(sold))
            case "meditation-step":
                self.meditate(draft, player)
            case "stand-up":
                self.stand_up(draft, player, 1)
            case "meditation-point" if self.boards[player].count(MEDITATED):
                draft.add(player, POINTS)

    def book_tile(self, draft: Draft, player: str, tile: str, other: str | None) -> None:
        draft.add(player, f"due {find_due(self.boards[player], 'tile', 'favour')}", -1)
        draft.add(player, f"tile {tile}")
        if other:
            draft.add(player, f"tile {other}", -1)

    def stand_up(self, draft: Draft, player: str, workers: int) -> None:
        """Let workers stand up; the player chooses them if more are lying."""
        draft.tell(player, STANDS_UP, workers=workers)
        if len(self.list_workers(player, lying=True)) > workers:
            draft.add(player, "due stand", workers)

    def meditate_for(
        self, draft: Draft, player: str, move: moves.LayDown | moves.TakeWorkersBack, workers: int
    ) -> bool:
        """Book meditation points for this turn, with the Muezzin's, if they are entered or known."""
        points = self.count_track_points(player, workers) if move.by_track else move.points
        if points is None:
            return False
        draft.add(player, LAID, workers)
        muezzin = self.boards[player].has("muezzin") and not self.boards[player].count("used muezzin")
        if muezzin:
            draft.add(player, "used muezzin")
            draft.tell(player, "muezzin")
        draft.add(player, POINTS, points + muezzin)
        draft.add(player, MEDITATED)
        if move.by_track:
            draft.tell(player, "points-made", points=points + muezzin)
        return True

    def meditate(self, draft: Draft, player: str) -> None:
        draft.add(player, "meditation-step")
        if FIRST_MEDITATION + draft.boards[player].count("meditation-step") == TWO_FAVOUR_MEDITATION:
            draft.tell(player, "meditation-4")

    def book_end_of_turn(self, draft: Draft, player: str) -> None:
        """Pay for unused deliveries, move the meditation marker, and forget what was used in this turn."""
        board = self.boards[player]
        unused = min(board.count("used paid"), self.count_deliveries_left(player))
        if unused > 0:
            draft.tell(player, "unused-deliveries", rupees=unused)
        for what, amount in board.amounts.items():
            if what.startswith("used ") or what == "due stand":
                draft.add(player, what, -amount)
        draft.add(player, "turn")
        covered, last = self.follow_meditation_marker()
        if last not in (None, covered):
            draft.tell(None, "meditation-marker", what=last)

    # The final scoring

    def fill_scoring_form(self) -> dict[str, object]:
        """Return the input of the final scoring, without rupees that are not counted yet."""
        players = [{"name": player, **_list_holdings(self.boards[player])} for player in self.boards.players]
        return {"players": players, **({"price_tokens": self.price_tokens} if self.price_tokens else {})}


def new_game(players: Sequence[str], facts: Facts = Facts(), strict: bool = True) -> Game:  # noqa: B008 (frozen)
    """Start a game. `players`: clockwise, the starting player first."""
    return Game(make_boards(players), facts, strict=strict)


def _list_holdings(board: Board) -> dict[str, object]:
    return {
        **({"rupees": board.count("rupees")} if board.count("bag") else {}),
        "notables": [
            {"name": notable} if guild is None else {"name": notable, "guild": guild}
            for notable, guild in board.notables
        ],
        "influence": {guild: board.count_steps(guild) for guild in GUILDS},
        "orders": dict(board.orders),
        "meditation_complete": bool(board.count("meditation")),
        "cover_tiles": board.count("cover"),
        "akbar": len(board.list_held("akbar")),
        "goods": {good: board.count(good) for good in GOODS if board.count(good)},
        "favour": board.count("favour"),
    }


def move_goods(draft: Draft, player: str, given: Sequence[str], taken: Sequence[str]) -> None:
    for good, amount in Counter(given).items():
        draft.add(player, good, -amount)
    for good, amount in Counter(taken).items():
        draft.add(player, good, amount)


def list_arrows(goods: Sequence[str]) -> Iterator[tuple[str, str]]:
    """List (good, good of the next printed value)."""
    for good in goods:
        yield from ((good, into) for into in GOODS if PRINTED_VALUES[into] == PRINTED_VALUES[good] + 1)
