/** Finds what a source file uses: modules, the network, the environment, the clock, randomness. */
import { parseSync, Visitor } from 'oxc-parser';

/**
 * @typedef {object} Use
 * @property {'import' | 'fetch' | 'environment' | 'clock' | 'chance'} kind
 * @property {string} name The module, or the code itself.
 * @property {number} line From 1.
 */
/** @typedef {{ start: number, end: number }} Span */

/** @type {readonly [Use['kind'], RegExp][]} */
const MEMBERS = [
  ['environment', /^process\.env$/],
  ['clock', /^(Date|performance)\.now$/],
  ['chance', /^(Math\.random|((globalThis|window)\.)?crypto\.(randomUUID|getRandomValues))$/],
];
/** @type {readonly [Use['kind'], RegExp][]} */
const CALLS = [
  ['fetch', /^((window|globalThis|self)\.)?fetch$/],
  ['chance', /^random(UUID|Bytes|Int)$/],
];

/**
 * Parses the syntax tree, types included.
 * @param {string} path Its extension tells the language (ts or tsx).
 * @param {string} text
 * @returns {Use[]}
 */
export function usesIn(path, text) {
  /** @type {Use[]} */
  const uses = [];
  /** @param {Use['kind']} kind @param {string} name @param {Span} at */
  const add = (kind, name, at) => uses.push({ kind, name, line: text.slice(0, at.start).split('\n').length });
  /** @param {Span} node */
  const code = ({ start, end }) => text.slice(start, end);
  /** @param {readonly [Use['kind'], RegExp][]} patterns @param {Span} node */
  const addMatching = (patterns, node) => {
    const found = patterns.find(([, pattern]) => pattern.test(code(node)));
    if (found) add(found[0], code(node), node);
  };
  /** @param {{ source: (Span & { value?: unknown }) | null }} node */
  const addModule = ({ source }) => {
    if (typeof source?.value === 'string') add('import', source.value, source);
  };

  new Visitor({
    ImportDeclaration: addModule,
    ExportNamedDeclaration: addModule,
    ExportAllDeclaration: addModule,
    ImportExpression: addModule,
    TSImportType: addModule,
    MemberExpression: (node) => addMatching(MEMBERS, node),
    CallExpression: ({ callee }) => addMatching(CALLS, callee),
    NewExpression: (node) => {
      if (code(node) === 'new Date()') add('clock', 'new Date()', node);
    },
  }).visit(parseSync(path, text).program);
  return uses;
}
