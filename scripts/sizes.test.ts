import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.mjs';

/** As the linter demands of everything else (`.oxlintrc.json`). */
const LINES_MAX = 400;

const filesIn = (folder: string, ending: string) =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith(ending))
    .map((name) => `${folder}/${name.replaceAll('\\', '/')}`);

test('kernels and style sheets, which the linter does not read, are no longer than 400 lines', () => {
  const files = [...filesIn('packages/vision/kernels', '.ts'), ...filesIn('apps/web/src', '.css')];
  expect(files.length).toBeGreaterThan(100);
  const linesOf = (file: string) => readFileSync(join(ROOT, file), 'utf8').trimEnd().split('\n').length;
  expect(files.filter((file) => linesOf(file) > LINES_MAX)).toEqual([]);
});

test('few tests of the web app replace modules, and few of its modules hold state', () => {
  const files = [...filesIn('apps/web/src', '.ts'), ...filesIn('apps/web/src', '.tsx')];
  const linesWith = (file: string, pattern: RegExp) =>
    readFileSync(join(ROOT, file), 'utf8')
      .split('\n')
      .filter((line) => pattern.test(line));
  const isTest = (file: string) => /\.test\.tsx?$/.test(file);
  expect(files.filter((file) => isTest(file) && linesWith(file, /^vi\.mock\(/).length > 0).length).toBeLessThanOrEqual(
    20,
  );
  const states = files.filter((file) => !isTest(file)).flatMap((file) => linesWith(file, /^let /));
  expect(states.length).toBeLessThanOrEqual(5);
});
