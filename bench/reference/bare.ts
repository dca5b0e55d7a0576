/** A crowd on the reference server, of the same size as on the product's, and its actions. */
import { once } from 'node:events';
import { Agent } from 'node:http';
import { databaseUrl, type TestServer } from '@earth/e2e/world/server';
import { postJson } from '../crowd/api';
import { type FrameSocket, openFrames } from '../crowd/frames';
import { pssOf } from '../memory';
import { forkServer } from './fork';

export interface BareCrowd {
  /** Host and port. */
  readonly address: string;
  /** From the request to the frame at this person's socket, in ms. */
  ring(person: number, body: string): Promise<number>;
  /** Sends the body to a person's socket; resolves when it is stored. */
  send(person: number, body: string): Promise<unknown>;
  readonly sockets: readonly FrameSocket[];
  /** The process's memory after a garbage collection, in MB. */
  memory(): Promise<number>;
  close(): void;
}

/** It writes into the database of the product's server: the same program, settings and disk. */
export async function gatherBareCrowd({ dataDir }: TestServer, count: number): Promise<BareCrowd> {
  const { child, port } = await forkServer(new URL('bare-server.ts', import.meta.url), await databaseUrl(dataDir));
  const agent = new Agent({ keepAlive: true, maxFreeSockets: Number.POSITIVE_INFINITY });
  const sockets: FrameSocket[] = [];
  const close = () => {
    for (const socket of sockets) socket.close();
    agent.destroy();
    child.kill();
  };
  try {
    for (let person = 0; person < count; person += 1)
      sockets.push(await openFrames(`ws://127.0.0.1:${port}/${person}`, () => 'ring'));
    const urls = sockets.map((_, person) => new URL(`http://127.0.0.1:${port}/${person}`));
    const send = (person: number, body: string) => {
      const url = urls[person];
      if (!url) throw new Error(`There is no person ${person}`);
      return postJson(agent, url, { body });
    };
    return {
      address: `127.0.0.1:${port}`,
      sockets,
      send,
      async ring(person, body) {
        const start = performance.now();
        const [rung] = await Promise.all([sockets[person]?.next('ring') ?? start, send(person, body)]);
        return rung - start;
      },
      async memory() {
        child.send('collect');
        await once(child, 'message');
        return pssOf(child.pid ?? 0);
      },
      close,
    };
  } catch (error) {
    close();
    throw error;
  }
}
