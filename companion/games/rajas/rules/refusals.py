"""Why entries of a tracked game of Rajas of the Ganges are refused."""

from enum import StrEnum


class Code(StrEnum):
    GAME_OVER = "game-over"
    FAME_FULL = "fame-full"  # the marker is on the last space
    MONEY_FULL = "money-full"
    KARMA_FULL = "karma-full"
    NOT_ENOUGH_MONEY = "not-enough-money"  # left
    NO_KARMA = "no-karma"
    NO_SUCH_DIE = "no-such-die"  # not on the statue
    WRONG_DIE = "wrong-die"  # number: the die has to show it
    ONE_COLOUR = "one-colour"  # a tile is paid with dice of one colour
    DIE_FOR_HARBOUR = "die-for-harbour"  # the die shows fewer spaces, or more than 3
    OTHER_COLOUR = "other-colour"  # a balcony gives dice of another colour
    STATUE_FULL = "statue-full"  # high
    NO_DIE_LEFT = "no-die-left"  # colour: the players have all twelve
    BUILDING_COMPLETE = "building-complete"
    BRIDGE_CROSSED = "bridge-crossed"
    RIVER_ENDS = "river-ends"  # left: free spaces ahead
    NOT_DUE = "not-due"  # not reached yet, or already carried out
    BONUS_FIRST = "bonus-first"  # bonus: must be carried out before anything else
    NOT_HERE = "not-here"  # what the player names is not on this kind of space or tile
    TOO_MUCH_ON_A_TILE = "too-much-on-a-tile"  # high: buildings, markets or yields
    EMPTY_TILE = "empty-tile"  # neither a building nor a market
    NO_PROVINCE_TILE = "no-province-tile"  # to cover
    COVERED_ALREADY = "covered-already"
    NOT_DEARER = "not-dearer"  # the tile that covers another one
    DIFFERENCE_UNPAID = "difference-unpaid"  # number: the difference of the prices
    NO_YIELD_TILES = "no-yield-tiles"  # only in the Navaratnas version
    TILE_TAKEN = "tile-taken"  # the players have all tiles of this kind
    NO_BROWN_PLACE = "no-brown-place"  # high
    NO_SUCH_TILE = "no-such-tile"  # no unconnected tile of this kind
    NOT_YOUR_TURN = "not-your-turn"  # player: has the turn
    NO_WORKER_LEFT = "no-worker-left"
    END_TURN_FIRST = "end-turn-first"  # one worker per turn
    NO_WORKER_PLACED = "no-worker-placed"  # nothing to end
    OCCUPIED = "occupied"  # player: has a worker there
    ONE_ASSORTED = "one-assorted"  # worker per player and round, with 3 or 4 players
    FIRST_IS_FREE = "first-is-free"  # the first place of the harbour
    ONLY_FIRST_IS_FREE = "only-first-is-free"
    GREAT_MOGUL_OCCUPIED = "great-mogul-occupied"
    ROUND_GOES_ON = "round-goes-on"  # player: has the turn
    TURNS_END_WITH_DONE = "turns-end-with-done"  # entries of earlier versions that end a turn
    LAST_STAGE_DONE = "last-stage-done"  # a player's markers have met: the game can only be finished
    NOT_LAST_STAGE = "not-last-stage"  # no player's markers have met, or the stage is not over
