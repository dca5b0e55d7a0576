/** Graph of imports between source files: finds circles, and folders with too many files. Type and dynamic imports count. */
import { posix } from 'node:path';
import { usesIn } from './source-uses.mjs';

const isTest = (/** @type {string} */ path) => /\.test\.tsx?$|\/testing\//.test(path);

/**
 * @param {ReadonlyMap<string, string>} sources Texts by their paths.
 * @returns {string[][]} Each circle once: its paths, with the first repeated at the end. Tests are ignored.
 */
export function findCircles(sources) {
  const graph = new Map(
    [...sources]
      .filter(([path]) => !isTest(path))
      .map(([path, text]) => [path, new Set(usesIn(path, text).flatMap((use) => importedFile(path, use, sources)))]),
  );
  /** @type {string[][]} */
  const circles = [];
  /** @type {Set<string>} */
  const done = new Set();
  /** @type {string[]} */
  const way = [];
  // Depth-first search: an import of a file on the current path closes a circle.
  /** @param {string} path */
  const visit = (path) => {
    const start = way.indexOf(path);
    if (start >= 0) circles.push([...way.slice(start), path]);
    if (start >= 0 || done.has(path)) return;
    way.push(path);
    graph.get(path)?.forEach(visit);
    way.pop();
    done.add(path);
  };
  for (const path of graph.keys()) visit(path);
  return circles;
}

/**
 * @param {string} path
 * @param {import('./source-uses.mjs').Use} use
 * @param {ReadonlyMap<string, string>} sources
 */
function importedFile(path, { kind, name }, sources) {
  if (kind !== 'import' || !name.startsWith('.')) return [];
  const place = posix.join(posix.dirname(path), name);
  return [place, `${place}.ts`, `${place}.tsx`, `${place}/index.ts`].filter((file) => sources.has(file));
}

/** More are hard to take in at a glance. */
const FOLDER_MAX = 40;

/**
 * @param {readonly string[]} paths
 * @returns {{ folder: string, count: number }[]} Folders with more source files directly in them, tests excluded.
 */
export function findFullFolders(paths) {
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const path of paths)
    if (!isTest(path)) counts.set(posix.dirname(path), (counts.get(posix.dirname(path)) ?? 0) + 1);
  return [...counts].flatMap(([folder, count]) => (count > FOLDER_MAX ? [{ folder, count }] : []));
}
