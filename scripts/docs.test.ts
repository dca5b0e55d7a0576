import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.mjs';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name).toSorted();

test('the README names exactly the settings that there are', () => {
  const settings = found(read('apps/server/src/config/setting-rules.mjs'), /^ {2}([A-Z][A-Z_]+): /gm);
  const rows = read('README.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line))
    .map((line) => line.split('|')[1] ?? '');
  expect(settings.length).toBeGreaterThan(10);
  expect(found(rows.join('\n'), /`([A-Z_]+)`/g)).toEqual(settings);
});

test('the map leads to files that are there', () => {
  const [, where = ''] = read('docs/architecture.md').split('## Where is …');
  const paths = found(where, /`((?:server|web|packages)\/[\w./-]+)`/g);
  const missing = paths.filter((path) => {
    const place = path.replace(/^server\//, 'apps/server/src/').replace(/^web\//, 'apps/web/src/');
    return !existsSync(join(ROOT, place));
  });
  expect(paths.length).toBeGreaterThan(15);
  expect(missing).toEqual([]);
});

const escaped = (title: string) => title.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/** Whether a file has a test whose name begins so, and that runs. Between its beginning and its name no other test begins. */
const isTested = (text: string, title: string): boolean =>
  !/\bdescribe\.(?:skip|todo|fixme)\b/.test(text) &&
  new RegExp(
    `(?<![.\\w])(?:test|describe)(?:\\.(?:each|describe))?(?=[(<\`])(?:(?!\\b(?:test|describe)[.(])[^;])*?'${escaped(title)}`,
  ).test(text);

test('each row of the document has a test of its name', () => {
  const lines = read('docs/document-rows.md')
    .split('\n')
    .filter((line) => line.startsWith('| ') && line.includes('`'));
  const rows = lines.map((line) => {
    const [, title = line, file = ''] = /^\| .+ \| `(.+)` \| `(.+)` \|$/.exec(line) ?? [];
    return { title, file };
  });
  expect(rows.length).toBeGreaterThan(45);
  expect(rows.filter(({ title, file }) => !existsSync(join(ROOT, file)) || !isTested(read(file), title))).toEqual([]);
});

test.each([
  ["test('A row: it holds', () => {", true],
  ["test.each([1, 2])('A row: %s', (one) => {", true],
  ["test.describe('A row', () => {", true],
  ["test.skip('A row: it holds', () => {", false],
  ["test.todo('A row')", false],
  ["test.fixme('A row', async () => {", false],
  ["test.skip.each([1])('A row: %s', (one) => {", false],
  ["describe.skip('All of them', () => {\n  test('A row', () => {", false],
  ["describe('All of them', () => {\n  test('A row', () => {", true],
  ["describe('All of them', () => {\n  test.skip('A row', () => {", false],
  ["test.describe('All of them', () => {\n  test.fixme('A row', () => {", false],
  ["test('Another', () => expect(1).toBe(1))\ntest.skip('A row', () => {", false],
])('a test that is left out proves nothing: %s', (text, isProof) => {
  expect(isTested(text, 'A row')).toBe(isProof);
});
