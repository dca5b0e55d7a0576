/**
 * What `npm run fuzz` runs: a server of its own with the demo people, and schemathesis against it until the requested number of
 * requests is reached. Each round runs as an operator, as a guest, and without a session, with another seed.
 */
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as contracts from '@earth/contracts';
import { type SignedInClient, TestClient } from './client';
import { codeOf } from './guest';
import { signIn } from './killed-under-load';
import { NO_LIMITS } from './no-limits';
import { bundleServer, cleanUp, makeFolder, ServerProcess } from './server-process';

const [program = '', requests = '10000', firstSeed = '1'] = process.argv.slice(2);
const CHECKS = [
  'not_a_server_error',
  'status_code_conformance',
  'content_type_conformance',
  'response_schema_conformance',
];
const EXAMPLES_A_ROUND = 25;
/** They would end the session of the client. */
const ENDS_SESSION = 'signOut';

const print = (line: string) => process.stdout.write(`${line}\n`);

/** A clock that is ahead as far as is allowed: the time in a header is then valid for twice as long. */
const aheadNow = () => new Date(Date.now() + contracts.TIMESTAMP_TOLERANCE_MS - 30_000).toISOString();

type Headers = Readonly<Record<string, string>>;

interface Role {
  readonly name: string;
  headers(): Promise<Headers>;
}

const bearer = ({ token }: SignedInClient): Headers => ({ Authorization: `Bearer ${token}` });

/** A client of each kind. The operators are signed in once: the server prints a code only once. */
function rolesAt(url: string, apiKey: string, operator: SignedInClient, host: SignedInClient): readonly Role[] {
  const visitorHeaders = (deviceId: string) => ({
    'x-api-key': apiKey,
    'x-device-id': deviceId,
    'x-timestamp': aheadNow(),
  });
  const visitor = (deviceId: string) => new TestClient({ url, deviceId, headers: () => visitorHeaders(deviceId) });
  /** Refreshes the token, which is valid for a quarter of an hour. */
  async function renew(client: SignedInClient): Promise<void> {
    const { deviceId, refreshToken } = client;
    const renewed = await visitor(deviceId).call(contracts.refreshToken, { refreshToken, deviceId });
    client.token = renewed.token;
    client.refreshToken = renewed.refreshToken;
  }
  return [
    {
      name: 'operator',
      async headers() {
        await renew(operator);
        return bearer(operator);
      },
    },
    {
      name: 'guest',
      async headers() {
        await renew(host);
        const code = codeOf(await host.call(contracts.makeGuestLink, {}));
        const deviceId = randomUUID();
        const device = { deviceId, appOs: 'web', model: 'Fuzz' } as const;
        const { login } = await visitor(deviceId).call(contracts.enterAsGuest, { code, name: 'Rosa Blu', ...device });
        return { Authorization: `Bearer ${login.token.token}` };
      },
    },
    { name: 'anonymous', headers: async () => visitorHeaders('fuzz-device') },
  ];
}

type Parameter = { readonly name: string; readonly in: string; schema: object };
type Document = { readonly paths: Record<string, Record<string, { readonly parameters: Parameter[] }>> };

/** Creates things for the operator: with invented ids nothing is found, and little of the server is tested. */
async function makeThings(
  operator: SignedInClient,
  host: SignedInClient,
): Promise<Readonly<Record<string, readonly unknown[]>>> {
  const socket = await host.socket();
  const plain = { subject: 'Fuzz', targetContacts: [host.contactId], cryptoSchema: 0 } as const;
  const { call } = await operator.call(contracts.createCall, { ...plain, targetContacts: [...plain.targetContacts] });
  await host.call(contracts.joinCall, { id: call.uniqueId });
  const room = await operator.call(contracts.createRoom, {
    ...plain,
    targetContacts: [...plain.targetContacts],
    isGroup: true,
  });
  const { items } = await operator.call(contracts.listContents, {});
  await socket.close();
  return {
    '/services/calls': [call.uniqueId],
    '/services/rooms': [room.uniqueId],
    '/services/addressbook': [host.contactId],
    '/storage/calls': [call.uniqueId],
    '/storage/rooms': [room.uniqueId],
    '/api': items.map(({ content }) => content.id),
  };
}

