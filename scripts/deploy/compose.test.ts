import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readVariables } from '../../apps/server/src/config/setting-rules.mjs';
import { ROOT } from '../run.mjs';

const run = promisify(execFile);
const PROGRAM = process.env['COMPOSE_GO'];

interface Service {
  readonly image: string;
  readonly command?: readonly string[] | null;
  readonly restart?: string;
  readonly stop_grace_period?: string;
  readonly logging?: { readonly driver: string };
  readonly read_only?: boolean;
  readonly cap_drop?: readonly string[];
  readonly security_opt?: readonly string[];
  readonly environment?: Readonly<Record<string, string | number>>;
  readonly volumes?: readonly { readonly source: string; readonly read_only?: boolean }[];
  readonly ports?: readonly { readonly host_ip?: string }[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly networks?: Readonly<Record<string, unknown>>;
}
type Services = Readonly<Record<string, Service>>;

/** As Docker reads it, with the defaults of the file. */
async function readCompose(): Promise<Services> {
  const { stdout } = await run(String(PROGRAM), ['-format', 'json', join(ROOT, 'compose.yaml')], { cwd: ROOT });
  return (JSON.parse(stdout) as { readonly services: Services }).services;
}

describe.skipIf(!PROGRAM)('compose.yaml, read by compose-go', () => {
  let services: Services;
  beforeAll(async () => {
    services = await readCompose();
  });

  test('has every part of an installation, and starts each after what it needs', () => {
    expect(Object.keys(services)).toEqual(
      expect.arrayContaining(['earth', 'database', 'events', 'files', 'bucket', 'relay', 'calls', 'secrets']),
    );
    expect(services['earth']?.depends_on).toMatchObject({
      secrets: { condition: 'service_completed_successfully' },
      bucket: { condition: 'service_completed_successfully' },
      database: { condition: 'service_healthy' },
      events: { condition: 'service_healthy' },
    });
    const needs = (name: string): string[] =>
      Object.keys(services[name]?.depends_on ?? {}).flatMap((one) => [one, ...needs(one)]);
    expect(Object.keys(services)).toEqual(expect.arrayContaining(Object.keys(services).flatMap(needs)));
  });

  test('gives no service more rights than it needs', () => {
    for (const [name, service] of Object.entries(services)) {
      expect([name, service.read_only]).toEqual([name, true]);
      expect([name, service.cap_drop]).toEqual([name, ['ALL']]);
      expect([name, service.security_opt]).toEqual([name, ['no-new-privileges:true']]);
    }
    const writers = Object.entries(services).filter(([, { volumes = [] }]) =>
      volumes.some(({ source, read_only: isReadOnly = false }) => source === 'secrets' && !isReadOnly),
    );
    expect(writers.map(([name]) => name)).toEqual(['secrets']);
  });

  test('removes old lines of the logs of what goes on, and repeats no values of people in those of the database', () => {
    const running = Object.entries(services).filter(([, { restart }]) => restart !== undefined);
    expect(running.length).toBeGreaterThan(6);
    for (const [name, { logging }] of running) expect([name, logging?.driver]).toEqual([name, 'local']);
    expect(services['database']?.command).toEqual(
      expect.arrayContaining(['--log_parameter_max_length=0', '--log_error_verbosity=terse']),
    );
  });

  test('lets the server and the database end their work before they are killed', () => {
    expect(services['earth']?.stop_grace_period).toBe('30s');
    expect(services['database']?.stop_grace_period).toBe('2m');
  });

  test('carries a call of two people who both reach the relay only', () => {
    // coturn refuses its own address without these two, as one of a private network: "403 (Forbidden IP)".
    expect(services['relay']?.command).toEqual(
      expect.arrayContaining(['--external-ip=127.0.0.1/$(hostname -i)', '--allowed-peer-ip=$(hostname -i)']),
    );
  });

  test('names a version of each image', () => {
    const others = Object.values(services).filter(({ image }) => image !== 'earth:local');
    expect(others.length).toBeGreaterThan(8);
    for (const { image } of others) expect(image).toMatch(/^[\w.-]+(\/[\w-]+)+:(v?\d+\.\d|RELEASE\.\d)/);
  });

  test('is open to this machine only, but for the proxy, and the database to the server only', () => {
    const open = Object.entries(services).filter(([, { ports = [] }]) =>
      ports.some(({ host_ip: address }) => address !== '127.0.0.1'),
    );
    expect(open.map(([name]) => name)).toEqual(['proxy']);
    const reached = Object.entries(services).filter(([, { networks = {} }]) => 'inside' in networks);
    expect(reached.map(([name]) => name).toSorted()).toEqual(['bucket', 'database', 'earth', 'events', 'files']);
  });

  test('has settings that the server accepts, and no secret', () => {
    const given = Object.entries(services['earth']?.environment ?? {});
    const environment = Object.fromEntries(given.map(([name, value]) => [name, String(value)]));
    const secret = 'a'.repeat(64);
    const made = {
      DATABASE_URL: 'postgres://earth@database/earth',
      TURN_SECRET: secret,
      S3_ACCESS_KEY_ID: 'earth',
      S3_SECRET_ACCESS_KEY: secret,
    };
    const calls = { LIVEKIT_API_KEY: 'earth', LIVEKIT_API_SECRET: secret };
    expect(readVariables({ ...environment, ...made, ...calls })).toMatchObject({ PUBLIC_URL: 'http://localhost:8080' });
    const variables = Object.values(services).flatMap((service) => Object.entries(service.environment ?? {}));
    const secrets = variables.filter(([name]) => /PASSWORD|SECRET|_KEY/.test(name));
    expect(secrets.length).toBeGreaterThan(1);
    for (const [, value] of secrets) expect(value).toMatch(/^\/secrets\//);
  });
});

/** Owners are changed, as in the container. */
describe.skipIf(process.getuid?.() !== 0)('the secrets of compose.yaml', () => {
  const folder = mkdtempSync(join(tmpdir(), 'earth-secrets-'));
  const script = join(ROOT, 'deploy/image/secrets.mjs');
  const make = () => run(process.execPath, [script, folder, join(folder, 'none')]);
  const textOf = (file: string) => readFileSync(join(folder, file), 'utf8');
  beforeAll(make);
  afterAll(() => rmSync(folder, { recursive: true }));

  test('are made once, each for its service only', async () => {
    const places = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(
      (entry) => entry.isFile() && entry.name !== '.complete',
    );
    expect(places).toHaveLength(7);
    for (const { parentPath, name } of places) {
      const [service, file] = [statSync(parentPath), statSync(join(parentPath, name))];
      expect([name, service.mode & 0o777, file.mode & 0o777]).toEqual([name, 0o500, 0o400]);
      expect([service.uid, file.uid]).not.toContain(0);
      expect(service.uid).toBe(file.uid);
    }
    const owners = places.map(({ parentPath }) => statSync(parentPath).uid);
    // PostgreSQL and Redis have the same one in their images.
    expect(new Set(owners).size).toBe(places.length - 1);

    const before = textOf('earth/earth.env');
    await make();
    expect(textOf('earth/earth.env')).toBe(before);
    const values = [...before.matchAll(/[\da-f]{64}/g)].map(([value]) => value);
    expect(new Set(values).size).toBe(5);
  });

  test('fit each other', () => {
    const settings = textOf('earth/earth.env');
    expect(settings).toContain(`:${textOf('database/password')}@database/`);
    const shared = {
      'events/redis.conf': /requirepass (\w+)/,
      'files/minio.env': /PASSWORD=(\w+)/,
      'relay/turnserver.conf': /secret=(\w+)/,
      'calls/livekit.yaml': /earth: (\w+)/,
    };
    for (const [file, pattern] of Object.entries(shared)) expect(settings).toContain(pattern.exec(textOf(file))?.[1]);
  });
});
