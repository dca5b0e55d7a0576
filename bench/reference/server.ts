/** Serves the reference pages, relays messages between two pages, and stores one file for them. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { WebSocket, WebSocketServer } from 'ws';

const LIBRARY = '/library/';

export interface ReferenceServer {
  readonly url: string;
  close(): void;
}

/**
 * @param page the name of a page here, without its extension
 * @param library a folder of scripts and styles served at `/library/`
 * @param host another address of this machine than the loopback
 */
export async function startReference(page: string, library?: URL, host?: string): Promise<ReferenceServer> {
  const html = await readFile(new URL(`${page}.html`, import.meta.url));
  let file: readonly Buffer[] = [];

  async function answer(request: IncomingMessage, response: ServerResponse) {
    if (request.method === 'PUT') {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      file = chunks;
      response.end();
    } else if (request.url?.startsWith('/file')) {
      for (const chunk of file) response.write(chunk);
      response.end();
    } else if (library !== undefined && request.url?.startsWith(LIBRARY)) {
      const name = request.url.slice(LIBRARY.length);
      const type = name.endsWith('.css') ? 'text/css' : 'text/javascript';
      response.setHeader('Content-Type', type).end(await readFile(new URL(name, library)));
    } else response.setHeader('Content-Type', 'text/html').end(html);
  }

  const server = createServer((request, response) => void answer(request, response).catch(() => response.destroy()));
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (from) => {
    from.on('message', (data) => {
      for (const to of sockets.clients)
        if (to !== from && to.readyState === WebSocket.OPEN) to.send(data, { binary: false });
    });
  });
  server.listen(0, host ?? '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('No port');
  return {
    url: `http://${host ?? 'localhost'}:${address.port}`,
    close() {
      for (const socket of sockets.clients) socket.terminate();
      server.close();
    },
  };
}
