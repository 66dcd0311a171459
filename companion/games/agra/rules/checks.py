"""The state of a fully tracked game of Agra, and which entries are possible."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property

from companion.games.agra.rules import moves
from companion.games.agra.rules.actions import BUILDING_VALUES
from companion.games.agra.rules.favour import (
    ARCHITECT,
    BONUS,
    FIRST_BLOCKED,
    MEDITATION,
    MOST_TILES,
    PRICES,
    SAILOR,
    TILES,
)
from companion.games.agra.rules.goods import (
    BASIC,
    LINES,
    PRICE_TOKENS,
    PRINTED_VALUES,
    PriceEntry,
    find_price_shifts,
    sum_values,
    value,
)
from companion.games.agra.rules.ledger import Board, Code, Entry, Ledger
from companion.games.agra.rules.moves import Move
from companion.games.agra.rules.notables import DYER_GOODS, DYER_VALUE, MOSAIC_POINTS, MOST_AT_THE_COOK, NOTABLES
from companion.games.agra.rules.scoring import COVER_TILES, LAST_INFLUENCE
from companion.games.agra.rules.trading import FREE_DELIVERIES, MOST_PAID, compute_trader_budget
from companion.games.agra.rules.workers import BUILDINGS, UNBUILT, WORKERS, Worker, find_landings
from companion.rules.refusal import Refusal

FIRST_MEDITATION, LAST_MEDITATION = 1, 12  # spaces; the rulebook does not give the length of the track
TOLD_TRACK = {4: 3}  # the only value of a space that the rulebook tells; the players' entries tell the others
DELIVERIES_OF_AN_ORDER = 2
PRICES_RETURN = "price-tokens-return"  # event of a pier
ORDER_PHASE = "order-phase"
KEPT_WORKER = "worker cook"  # on a player's board
POINTS, MEDITATED = "used points", "used meditated"  # meditation points left in this turn; whether they are counted
LAID = "used workers"  # laid down for points in this turn
STANDS_UP = "workers-stand-up"  # news with the number of workers
DELIVERY_POINTS, COVER_POINTS, FARMER_POINTS = 3, 2, 1
END_OF_TURN = moves.Done | moves.EndTurn
Ability = moves.PlaceOnTrader | moves.Inspire | moves.DyeGoods | moves.KeepWorker | moves.TakeWorkersBack
ABILITIES: Mapping[type[Ability], str] = {
    moves.PlaceOnTrader: "french-trader",
    moves.Inspire: "mosaic-maker",
    moves.DyeGoods: "dyer",
    moves.KeepWorker: "cook",
    moves.TakeWorkersBack: "cook",
}


@dataclass(frozen=True)
class CheckedGame(Ledger[Move]):
    """The state with its checks; `Game` books the entries."""

    strict: bool = True  # False at tables of earlier versions, where orders, Akbar and piers book no goods or favour

    @cached_property
    def price_tokens(self) -> dict[str, int]:
        return find_price_shifts(self.list_price_entries())

    def list_price_entries(self) -> Iterator[PriceEntry]:
        for number, entry in enumerate(self.entries):
            if isinstance(entry.move, moves.SetPrice):
                yield PriceEntry(number, entry.move.good, entry.move.step)
            if any(happening.code == PRICES_RETURN for _, happening in entry.news):
                yield PriceEntry(number, None)

    @property
    def blocked(self) -> str:
        """The action of the meditation circle that the marker covers."""
        return self.follow_meditation_marker()[0]

    def follow_meditation_marker(self) -> tuple[str, str | None]:
        """Return the covered action, and the last one used in the current turn."""
        covered, last = FIRST_BLOCKED, None
        for entry in self.entries:
            if find_means(entry.move) == MEDITATION:
                last = name_action(entry.move)
            if isinstance(entry.move, END_OF_TURN):
                covered, last = last or covered, None
        return covered, last

    @cached_property
    def merchant(self) -> str | None:
        """The good of the merchant's building, if it is known."""
        return self.follow(moves.MoveMerchant, "merchant-moves", self.facts.merchant)[0]

    @cached_property
    def builder(self) -> str | None:
        """The good of the building where the builder is, if it is known."""
        return self.follow(moves.MoveBuilder, "builder-moves", self.facts.builder)[0]

    def follow(
        self, named: type[moves.MoveMerchant | moves.MoveBuilder], told: str, start: str | None
    ) -> tuple[str | None, str | None]:
        """Return where the merchant or builder is, or the building he must leave; None if unknown."""
        place, leaves = start, None
        for entry in self.entries:
            if isinstance(entry.move, named):
                place, leaves = entry.move.good, None
            elif any(happening.code == told for _, happening in entry.news):
                place, leaves = None, place or leaves
        return place, leaves

    def find_moves_of_merchant(self) -> dict[int, str]:
        """Return where each number of the die takes the merchant, if he has to move."""
        leaves = self.follow(moves.MoveMerchant, "merchant-moves", self.facts.merchant)[1]
        return find_landings(leaves, {*BASIC, *self.built}) if leaves else {}

    def find_moves_of_builder(self) -> dict[int, str]:
        leaves = self.follow(moves.MoveBuilder, "builder-moves", self.facts.builder)[1]
        return find_landings(leaves, set(UNBUILT) - self.built) if leaves else {}

    @cached_property
    def built(self) -> frozenset[str]:
        """The goods whose buildings are known to be built, besides the basic ones."""
        return frozenset(good for board in self.boards for good in board.list_held("built"))

    @property
    def first_unbuilt(self) -> str | None:
        """The unbuilt building next to the upper left corner."""
        return next((good for good in BUILDINGS if good in UNBUILT and good not in self.built), None)

    @cached_property
    def workers(self) -> Mapping[str, Worker]:
        """The workers on the buildings, by their goods, and with the main characters."""
        return find_workers(self.entries)

    @cached_property
    def workers_before(self) -> Mapping[str, Worker]:
        """The workers when this turn began."""
        ends = [number for number, entry in enumerate(self.entries) if isinstance(entry.move, END_OF_TURN)]
        return find_workers(self.entries[: ends[-1]] if ends else ())

    def has_worker_at(self, player: str, *places: str) -> bool:
        """Check that the player's own worker is there since an earlier turn."""
        there = [place for place in places if place in self.workers_before and place in self.workers]
        return any(self.workers_before[place].owner == player == self.workers[place].owner for place in there)

    def list_workers(self, player: str, lying: bool) -> list[str]:
        """List the places where the player's workers lie or stand."""
        return [place for place, worker in self.workers.items() if worker == Worker(player, lying)]

    def count_workers_left(self, player: str) -> int:
        """Count the workers in the player's supply."""
        placed = sum(worker.owner == player for worker in self.workers.values())
        return max(0, WORKERS - placed - self.boards[player].count(KEPT_WORKER))

    @cached_property
    def track(self) -> Mapping[int, int]:
        """The values of the meditation track as far as they are known, by space."""
        return learn_track(self.entries)

    def count_track_points(self, player: str, workers: int) -> int | None:
        """Count the points for laying down workers now, without the Muezzin's; None if a value is not known."""
        space = FIRST_MEDITATION + self.boards[player].count("meditation-step")
        values = [find_value(self.track, each) for each in list_spaces(space, self.boards[player].count(LAID), workers)]
        return None if None in values else sum(filter(None, values))

    def count_points(self, move: Move) -> int:
        """Count the meditation points that an entry costs."""
        if isinstance(move, moves.Inspire):
            return MOSAIC_POINTS[move.favour]
        if isinstance(move, moves.MoveFarmer):
            return FARMER_POINTS
        if find_means(move) != MEDITATION:
            return 0
        match move:
            case moves.Exchange(good):
                return self.value(good)
            case moves.Process(_, _, into):
                return self.value(into)
        return DELIVERY_POINTS if isinstance(move, moves.Deliver) else COVER_POINTS

    def find_guild_of(self, notable: str) -> str | None:
        """Return the guild of a notable; players also name it with the step for their first delivery."""
        for entry in self.entries:
            for booking in entry.bookings:
                if booking.what == f"due step {notable}" and isinstance(entry.move, moves.Influence):
                    return entry.move.guild
        return super().find_guild_of(notable)

    def find_top_step(self, guild: str) -> int:
        """Return the last step of the guild's track, if a player has reached it."""
        reached = (board.count_steps(guild) for board in self.boards if board.count(f"top {guild}"))
        return min(reached, default=LAST_INFLUENCE)

    def count_at(self, notable: str) -> dict[str, int]:
        """Count each player's markers on a notable."""
        return {player: self.boards[player].count(f"at {notable}") for player in self.boards.players}

    def count_deliveries_left(self, player: str) -> int:
        board = self.boards[player]
        free = (FREE_DELIVERIES + board.has("jagirdar")) * (1 + board.count("used statue"))
        return free + board.count("used paid") - board.count("used delivery")

    @property
    def uncounted(self) -> tuple[str, ...]:
        return tuple(player for player in self.boards.players if not self.boards[player].count("bag"))

    # Checking

    def check(self, player: str, move: Move) -> Refusal | None:
        if self.finished:
            return Refusal(Code.GAME_OVER)
        return (
            self.check_end(player, move)
            or self.check_players(player, move)
            or self.check_means(player, move)
            or self.check_rule(player, move)
            or (None if isinstance(move, moves.Finish) else self.draft(player, move).find_problem(player))
        )

    def check_end(self, player: str, move: Move) -> Refusal | None:
        """Check the entries that end a turn or the game."""
        match move:
            case moves.EndTurn() | moves.Done() if self.may_finish:
                return Refusal(Code.GAME_OVER)
            case moves.EndTurn() | moves.Done() if self.turn != player:
                return Refusal(Code.NOT_YOUR_TURN, player=self.turn)
            case moves.CountRupees() | moves.Finish() if not self.may_finish:
                return Refusal(Code.NOT_LAST_ROUND)
            case moves.CountRupees() if player not in self.uncounted:
                return Refusal(Code.RUPEES_COUNTED)
            case moves.Finish() if self.uncounted:
                return Refusal(Code.COUNT_FIRST, player=self.uncounted[0])
        return None

    def check_players(self, player: str, move: Move) -> Refusal | None:
        """Check the other players that an entry names by their seats."""
        followers = [follower.seat for follower in move.followers] if isinstance(move, moves.Process) else []
        kicked = getattr(move, "kicks", None)
        named = [self.find_player(seat) for seat in [*followers, *filter(None, [kicked])]]
        wrong = None in named or player in named or len(set(followers)) < len(followers)
        return Refusal(Code.NO_SUCH_PLAYER) if wrong else None

    def check_means(self, player: str, move: Move) -> Refusal | None:
        """Check that the player has the means of an entry and has not used it this turn."""
        means, board = find_means(move), self.boards[player]
        if means == MEDITATION and name_action(move) == self.blocked:
            return Refusal(Code.BLOCKED, what=self.blocked)
        if board.count(MEDITATED) and self.count_points(move) > board.count(POINTS):
            return Refusal(Code.POINTS_NEEDED, points=self.count_points(move), left=board.count(POINTS))
        if means in (None, SAILOR, BONUS, ARCHITECT, MEDITATION):
            return None
        if not owns(board, means):
            return Refusal(Code.NOT_OWNED, what=means)
        if board.count(f"used {means}"):
            return Refusal(Code.USED_ALREADY, what=means)
        if means in PRICES and board.count("favour") < PRICES[means].own:
            return Refusal(Code.FAVOUR_NEEDED, own=PRICES[means].own, left=board.count("favour"))
        return None

    def check_rule(self, player: str, move: Move) -> Refusal | None:
        if isinstance(move, Ability):
            return self.check_ability(player, move)
        return (
            self.check_goods(player, move)
            or self.check_notables(player, move)
            or self.check_guilds(player, move)
            or self.check_buildings(player, move)
            or self.check_workers(player, move)
            or self.check_favour(player, move)
        )

    def check_goods(self, player: str, move: Move) -> Refusal | None:
        match move:
            case moves.Process():
                return check_arrow(move)
            case moves.Exchange(good, other) if good == other or self.value(good) != self.value(other):
                return Refusal(Code.OTHER_VALUE)
            case moves.Trade(given, taken) if sum_values(taken, self.price_tokens) != self.compute_trader_budget(given):
                return Refusal(Code.WRONG_EXCHANGE, value=self.compute_trader_budget(given))
            case moves.Receive():
                return self.check_received(self.boards[player], move)
            case moves.SetPrice(good, step):
                return self.check_price(good, step)
        return None

    def check_notables(self, player: str, move: Move) -> Refusal | None:
        """Check voyages, deliveries and contracts."""
        match move:
            case moves.Sail(paid):
                return self.check_payment(self.boards[player], paid)
            case moves.Deliver():
                return self.check_delivery(player, move)
            case moves.Complete():
                return self.check_complete(move)
            case moves.TakeContract(notable, guild):
                return self.check_contract(notable, guild)
        return None

    def check_guilds(self, player: str, move: Move) -> Refusal | None:
        """Check orders and influence, and what Akbar is served."""
        board = self.boards[player]
        match move:
            case moves.Order():
                return self.check_goods_of_order(player, move)
            case moves.ServeAkbar():
                return self.check_akbar(player, move)
            case moves.Influence(guild) if board.count_steps(guild) >= self.find_top_step(guild):
                return Refusal(Code.TRACK_ENDS)
            case moves.Influence(_, _, means) if means == BONUS:
                return None if find_due(board, "step") else Refusal(Code.NOTHING_DUE)
            case moves.ReachTop(guild):
                return self.check_top(board, guild)
            case moves.Luxury():
                return check_luxury(board, move)
        return None

    def check_buildings(self, player: str, move: Move) -> Refusal | None:
        match move:
            case moves.Build(_, materials):
                other = next((good for good in materials if good not in BUILDING_VALUES), None)
                return Refusal(Code.OTHER_GOOD, good=other) if other else None
            case moves.MoveBuilder(good) | moves.BuildForFree(good) if good in self.built:
                return Refusal(Code.BUILT_ALREADY)
            case moves.BuildForFree():
                return check_due(self.boards[player], "building")
            case moves.RemoveCover() if self.boards[player].count("cover") == COVER_TILES:
                return Refusal(Code.NO_COVER_LEFT)
        return None

    def check_workers(self, player: str, move: Move) -> Refusal | None:
        """Check workers who lie down or stand up, and meditation."""
        board = self.boards[player]
        match move:
            case moves.LayDown(places):
                wrong = len(set(places)) < len(places) or not set(places) <= set(self.list_workers(player, lying=False))
                return Refusal(Code.NO_STANDING_WORKER) if wrong else self.check_track(player, move, len(places))
            case moves.TurnWorker(place, state):
                return self.check_worker(player, place, state)
            case moves.StandUp(goods):
                return check_standing_up(board, goods)
            case moves.Meditate() | moves.Spend("meditation-step") if is_meditation_over(board):
                return Refusal(Code.MEDITATION_COMPLETE)
            case moves.CompleteMeditation() if board.count("meditation"):
                return Refusal(Code.MEDITATION_COMPLETE)
        return None

    def check_favour(self, player: str, move: Move) -> Refusal | None:
        match move:
            case moves.Spend("sell", None):
                return Refusal(Code.NAME_THE_GOODS)
            case moves.TakeFavour():
                return None if find_due(self.boards[player], "favour") else Refusal(Code.NOTHING_DUE)
            case moves.TakeTile(_, other):
                return check_tile(self.boards[player], other)
        return None

    def check_ability(self, player: str, move: Ability) -> Refusal | None:
        """Check an entry that only the owner of a notable can make."""
        board, notable = self.boards[player], ABILITIES[type(move)]
        if not board.has(notable):
            return Refusal(Code.NOT_OWNED, what=notable)
        if board.count(f"used {notable}"):
            return Refusal(Code.USED_ALREADY, what=notable)
        match move:
            case moves.DyeGoods(good, into):
                if board.count(f"used produced {good}") < DYER_GOODS:
                    return Refusal(Code.NOT_PRODUCED, high=DYER_GOODS)
                line = next(line for line in LINES if good in line)
                if into == good or into not in line or self.value(into) > DYER_VALUE:
                    return Refusal(Code.OTHER_COLOUR, high=DYER_VALUE)
            case moves.KeepWorker() if board.count(KEPT_WORKER) >= MOST_AT_THE_COOK:
                return Refusal(Code.COOK_FULL, high=MOST_AT_THE_COOK)
            case moves.TakeWorkersBack(workers) if workers > board.count(KEPT_WORKER):
                return Refusal(Code.NO_WORKER_KEPT, left=board.count(KEPT_WORKER))
            case moves.TakeWorkersBack(workers):
                return self.check_track(player, move, workers)
        return None

    def check_track(self, player: str, move: moves.LayDown | moves.TakeWorkersBack, workers: int) -> Refusal | None:
        unknown = move.by_track and self.count_track_points(player, workers) is None
        return Refusal(Code.TRACK_UNKNOWN) if unknown else None

    def check_worker(self, player: str, place: str, state: str) -> Refusal | None:
        """Check a correction: it changes something, and another player's worker leaves only through that player."""
        worker = self.workers.get(place)
        if worker and worker.owner != player:
            return Refusal(Code.OTHERS_WORKER, player=worker.owner)
        unchanged = worker is None if state == "leaves" else worker == Worker(player, state == "lies")
        return Refusal(Code.WORKER_UNCHANGED) if unchanged else None

    def value(self, good: str) -> int:
        return value(good, self.price_tokens)

    def compute_trader_budget(self, given: Sequence[str]) -> int:
        return compute_trader_budget(given, self.price_tokens)

    def check_drawn(self, notable: str) -> Refusal | None:
        return super().check_drawn(notable) if self.strict else None

    def check_payment(self, board: Board, paid: Sequence[str]) -> Refusal | None:
        """Check what the sailor is paid in this turn."""
        before = board.count("used paid")
        if not paid or (len(paid) == 1 and not before):
            return None
        if not board.has("portuguese-trader"):
            return Refusal(Code.PAYS_ONE_GOOD)
        too_much = before + sum_values(paid, self.price_tokens) > MOST_PAID
        return Refusal(Code.PAYS_TOO_MUCH, high=MOST_PAID) if too_much else None

    def check_delivery(self, player: str, move: moves.Deliver) -> Refusal | None:
        refusal = self.check_contract(move.notable, None)
        if refusal:
            return refusal
        if move.second and (move.means or not self.count_at(move.notable)[player]):
            return Refusal(Code.NO_FIRST_MARKER)
        return None if move.means or self.count_deliveries_left(player) else Refusal(Code.NO_DELIVERY_LEFT)

    def check_complete(self, move: moves.Complete) -> Refusal | None:
        markers = self.count_at(move.notable)
        if sum(markers.values()) < 2:
            return Refusal(Code.NOT_COMPLETE)
        if move.seat is None:
            return Refusal(Code.TIED) if len(find_most(markers)) > 1 else None
        return None if self.find_player(move.seat) in find_most(markers) else Refusal(Code.NOT_A_WINNER)

    def check_goods_of_order(self, player: str, move: moves.Order) -> Refusal | None:
        if not self.boards[player].count_steps(move.guild):
            return Refusal(Code.NO_INFLUENCE)
        if self.strict and not move.second:
            return Refusal(Code.NAME_THE_GOODS)
        if move.means == SAILOR and self.count_deliveries_left(player) < DELIVERIES_OF_AN_ORDER:
            return Refusal(Code.NO_DELIVERY_LEFT)
        return self.check_order(move.guild) or self.check_order_phase(player, move)

    def check_order_phase(self, player: str, move: moves.Order | moves.ServeAkbar) -> Refusal | None:
        """Check that the order phase is used for one thing only."""
        used = self.strict and not move.means and self.boards[player].count(f"used {ORDER_PHASE}")
        return Refusal(Code.USED_ALREADY, what=ORDER_PHASE) if used else None

    def check_akbar(self, player: str, move: moves.ServeAkbar) -> Refusal | None:
        bowl = move.bowl or move.good
        if bowl in self.served or bowl in self.facts.covered_bowls:
            return Refusal(Code.AKBAR_SERVED)
        if self.bowls_left < 1:
            return Refusal(Code.AKBAR_FULL)
        if bowl != move.good and (move.means != BONUS or self.value(bowl) != self.value(move.good)):
            return Refusal(Code.OTHER_VALUE)
        if move.means == BONUS:
            return check_due(self.boards[player], "bowl")
        return self.check_order_phase(player, move)

    def check_received(self, board: Board, move: moves.Receive) -> Refusal | None:
        if move.means == BONUS:
            return check_due(board, f"good {self.value(move.good)}")
        right = move.good in BASIC if move.means == "favour-good" else self.value(move.good) == 2
        return None if right else Refusal(Code.OTHER_GOOD, good=move.good)

    def check_top(self, board: Board, guild: str) -> Refusal | None:
        if board.count(f"top {guild}"):
            return Refusal(Code.TRACK_ENDS)
        if not board.count_steps(guild):
            return Refusal(Code.NO_STEP_YET)
        highest = max(everyone.count_steps(guild) for everyone in self.boards)
        return Refusal(Code.NOT_HIGHEST) if board.count_steps(guild) < highest else None

    def check_price(self, good: str, step: int) -> Refusal | None:
        tokens = self.price_tokens
        if tokens.get(good, 0) == step:
            return Refusal(Code.PRICE_UNCHANGED)
        if good not in tokens and len(tokens) == PRICE_TOKENS:
            return Refusal(Code.PRICES_ALL_LAID)
        return None


