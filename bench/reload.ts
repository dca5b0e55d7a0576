/** The bytes of a list of contents on the network, on the first load and on a reload: the whole response with its headers. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { startServer } from '@earth/e2e/world/server';
import type { Figure } from './figures';
import { NO_LIMITS } from './no-limits';

const ROUNDS = 5;
/** The maximum page size. */
const LIST = '/api/infocontents?page=1&pageSize=100';

/** On a new connection. */
async function load(url: string, headers: Readonly<Record<string, string>>) {
  const request = get(url, { headers, agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  answer.resume();
  const { socket } = answer;
  await once(answer, 'end');
  return { kB: socket.bytesRead / 1000, status: answer.statusCode, etag: String(answer.headers.etag) };
}

export async function measureReload(): Promise<readonly Figure[]> {
  const server = await startServer(NO_LIMITS);
  try {
    const config = (await (await fetch(`${server.url}/config.json`)).json()) as { readonly apiKey: string };
    const asking = {
      'x-api-key': config.apiKey,
      'x-device-id': randomUUID(),
      'x-timestamp': new Date().toISOString(),
      'accept-language': 'en',
    };
    const packed = { ...asking, 'accept-encoding': 'gzip, deflate, br, zstd' };
    const values = { plain: [] as number[], first: [] as number[], again: [] as number[] };
    for (let round = 0; round < ROUNDS; round += 1) {
      // The former behaviour: neither compression nor revalidation.
      values.plain.push((await load(server.url + LIST, asking)).kB);
      const first = await load(server.url + LIST, packed);
      values.first.push(first.kB);
      const again = await load(server.url + LIST, { ...packed, 'if-none-match': first.etag });
      if (again.status !== 304) throw new Error(`An unchanged list was sent again: ${again.status}`);
      values.again.push(again.kB);
    }
    return [
      { what: 'each time, neither packed nor asked with its tag', values: values.plain, unit: 'kB' },
      { what: 'first load', values: values.first, unit: 'kB' },
      { what: 'reload', values: values.again, unit: 'kB', under: 1 },
    ];
  } finally {
    await server.dispose();
  }
}
