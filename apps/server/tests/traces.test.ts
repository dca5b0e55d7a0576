/** Traces as a collector gets them: what is in them, and what never is. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from '../testing/server-process';
import { startTestServer, type TestServer } from '../testing/start-test-server';

/** What is read of OTLP/JSON (opentelemetry-proto, trace.proto). */
interface Exported {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: readonly Attribute[] };
    readonly scopeSpans: readonly { readonly spans: readonly Span[] }[];
  }[];
}
interface Attribute {
  readonly key: string;
  readonly value: { readonly stringValue?: string; readonly intValue?: number };
}
interface Span {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: readonly Attribute[];
}

/** A collector that understands OTLP over HTTP, as JSON. */
class Collector {
  readonly #server: Server;
  readonly bodies: string[] = [];
  readonly authorizations: (string | undefined)[] = [];
  status = 200;

  constructor() {
    this.#server = createServer((request, response) => {
      void text(request).then((body) => {
        if (request.url === '/v1/traces') this.bodies.push(body);
        this.authorizations.push(request.headers.authorization);
        response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
      });
    });
  }

  async start(): Promise<string> {
    this.#server.listen(0, '127.0.0.1');
    await once(this.#server, 'listening');
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  get exported(): Exported['resourceSpans'] {
    return this.bodies.flatMap((body) => (JSON.parse(body) as Exported).resourceSpans);
  }

  get spans(): Span[] {
    return this.exported.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

const valueOf = ({ attributes }: Pick<Span, 'attributes'>, key: string) => {
  const value = attributes.find((attribute) => attribute.key === key)?.value;
  return value?.stringValue ?? value?.intValue;
};

let collector: Collector;
let endpoint: string;
const servers: TestServer[] = [];
beforeAll(async () => {
  collector = new Collector();
  endpoint = await collector.start();
});
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
  collector.bodies.length = 0;
  collector.status = 200;
});
afterAll(() => collector.stop());

async function start(variables: Readonly<Record<string, string>>): Promise<TestServer> {
  const server = await startTestServer(variables);
  servers.push(server);
  return server;
}

test('a collector gets a span of each request by its route, with its queries below it and nothing of people', async () => {
  const server = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20of-the-collector',
    OTEL_SERVICE_NAME: 'earth-test',
  });
  const operator = await server.signIn('operator');
  const assisted = await server.signIn('assisted');
  const socket = await operator.socket();
  const subject = 'The feed pump is leaking';
  const { call } = await assisted.call(contracts.createCall, {
    subject,
    targetContacts: [operator.contactId],
    cryptoSchema: 0,
  });
  const path = contracts.getCall.path.replace('{id}', call.uniqueId);
  await operator.raw(`${path}?secret=in-the-address`, {
    headers: { traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  });
  await server.visitor().raw('/readyz');
  await socket.close();
  await server.context.trace.stop();

  const [resource] = collector.exported;
  expect(resource && valueOf(resource.resource, 'service.name')).toBe('earth-test');
  expect(new Set(collector.authorizations)).toEqual(new Set(['Bearer of-the-collector']));
  const { spans } = collector;
  const request = spans.find(({ name }) => name === `GET ${contracts.getCall.path.replace('{id}', ':id')}`);
  expect(request && valueOf(request, 'http.response.status_code')).toBe(200);
  // What others say of a trace is not believed.
  expect(request?.traceId).not.toBe('a'.repeat(32));
  const below = spans.filter(({ parentSpanId }) => parentSpanId === request?.spanId);
  expect(below.map(({ name }) => name)).toContainEqual(expect.stringMatching(/^select /));
  expect(below.every(({ traceId }) => traceId === request?.traceId)).toBe(true);
  const query = below.find(({ name }) => name.startsWith('select'));
  expect(query && valueOf(query, 'db.query.text')).toMatch(/\$1/);
  // Of a request with a body, too.
  const made = spans.find(({ name }) => name === `POST ${contracts.createCall.path}`);
  expect(spans.filter(({ parentSpanId }) => parentSpanId === made?.spanId).map(({ name }) => name)).toContainEqual(
    'commit',
  );
  expect(spans.filter(({ name }) => name.includes('/readyz'))).toEqual([]);

  const everything = collector.bodies.join('\n');
  const secrets = [operator.contactId, operator.token, operator.refreshToken, assisted.token, call.uniqueId, subject];
  for (const secret of [
    ...secrets,
    'in-the-address',
    'operator@demo.example',
    server.context.secrets.apiKey,
    '127.0.0.1',
  ])
    expect(everything).not.toContain(secret);
});

// A database of its own and a server as a process take a while on a busy machine.
test('a collector that refuses is said once in the log, whose lines name their trace', async () => {
  collector.status = 400;
  const folder = await makeFolder();
  await bundleServer();
  const server = new ServerProcess(folder, {
    DATA_DIR: 'data',
    DEMO: 'false',
    LOG_LEVEL: 'info',
    OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
    OTEL_BSP_SCHEDULE_DELAY: '20',
  });
  try {
    const url = await server.ready();
    const isRequest = ({ name }: Span) => name === 'GET /config.json';
    for (const sent of [1, 2]) {
      await fetch(`${url}/config.json`);
      // The server sends spans of its own work as well, at any time: only the request's tell that two attempts were refused.
      await vi.waitFor(() => expect(collector.spans.filter(isRequest)).toHaveLength(sent), { timeout: 30_000 });
    }
    server.kill('SIGTERM');
    expect(await server.ended).toBe(0);
    const lines = server.errors
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Readonly<Record<string, unknown>>);
    expect(lines.filter(({ msg }) => msg === 'Traces cannot be sent')).toHaveLength(1);
    const requests = lines.filter(({ route }) => route === '/config.json');
    expect(requests.map(({ traceId }) => traceId)).toEqual(
      collector.spans.filter(isRequest).map(({ traceId }) => traceId),
    );
    expect(requests).toHaveLength(2);
  } finally {
    await cleanUp(folder, [server]);
  }
}, 60_000);

test('without an address there are no traces', async () => {
  const server = await start({});
  expect(server.context.trace.isOn).toBe(false);
  await server.visitor().raw('/config.json');
  await server.context.trace.stop();
  expect(collector.bodies).toEqual([]);
});
