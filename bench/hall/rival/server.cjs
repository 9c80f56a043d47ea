// boardgame.io's own server, multiplayer over Socket.IO, storage in memory: the counter game.
const { Server, Origins } = require('boardgame.io/server');

const Counter = {
  name: 'counter',
  setup: () => ({ count: 0, padding: 'x'.repeat(560) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: { count: ({ G }) => ({ ...G, count: G.count + 1 }) },
};

const server = Server({ games: [Counter], origins: [Origins.LOCALHOST] });
server.run(Number(process.argv[2]), () => console.log('ready'));
