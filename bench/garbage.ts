/** Forces a garbage collection in a server that was started with `--inspect`, so that its memory is what it retains. */
import { once } from 'node:events';
import type { TestServer } from '@earth/e2e/world/server';
import { WebSocket } from 'ws';

export async function collectGarbage(server: TestServer) {
  const url = /Debugger listening on (ws:\S+)/.exec(server.log())?.[1];
  if (url === undefined) throw new Error('The server was not started with --inspect');
  const inspector = new WebSocket(url);
  try {
    await once(inspector, 'open');
    inspector.send(JSON.stringify({ id: 1, method: 'HeapProfiler.collectGarbage' }));
    await once(inspector, 'message');
  } finally {
    inspector.terminate();
  }
}
