/** Serves the reference page, and hands what one of its two pages says to the other. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

export interface ReferenceServer {
  readonly url: string;
  close(): void;
}

export async function startReference(): Promise<ReferenceServer> {
  const page = await readFile(new URL('page.html', import.meta.url));
  const server = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html').end(page);
  });
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (from) => {
    from.on('message', (data) => {
      for (const to of sockets.clients)
        if (to !== from && to.readyState === WebSocket.OPEN) to.send(data, { binary: false });
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://localhost:${address.port}`,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
    },
  };
}
