/** Each command that an administrator reads in `docs/operations/` is run by a test, or is named here with the reason why it is not. */
import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readVariables } from '../../apps/server/src/config/setting-rules.mjs';
import { ROOT } from '../run.mjs';

const read = (...path: string[]) => readFileSync(join(ROOT, ...path), 'utf8');

/** `test` in `file` runs it, or the program behind it. */
interface Run {
  readonly command: RegExp;
  readonly test: string;
  readonly file: string;
}
interface NotRun {
  readonly command: RegExp;
  readonly why: string;
}

const BACKUP = {
  test: 'everything comes back on an empty machine: rows, files and keys',
  file: 'apps/server/tests/backup.test.ts',
};
const KEYS = { test: 'the keys that openssl makes are accepted', file: 'scripts/deploy/documented-commands.test.ts' };
const CHART = { test: 'takes the values of the document', file: 'scripts/deploy/chart.test.ts' };

const RUN: readonly Run[] = [
  {
    command: /^npm start$/,
    test: 'a second start creates nothing again, and Ctrl+C under npm stops it once and cleanly',
    file: 'scripts/start.test.ts',
  },
  { command: /^BACKUP_PASSPHRASE=\S.* npm run (backup|restore) -- \S+\.tar$/, ...BACKUP },
  {
    command: /^npm run move-blobs -- s3( --delete)?$/,
    test: 'files move into the bucket and back; while it is down the server says so, and goes on',
    file: 'apps/server/tests/s3.test.ts',
  },
  {
    command: /^npm run mobile -- android --brand earth --server \S+$/,
    test: 'is in the Android project, with its id, name, icons and plugins',
    file: 'scripts/mobile/shell.test.ts',
  },
  {
    command: /^npm run mobile -- ios$/,
    test: 'is in the Xcode project, with its id, name, icons and plugins',
    file: 'scripts/mobile/shell.test.ts',
  },
  {
    command: /^npm run change-master-key$/,
    test: 'everything opens under the new key and nothing under the former one, and who is signed in goes on',
    file: 'apps/server/tests/change-master-key.test.ts',
  },
  {
    command: /^npm run company -- ACME "Acme Pumps" anna@example\.com "Anna Villa"$/,
    test: 'an empty machine gets a company, whose admin signs in and invites; a second one is made while the server runs',
    file: 'apps/server/tests/company.test.ts',
  },
  {
    command: /^npm run single-sign-on -- COMPANY codes-on$/,
    test: 'the administrator of the server lets a company in that has locked itself out, and confirms a domain',
    file: 'apps/server/src/features/identity/single-sign-on/settings.test.ts',
  },
  { command: /^openssl rand -(hex 32|hex 24|base64 32)$/, ...KEYS },
  { command: /^helm (install|upgrade) earth deploy\/helm\/earth --namespace earth --values values\.yaml$/, ...CHART },
];

const NO_ENGINE = 'needs a Docker Engine: compose.yaml is read by its library, and its parts are tried one by one';
const NO_CLUSTER = 'needs a cluster: the objects are held against the schemas of Kubernetes';

