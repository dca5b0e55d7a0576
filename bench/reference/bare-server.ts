/**
 * Minimal server that can ring with persistence: takes a request, commits one row, and sends a frame to the receiver's socket. A
 * separate process (`bare.ts` starts it); DATABASE_URL names the database.
 */
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { type WebSocket, WebSocketServer } from 'ws';

const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
await pool.query(
  'CREATE TABLE IF NOT EXISTS bare_rings (id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, receiver text NOT NULL, body text NOT NULL)',
);
const insert = { name: 'ring', text: 'INSERT INTO bare_rings (receiver, body) VALUES ($1, $2)' };

const online = new Map<string, WebSocket>();

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/** The path names the receiver. */
async function ring(receiver: string, body: string) {
  await pool.query({ ...insert, values: [receiver, body] });
  online.get(receiver)?.send(body);
}

const server = createServer((request, response) => {
  textOf(request)
    .then((body) => ring(request.url ?? '', body))
    .then(
      () => response.end('{}'),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
});
// Never closes idle connections: a close just as one is used would look like a failure.
server.keepAliveTimeout = 0;
new WebSocketServer({ server, perMessageDeflate: false }).on('connection', (socket, request) => {
  online.set(request.url ?? '', socket);
});
server.listen({ port: 0, host: '127.0.0.1', backlog: 4096 }, () => {
  const address = server.address();
  if (address !== null && typeof address !== 'string') process.send?.(address.port);
});
/** Collects garbage before memory is measured (`--expose-gc`). */
process.on('message', () => {
  globalThis.gc?.();
  process.send?.('collected');
});
process.once('disconnect', () => process.exit());