def list_spaces(space: int, laid: int, workers: int) -> range:
    """List the spaces of the track that give points for further workers, after some were laid down in this turn."""
    return range(space - laid, space - laid - workers, -1)


def find_value(track: Mapping[int, int], space: int) -> int | None:
    return track.get(space) if space >= FIRST_MEDITATION else 1


def learn_track(entries: Iterable[Entry[Move]]) -> dict[int, int]:
    """Learn the values of the meditation track from the points entered: each entry can tell one unknown value."""
    track, steps, laid = dict(TOLD_TRACK), Counter[str](), Counter[str]()
    for entry in entries:
        player, points = entry.player, getattr(entry.move, "points", None)
        workers = sum(booking.amount for booking in entry.bookings if booking.what == LAID and booking.amount > 0)
        if points:
            spaces = list_spaces(FIRST_MEDITATION + steps[player], laid[player], workers)
            told = [space for space in spaces if workers == 1 or find_value(track, space) is None]
            known = sum(find_value(track, space) or 0 for space in spaces if space not in told)
            if len(told) == 1:
                track[told[0]] = points - known
        laid[player] = 0 if isinstance(entry.move, END_OF_TURN) else laid[player] + workers
        for booking in entry.bookings:
            if booking.what == "meditation-step":
                steps[booking.player] += booking.amount
    return {space: value for space, value in track.items() if space >= FIRST_MEDITATION and value > 0}


