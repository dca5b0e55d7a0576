import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from '../run.mjs';

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

test('the command of the image knows those of npm, and refuses others', () => {
  const command = read('deploy/image/earth');
  const { scripts } = JSON.parse(read('package.json')) as { readonly scripts: Readonly<Record<string, string>> };
  for (const name of ['start', 'backup', 'restore', 'move-blobs', 'import', 'logs']) {
    expect(scripts).toHaveProperty(name);
    expect(command).toMatch(new RegExp(`\\b${name}\\b.*\\)`));
  }
  const refused = () =>
    execFileSync('sh', [join(ROOT, 'deploy/image/earth'), 'rm'], { encoding: 'utf8', stdio: 'pipe' });
  expect(refused).toThrow('rm is not known');
});
