import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../run.mjs';
import { BUNDLED_LIBRARIES } from '../server-bundle.mjs';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');

/** The instructions of the last stage, with continued lines joined. */
const lastStage = read('Dockerfile')
  .replaceAll('\\\n', '')
  .split(/^FROM /m)
  .at(-1)
  ?.split('\n')
  .filter((line) => /^[A-Z]/.test(line)) as readonly string[];

const of = (instruction: string) => lastStage.filter((line) => line.startsWith(`${instruction} `));

test('the image runs as a user without rights, is stopped by SIGTERM and says whether it is well', () => {
  expect(of('USER')).toEqual(['USER 10001:10001']);
  expect(of('STOPSIGNAL')).toEqual(['STOPSIGNAL SIGTERM']);
  expect(of('HEALTHCHECK').join('')).toMatch(/\/healthz/);
  // In this form the server, not a shell, gets the signals.
  expect(of('ENTRYPOINT')).toEqual(['ENTRYPOINT ["earth"]']);
  expect(of('ENV').join('')).not.toMatch(/KEY|SECRET|PASSWORD|TOKEN/);
});

test('the image has the locked libraries, and no secrets or data of the folder in which it is built', () => {
  expect(read('Dockerfile')).toMatch(/^RUN npm ci /m);
  expect(read('.dockerignore').split('\n')).toEqual(
    expect.arrayContaining([
      '**/.env*',
      'secrets.env',
      'compose.override.yaml',
      '*.tar',
      '.git',
      'data',
      '**/node_modules',
    ]),
  );
});

test('the image has each file and folder of the repository that the server reads', () => {
  const named = [...read('apps/server/src/config/places.ts').matchAll(/join\(repository, ([^)]+)\)/g)];
  const paths = named.map(([, parts = '']) => [...parts.matchAll(/'([^']+)'/g)].map(([, part]) => part).join('/'));
  expect(paths).toContain('package.json');
  const copied = of('COPY').map((line) => /\/earth\/(\S+) /.exec(line)?.[1] ?? '');
  for (const path of paths) expect(copied).toContain(path);
});

test('the command of the image knows those of npm that run a program of the server, and refuses others', () => {
  const command = read('deploy/image/earth');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  const known = [...command.matchAll(/^ {2}([a-z |-]+)\) program=(\S+) ;;$/gm)].flatMap(
    ([, names = '', program = '']) =>
      names.split(' | ').map((name) => [name, program.replace('$command', name)] as const),
  );
  const programs = Object.entries(scripts).flatMap(([name, line]) => {
    const script = /^node (scripts\/\S+)$/.exec(line)?.[1];
    const program = script && /runServerProgram\('([^']+)'/.exec(read(script))?.[1];
    return program ? [[name, program] as const] : [];
  });
  // For the development of the product, with pictures of the repository.
  const ours = new Set(['evaluate', 'photographs']);
  const expected = [['start', 'main'] as const, ...programs.filter(([name]) => !ours.has(name))];
  expect(Object.fromEntries(known)).toEqual(Object.fromEntries(expected));
  const refused = () =>
    execFileSync('sh', [join(ROOT, 'deploy/image/earth'), 'rm'], { encoding: 'utf8', stdio: 'pipe' });
  expect(refused).toThrow('rm is not known');
  for (const [name] of known) expect(refused).toThrow(new RegExp(`known:.*\\b${name}\\b`));
});

test('the image lacks the libraries that are in the bundle, and no other library of the server needs one of them', () => {
  const [, removed = ''] = /for library in ([^;]+); do rm/.exec(read('deploy/image/prune.sh')) ?? [];
  expect(removed.split(' ')).toEqual(BUNDLED_LIBRARIES);

  const { packages } = JSON.parse(read('package-lock.json')) as {
    readonly packages: Readonly<Record<string, { readonly dependencies?: Readonly<Record<string, string>> }>>;
  };
  const needed = new Map<string, readonly string[]>();
  const add = (name: string) => {
    if (needed.has(name) || BUNDLED_LIBRARIES.includes(name)) return;
    const folder = name.startsWith('@earth/') ? name.replace('@earth/', 'packages/') : `node_modules/${name}`;
    const needs = Object.keys((packages[name] ?? packages[folder])?.dependencies ?? {});
    // Ours are in the bundle.
    needed.set(name, folder === `node_modules/${name}` && name !== 'apps/server' ? needs : []);
    needs.forEach(add);
  };
  add('apps/server');
  expect(needed.size).toBeGreaterThan(50);
  const broken = [...needed].filter(([, needs]) => needs.some((one) => BUNDLED_LIBRARIES.includes(one)));
  expect(broken.map(([name]) => name)).toEqual([]);
});