def find_workers(entries: Iterable[Entry[Move]]) -> dict[str, Worker]:
    """Return the worker at each place. A placed worker stands; all workers of a player stand up if as many may."""
    placed: dict[str, Worker] = {}
    for entry in entries:
        placed |= dict.fromkeys(find_places(entry.move), Worker(entry.player))
        match entry.move:
            case moves.LayDown(places):
                placed |= dict.fromkeys(places, Worker(entry.player, lying=True))
            case moves.TurnWorker(place, "leaves"):
                placed.pop(place, None)
            case moves.TurnWorker(place, state):
                placed[place] = Worker(entry.player, state == "lies")
        for player, happening in entry.news:
            lying = [place for place, worker in placed.items() if worker == Worker(player or "", lying=True)]
            if happening.code == STANDS_UP and len(lying) <= int(happening.details["workers"]):
                placed |= dict.fromkeys(lying, Worker(player or ""))
    return placed


def find_places(move: Move) -> tuple[str, ...]:
    """Return the places where a worker is put for an entry: buildings by their good, and main characters."""
    match move:
        case moves.Produce(good):
            return (good,)
        case moves.Process(_, _, into, means=None):
            return (into,)
        case moves.Trade():
            return ("trader",)
        case moves.Sail() | moves.Deliver(_, _, None):
            return ("sailor",)
        case moves.Influence(_, _, "architect"):
            return ("architect",)
        case moves.Build(building):
            return ("architect", building)
        case moves.BuildForFree(building):
            return (building,)
        case moves.Order(means="sailor"):
            return ("sailor",)
        case moves.Meditate() | moves.RemoveCover(None):
            return ("botanist",)
    return ()


