// A small roll & write for boardgame.io: the work is that of a table of ours, the library is theirs.
// node peer_game.cjs [FOLDER]: matches in memory, or in files below FOLDER. Says "ready" and the two ports it was given:
// of the game, and of the lobby where matches are opened.
const { Server, FlatFile } = require("boardgame.io/server");
const { INVALID_MOVE } = require("boardgame.io/core");

const SPACES = 36;
const DICE = 10;

const free = (sheet, value) => sheet.spaces.some((mark, space) => !mark && space % 6 === value - 1);

const allowed = (sheet, die, space) =>
  die > 0 && sheet.spaces[space] === 0 && (space % 6 === die - 1 || !free(sheet, die));

const game = {
  name: "roll-and-write",
  minPlayers: 4,
  maxPlayers: 4,
  setup: ({ random, ctx }) => ({
    dice: random.D6(DICE),
    sheets: Object.fromEntries(
      ctx.playOrder.map((player) => [player, { spaces: Array(SPACES).fill(0), fame: 0, money: 0, karma: 3 }]),
    ),
  }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    mark: {
      client: false, // the dice are the server's
      move: ({ G, random, playerID }, die, space) => {
        const sheet = G.sheets[playerID];
        const value = G.dice[die];
        if (!allowed(sheet, value, space)) return INVALID_MOVE;
        sheet.spaces[space] = value;
        sheet.fame += space % 2 ? value : 0;
        sheet.money += space % 2 ? 0 : value;
        G.dice[die] = 0;
        if (!G.dice.some(Boolean)) G.dice = random.D6(DICE);
      },
    },
  },
  endIf: ({ G }) => {
    const winner = Object.keys(G.sheets).find((player) => G.sheets[player].spaces.every(Boolean));
    return winner === undefined ? undefined : { winner };
  },
};

const [folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder, logging: false, ttl: false }) : undefined;
const server = Server({ games: [game], db, origins: ["http://127.0.0.1"] });
server
  .run({ port: 0, lobbyConfig: { apiPort: "0" } }) // a plain 0 would mean no lobby
  .then(({ appServer, apiServer }) => console.log("ready", appServer.address().port, apiServer.address().port));
