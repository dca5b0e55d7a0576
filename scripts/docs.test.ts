import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.mjs';

const read = (file: string) => readFileSync(join(ROOT, file), 'utf8');
/** Folders that a build or a run creates. */
const LEFT_BEHIND = new Set(['node_modules', '.git', 'dist', 'data', 'test-results']);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter(({ name }) => !LEFT_BEHIND.has(name))
    .flatMap((entry) => {
      const path = join(folder, entry.name);
      return entry.isDirectory() ? filesIn(path) : [relative(ROOT, path).replaceAll('\\', '/')];
    });

const files = filesIn(ROOT);

/** The documents and the sources, except this file, which contains wrong examples. */
const written = files
  .filter((file) => /\.(?:md|tsx?|mjs|css)$/.test(file) && file !== 'scripts/docs.test.ts')
  .map((file) => ({ file, text: read(file) }));

const found = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name).toSorted();

test('the README names exactly the existing settings', () => {
  const settings = found(read('apps/server/src/config/setting-rules.mjs'), /^ {2}([A-Z][A-Z\d_]+): /gm);
  const rows = read('README.md')
    .split('\n')
    .filter((line) => /^\| `[A-Z]/.test(line))
    .map((line) => line.split('|')[1] ?? '');
  expect(settings).toEqual(expect.arrayContaining(['PORT', 'S3_BUCKET']));
  expect(found(rows.join('\n'), /`([A-Z][A-Z\d_]+)`/g)).toEqual(settings);
});

const escaped = (title: string) => title.replaceAll(/[$()*+.?[\\\]^{|}]/g, '\\$&');

/**
 * Whether a file has an active test whose name starts with the title. The pattern does not cross the beginning of another test.
 */
const isTested = (text: string, title: string): boolean =>
  !/\bdescribe\.(?:skip|todo|fixme)\b/.test(text) &&
  new RegExp(
    `(?<![.\\w])(?:test|describe)(?:\\.(?:each|describe))?(?=[(<\`])(?:(?!\\b(?:test|describe)[.(])[^;])*?'${escaped(title)}`,
  ).test(text);

const requirements = read('docs/requirements.md')
  .split('\n')
  .filter((line) => /^\| [AD]\d/.test(line))
  .map((line) => {
    const [, id = line, text = '', proof = ''] = /^\| ([AD]\d\.\d+) \| (.+) \| (.+) \|$/.exec(line) ?? [];
    const tests = [...proof.matchAll(/`([^`]+)` in `([^`]+)`/g)].map(([, title = '', file = '']) => ({ title, file }));
    return { id, text, proof, tests };
  });

test('each requirement has a unique id', () => {
  const ids = requirements.map(({ id }) => id);
  expect(ids.length).toBeGreaterThan(400);
  expect(ids.filter((id, at) => ids.indexOf(id) !== at || !/^[AD]\d\.\d+$/.test(id))).toEqual([]);
});

test('each requirement has a test, or says that it has none', () => {
  const without = requirements.filter(({ tests }) => tests.length === 0);
  expect(without.filter(({ proof }) => proof !== 'not built yet' && proof !== 'no test')).toEqual([]);
  const tests = requirements.flatMap((requirement) => requirement.tests);
  expect(tests.length).toBeGreaterThan(300);
  expect(tests.filter(({ title, file }) => !existsSync(join(ROOT, file)) || !isTested(read(file), title))).toEqual([]);
});

test('each cited id is the id of a requirement', () => {
  const ids = new Set(requirements.map(({ id }) => id));
  const cited = written.flatMap(({ file, text }) => found(text, /\b([AD]\d\.\d+)\b/g).map((id) => ({ file, id })));
  expect(cited.length).toBeGreaterThan(300);
  expect(cited.filter(({ id }) => !ids.has(id))).toEqual([]);
});

/** Citations of documents outside of the repository. */
const WITHOUT_ID = /\b(?:Assist|Discover)[ ,]+(?:sections? )?\d/;

test('requirements are cited by their ids', () => {
  expect(written.filter(({ text }) => WITHOUT_ID.test(text)).map(({ file }) => file)).toEqual([]);
});

/** The short forms of paths in documents and comments. */
const SHORT: readonly (readonly [RegExp, string])[] = [
  [/^server\//, 'apps/server/src/'],
  [/^features\//, 'apps/server/src/features/'],
  [/^web\//, 'apps/web/src/'],
  [/^decisions\//, 'docs/decisions/'],
];
const PATH =
  /(?<![\w./:@<>*~-])(?:\.{1,2}\/)*((?:\w[\w.-]*\/)+[\w.-]+\.(?:tsx?|mjs|css|md|json)|(?:apps|packages|docs|e2e|bench|scripts|interop|server|web|features|decisions)\/[\w./-]*\w\/?|\w[\w.-]*\.(?:tsx?|mjs|css|md))(?![\w*<>{…])/g;

/** The output folders of a build. */
const IS_BUILT = /(?:^|\/)dist(?:\/|$)/;

/** The paths of files and folders that a text names. A decision may be named by its number alone. */
const pathsOf = (text: string): string[] => found(text, PATH).map((path) => path.replace(/[./]+$/, ''));

const isThere = (path: string): boolean => {
  const place = SHORT.reduce((full, [short, long]) => full.replace(short, long), path);
  const isDecision = /^docs\/decisions\/\d{4}$/.test(place);
  return files.some(
    (file) =>
      `/${file}`.endsWith(`/${place}`) ||
      [`${place}/`, `${place}.`, ...(isDecision ? [`${place}-`] : [])].some((start) => file.startsWith(start)),
  );
};

test('a document or a comment only names existing files', () => {
  const named = written.flatMap(({ file, text }) => {
    const words = file.endsWith('.md') ? text : (text.match(/\/\*[\s\S]*?\*\/|(?<![:\w'"`])\/\/ .*/g) ?? []).join('\n');
    return pathsOf(words).map((path) => ({ file, path }));
  });
  expect(named.length).toBeGreaterThan(200);
  expect(named.filter(({ path }) => !isThere(path) && !IS_BUILT.test(path))).toEqual([]);
  // It looks for thousands of files, beside other tests on the same disk.
}, 30_000);

/** The anchors of a document's headings, as code hosts make them. */
const anchorsOf = (markdown: string): string[] =>
  found(markdown, /^#+ (.+)$/gm).map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );

test('a link of a document leads to a file, and to a heading in it', () => {
  const links = written
    .filter(({ file }) => file.endsWith('.md'))
    .flatMap(({ file, text }) => found(text, /\]\((?!https?:|\/)([^)\s]+)/g).map((link) => ({ file, link })));
  expect(links.length).toBeGreaterThan(50);
  const isBroken = ({ file, link }: { file: string; link: string }): boolean => {
    const [path = '', anchor] = link.split('#');
    const target = path === '' ? file : join(dirname(file), path);
    return !existsSync(join(ROOT, target)) || (anchor !== undefined && !anchorsOf(read(target)).includes(anchor));
  };
  expect(links.filter(isBroken)).toEqual([]);
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
])('ignores a skipped test: %s', (text, isProof) => {
  expect(isTested(text, 'A row')).toBe(isProof);
});