def find_means(move: Move) -> str | None:
    """Return by what means an entry is possible; None for the main action and the order phase."""
    return move.action if isinstance(move, moves.Spend) else getattr(move, "means", None)


def owns(board: Board, means: str) -> bool:
    """Check that the player has this notable or favour tile; everyone has the other means."""
    return board.has(means) if means in NOTABLES else means not in TILES or board.count(f"tile {means}") > 0


def name_action(move: Move) -> str:
    """Name an action of the meditation circle."""
    names = {moves.Exchange: "exchange", moves.Deliver: "deliver", moves.Process: "process", moves.RemoveCover: "cover"}
    return names[type(move)]


def check_arrow(move: moves.Process) -> Refusal | None:
    if PRINTED_VALUES[move.into] != PRINTED_VALUES[move.good] + 1:
        return Refusal(Code.NO_ARROW)
    if move.means and (move.amount > 1 or move.followers):
        return Refusal(Code.ONE_AT_A_TIME)
    if move.means == "basic-to-advanced" and move.good not in BASIC:
        return Refusal(Code.OTHER_GOOD, good=move.good)
    return None


def check_luxury(board: Board, move: moves.Luxury) -> Refusal | None:
    """Check that a luxury good is used once, a painting for two guilds, any other for one at most."""
    if board.count(f"used {move.good}"):
        return Refusal(Code.USED_ALREADY, what=move.good)
    two_guilds = move.guild is not None and move.other not in (None, move.guild)
    return None if two_guilds == (move.good == "painting") else Refusal(Code.WHICH_GUILDS)