const NOT_RUN: readonly NotRun[] = [
  {
    command: /^docker build --tag earth:local \.$/,
    why: 'needs a Docker Engine: npm run image builds the same file by buildah',
  },
  { command: /^docker compose (up --detach|down|(stop|start|logs) earth|build --pull)$/, why: NO_ENGINE },
  { command: /^docker volume rm earth_data earth_database$/, why: NO_ENGINE },
  { command: /^docker compose exec grafana cat \/secrets\/grafana\/password$/, why: NO_ENGINE },
  { command: /^docker compose cp earth:\/backups\/\S+ \.$/, why: NO_ENGINE },
  {
    command: /^docker compose run --rm --env BACKUP_PASSPHRASE earth (backup|restore) \/backups\/\S+$/,
    why: `${NO_ENGINE}; npm run image makes a backup in the image`,
  },
  { command: /^docker compose run --rm earth change-master-key$/, why: `${NO_ENGINE}; npm run image has the command` },
  { command: /^docker compose exec earth earth company /, why: `${NO_ENGINE}; npm run image has the command` },
  { command: /^kubectl exec --namespace earth deployment\/earth -- earth company /, why: NO_CLUSTER },
  { command: /^kubectl create (namespace|secret generic) earth\b/, why: NO_CLUSTER },
  {
    command:
      /^kubectl exec --namespace earth deployment\/earth -- sh -c 'trap "rm -f \/tmp\/earth\.tar" EXIT; earth backup /,
    why: `${NO_CLUSTER}; its script is run below, and npm run image makes a backup in the image`,
  },
  { command: /^kubectl scale --namespace earth deployment\/earth --replicas=\d$/, why: NO_CLUSTER },
  {
    command: /^docker run --rm --env-file secrets\.env .* registry\.example\.com\/earth:0\.1\.0 restore \/from\/\S+$/,
    why: 'needs a Docker Engine and a registry: npm run image restores by the image',
  },
  {
    command: /^git (pull|clone ADDRESS \/opt\/earth)$/,
    why: 'needs the address from which the reader has the repository',
  },
  { command: /^cd \/opt\/earth$/, why: 'a folder of the reader' },
];

const SETTING = /^[A-Z][A-Z\d_]*=\S*(?: <\S+>| Help <\S+>)?$/;

/** The lines of all blocks of shell, without comments and settings. */
const documented = readdirSync(join(ROOT, 'docs', 'operations'))
  .filter((file) => file.endsWith('.md'))
  .flatMap((file) => [...read('docs', 'operations', file).matchAll(/^ *```sh\n([\s\S]*?)^ *```$/gm)])
  .flatMap(([, block = '']) => block.split('\n'))
  .map((line) => line.replace(/\s+#.*$/, '').trim())
  .filter((line) => line !== '' && !SETTING.test(line));

test('each command of docs/operations is run by a test, or has a reason', () => {
  expect(documented.length).toBeGreaterThan(20);
  const isKnown = (line: string) => [...RUN, ...NOT_RUN].some(({ command }) => command.test(line));
  expect(documented.filter((line) => !isKnown(line))).toEqual([]);
  const isRead = ({ command }: Run | NotRun) => documented.some((line) => command.test(line));
  expect([...RUN, ...NOT_RUN].filter((entry) => !isRead(entry))).toEqual([]);
});

test('the tests that run them are there', () => {
  expect(RUN.filter(({ test: title, file }) => !read(file).includes(`test('${title}'`))).toEqual([]);
});

test('the keys that openssl makes are accepted', () => {
  const commands = documented.filter((line) => line.startsWith('openssl '));
  const [MASTER_KEY, API_KEY, VAPID_PRIVATE_KEY] = commands.map((line) => {
    const [program = '', ...args] = line.split(' ');
    return execFileSync(program, args, { encoding: 'utf8' }).trim();
  });
  expect(readVariables({ MASTER_KEY, API_KEY, VAPID_PRIVATE_KEY })).toMatchObject({
    MASTER_KEY: expect.any(Uint8Array),
    API_KEY,
    VAPID_PRIVATE_KEY: expect.any(Uint8Array),
  });
});

test('a backup in a pod comes out of it and leaves nothing there, and one that fails there fails outside', () => {
  const [script = ''] = documented.flatMap(
    (line) => /^kubectl exec .* -- sh -c '(.*backup.*)' >/.exec(line)?.[1] ?? [],
  );
  const folder = mkdtempSync(join(tmpdir(), 'earth-pod-'));
  const archive = join(folder, 'earth.tar');
  const backUp = (program: string) => {
    writeFileSync(join(folder, 'earth'), `#!/bin/sh\n${program}\n`, { mode: 0o755 });
    return execFileSync('sh', ['-c', script.replaceAll('/tmp/earth.tar', archive)], {
      encoding: 'utf8',
      stdio: 'pipe',
      env: { PATH: `${folder}:${process.env['PATH']}` },
    });
  };
  try {
    expect(backUp('echo rows > "$3"; echo 12 tables')).toBe('rows\n');
    expect(() => backUp('exit 1')).toThrow('Command failed');
    expect(existsSync(archive)).toBe(false);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