/** The OpenAPI document of a server, with existing ids as examples besides invented ones. @returns its path */
async function writeDocument(url: string, things: Readonly<Record<string, readonly unknown[]>>): Promise<string> {
  const document = (await (await fetch(`${url}/docs/json`)).json()) as Document;
  for (const [path, operations] of Object.entries(document.paths))
    for (const { parameters } of Object.values(operations))
      for (const parameter of parameters.filter(
        (one) => one.in === 'path' && /^(id|callId|roomId|contentId)$/.test(one.name),
      )) {
        const known = Object.entries(things).find(([start]) => path.startsWith(`${start}/`))?.[1] ?? [];
        if (known.length > 0) parameter.schema = { anyOf: [{ enum: known }, parameter.schema] };
      }
  const file = join(folder, 'openapi.json');
  await writeFile(file, JSON.stringify(document));
  return file;
}

interface Round {
  readonly url: string;
  readonly document: string;
  readonly seed: number;
  readonly examples: number;
}

/** @returns whether no failure was found */
async function fuzz({ url, document, seed, examples }: Round, headers: Headers): Promise<boolean> {
  const given = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}:${value}`]);
  const args = [
    ['run', document, '--url', url, ...given],
    ['--checks', CHECKS.join(','), '--phases', 'coverage,fuzzing', '--seed', String(seed)],
    ['--max-examples', String(examples), '--continue-on-failure', '--suppress-health-check', 'all'],
    ['--exclude-operation-id', ENDS_SESSION, '--warnings', 'off', '--request-timeout', '30'],
  ];
  const env = { ...process.env, HYPOTHESIS_STORAGE_DIRECTORY: join(folder, 'hypothesis') };
  const child = spawn(program, args.flat(), { stdio: 'inherit', env, cwd: folder });
  const [code] = await once(child, 'close');
  return code === 0;
}

/** The requests that the server has answered so far. */
async function countRequests(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counts = text.matchAll(/^http_request_duration_seconds_count\{.*\} (\d+)$/gm);
  return [...counts].reduce((sum, [, count]) => sum + Number(count), 0);
}

await bundleServer();
const folder = await makeFolder();
const server = new ServerProcess(folder, {
  DATA_DIR: 'data',
  DEMO: 'true',
  LOG_LEVEL: 'error',
  CODE_RESEND_SECONDS: '0',
  MAX_DEVICES: '1000',
  ...NO_LIMITS,
});
try {
  const url = await server.ready();
  const { apiKey } = (await (await fetch(`${url}/config.json`)).json()) as { readonly apiKey: string };
  const examples = Math.min(EXAMPLES_A_ROUND, Math.ceil(Number(requests) / 200));
  const before = await countRequests(url);
  const [operator, host] = [await signIn(server, url, 'operator'), await signIn(server, url, 'operator2')];
  const roles = rolesAt(url, apiKey, operator, host);
  const document = await writeDocument(url, await makeThings(operator, host));
  let isClean = true;
  let sent = 0;
  for (let seed = Number(firstSeed); sent < Number(requests); seed += 1)
    for (const role of roles) {
      print(`\n── ${role.name}, seed ${seed}`);
      isClean = (await fuzz({ url, document, seed, examples }, await role.headers())) && isClean;
      sent = (await countRequests(url)) - before;
    }
  print(`\n${sent} requests: ${isClean ? 'no 5xx and no answer that is not documented' : 'see what was found above'}.`);
  if (server.errors) print(`The server said:\n${server.errors}`);
  process.exitCode = isClean ? 0 : 1;
} finally {
  await cleanUp(folder, [server]);
}
