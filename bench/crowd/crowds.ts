/** Crowds of the same size on the product's server and on a reference server. */
import { startServer, type TestServer } from '@earth/e2e/world/server';
import { type BareCrowd, gatherBareCrowd } from '../reference/bare';
import { type Crowd, gatherCrowd, only } from './crowd';
import { NO_LIMITS } from '../no-limits';

export interface Crowds {
  readonly server: TestServer;
  readonly crowd: Crowd;
  readonly bare: BareCrowd;
}

/** @param settings of the product's server */
export async function withCrowds<T>(
  people: number,
  settings: Readonly<Record<string, string>>,
  measure: (crowds: Crowds) => Promise<T>,
): Promise<T> {
  const server = await startServer({ ...NO_LIMITS, ...settings });
  const open: { close(): void }[] = [];
  try {
    const crowd = await gatherCrowd(only(server), people);
    open.push(crowd);
    const bare = await gatherBareCrowd(server, people);
    open.push(bare);
    return await measure({ server, crowd, bare });
  } finally {
    for (const one of open) one.close();
    // Killed, because disconnecting a thousand users would delay a clean stop and hide the result or the failure.
    await server.kill();
    await server.dispose();
  }
}