def check_standing_up(board: Board, goods: Sequence[str]) -> Refusal | None:
    if "cotton" in goods:
        if len(goods) > 1:
            return Refusal(Code.OTHER_GOOD, good="cotton")
        if not board.has("caliph"):
            return Refusal(Code.NOT_OWNED, what="caliph")
        return Refusal(Code.USED_ALREADY, what="caliph") if board.count("used caliph") else None
    if len(set(goods)) < len(goods):
        return Refusal(Code.OTHER_GOOD, good=goods[0])
    return Refusal(Code.USED_ALREADY, what="oil-and-curry") if board.count("used oil-and-curry") else None


def find_due(board: Board, *kinds: str) -> str:
    """Return the first thing of these kinds that is due to the player, such as "favour 2"; empty if nothing is."""
    due = board.list_held("due")
    return next((each for kind in kinds for each in due if each.partition(" ")[0] == kind), "")


def check_due(board: Board, what: str) -> Refusal | None:
    return None if board.count(f"due {what}") else Refusal(Code.NOTHING_DUE)


def check_tile(board: Board, other: str | None) -> Refusal | None:
    if not find_due(board, "tile", "favour"):
        return Refusal(Code.NOTHING_DUE)
    if other and not board.count(f"tile {other}"):
        return Refusal(Code.NOT_OWNED, what=other)
    if not other and len(board.list_held("tile")) == MOST_TILES:
        return Refusal(Code.TILES_FULL, high=MOST_TILES)
    return None


def is_meditation_over(board: Board) -> bool:
    return bool(board.count("meditation")) or FIRST_MEDITATION + board.count("meditation-step") >= LAST_MEDITATION


def find_most(markers: Mapping[str, int]) -> list[str]:
    """List the players with the most markers."""
    return [player for player, count in markers.items() if count == max(markers.values())]
