import type { Network } from '../src/adapters/push/outside';
import { TestRedis } from './redis';
import { startBeside, startTestServer, type TestServer } from './start-test-server';

/** Two servers with one database and one Redis. */
export interface TwoServers {
  readonly redis: TestRedis;
  readonly one: TestServer;
  readonly other: TestServer;
  close(): Promise<void>;
}

/** @param variables further settings of both, as the environment would have them */
export async function startTwoServers(
  variables: Readonly<Record<string, string>> = {},
  network?: Network,
): Promise<TwoServers> {
  const redis = await TestRedis.start();
  const one = await startTestServer({ ...variables, REDIS_URL: redis.url }, network);
  const other = await startBeside(one, network);
  return {
    redis,
    one,
    other,
    async close() {
      await other.close();
      await one.close();
      await redis.stop();
    },
  };
}
