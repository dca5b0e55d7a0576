/**
 * Checks the rules of `docs/architecture.md` that types cannot express: which modules may import which, and which files may use the
 * network, the database, the environment, the clock and randomness.
 */
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { ROOT } from './run.mjs';
import { findCircles, findFullFolders } from './import-graph.mjs';
import { usesIn } from './source-uses.mjs';

/**
 * The allowed imports of each workspace, tests excluded: packages list all of them, apps may use any npm and Node.js module.
 * @type {Record<string, RegExp>}
 */
const ALLOWED = {
  'packages/contracts': /^zod\b/,
  'packages/crypto': /^(@earth\/contracts|@hpke\/core|@noble\/hashes\/argon2\.js|zod\/mini)$/,
  'packages/annotations': /^@earth\/(async|contracts)$/,
  'packages/async': /^(?!)/,
  'packages/messaging': /^@earth\/(async|contracts)$/,
  'packages/calls': /^(@earth\/(annotations|async|contracts|messaging)|xstate)$/,
  'packages/kml': /^(@earth\/contracts\/(constants|text)|fflate|geojson|saxes)$/,
  'packages/vision': /^(?!)/,
  'apps/server':
    /^(@earth\/(async|contracts)|@earth\/crypto\/keys|@earth\/kml|@earth\/vision(\/(random|recognition|textures))?|(?!@earth\/).*)$/,
  'apps/web':
    /^(@earth\/(annotations|async|contracts|contracts\/(constants|entities|wire)|crypto|crypto\/own-keys|calls|kml|kml\/error|messaging|vision|vision\/recognition|vision\/(kernels|recognition)\.wasm\?url|vision\/recognition-net\.bin\?url)|(?!@earth\/).*)$/,
};

/**
 * The layers of the web app, the lowest first: each may import itself and lower ones. Features are in folders by wing. `app/` may
 * import everything, and nothing may import it.
 */
const LAYERS = ['platform', 'shared', 'ui', 'features', 'app'];
const WINGS = 'assist|discover|account|admin';

/** @typedef {{ path: string, workspace: string, isTest: boolean }} Source */
/**
 * @typedef {object} Rule
 * @property {string} message
 * @property {import('./source-uses.mjs').Use['kind'][]} about
 * @property {boolean} [testsToo]
 * @property {(source: Source, name: string) => boolean} broken
 */

/** @type {Rule[]} */
const RULES = [
  {
    message: 'a workspace imports only workspaces below it',
    about: ['import'],
    broken: ({ workspace }, name) => !name.startsWith('.') && !ALLOWED[workspace]?.test(name),
  },
  {
    message: 'another workspace is imported by its package name',
    about: ['import'],
    testsToo: true,
    broken: ({ path, workspace, isTest }, name) => {
      const place = `${target(path, name)}/`;
      return (
        name.startsWith('.') && !place.startsWith(`${workspace}/`) && !(isTest && /^(interop|scripts)\//.test(place))
      );
    },
  },
  {
    message: 'only the index and the model of another feature may be imported',
    about: ['import'],
    broken: ({ path }, name) => {
      const from = featureOf(path);
      const to = featureOf(target(path, name));
      return (
        from !== undefined && to !== undefined && from.folder !== to.folder && !/^(index$|model\/|$)/.test(to.inside)
      );
    },
  },
  {
    message: 'shared code does not import features',
    about: ['import'],
    broken: ({ path }, name) =>
      /^apps\/server\/src\/(context\.ts|(http|db|config|adapters|async|host)\/)/.test(path) &&
      featureOf(target(path, name)) !== undefined,
  },
  {
    message: `a layer imports only lower layers: ${LAYERS.toReversed().join(', ')}`,
    about: ['import'],
    broken: ({ path }, name) => layerOf(path) >= 0 && layerOf(path) < layerOf(target(path, name)),
  },
  {
    message: 'the style sheet of another folder is not imported: what is shared is a component',
    about: ['import'],
    broken: (_, name) => name.endsWith('.module.css') && !/^\.\/[^/]+$/.test(name),
  },
  {
    message: 'SQL is only allowed in store.ts and db/',
    about: ['import'],
    broken: ({ path }, name) =>
      path.startsWith('apps/server/src/') &&
      !/^apps\/server\/src\/(db\/|context\.ts|features\/.*\bstore\.ts)/.test(path) &&
      (/^(drizzle-orm|pg)\b/.test(name) || target(path, name).startsWith('apps/server/src/db/schema')),
  },
  {
    message: 'only platform/ of the web app uses the network',
    about: ['fetch'],
    broken: ({ path, workspace }) => workspace !== 'apps/server' && !path.startsWith('apps/web/src/platform/'),
  },
  {
    message: 'only the configuration reads the environment',
    about: ['environment'],
    broken: ({ path }) => !/^apps\/server\/src\/(config\/|main\.ts)/.test(path),
  },
  {
    message: 'the clock and randomness are taken from the context',
    about: ['clock', 'chance'],
    broken: ({ path }) => /^(apps\/server\/src\/(features|http)|packages\/calls\/src)\//.test(path),
  },
];

/**
 * Checks all sources and prints the violations.
 * @returns {boolean} Whether there are none.
 */
export function checkBoundaries() {
  const paths = Object.keys(ALLOWED).flatMap(sourcesIn);
  const sources = new Map(paths.map((path) => [path, readFileSync(join(ROOT, path), 'utf8')]));
  const findings = [
    ...[...sources].flatMap(([path, text]) => violations(path, text)),
    ...findCircles(sources).map((circle) => `A circle of imports: ${circle.join(' → ')}`),
    ...findFullFolders(paths).map(({ folder, count }) => `${folder} has ${count} source files directly in it.`),
  ];
  for (const finding of findings) console.error(finding);
  if (findings.length === 0) console.log('No violation of the import boundaries.');
  return findings.length === 0;
}

/**
 * @param {string} path Of a source file, relative to the repository, with `/`.
 * @param {string} text Its content.
 * @returns {string[]} One line for each violation.
 */
export function violations(path, text) {
  const [workspace = ''] = /^\w+\/\w+/.exec(path) ?? [];
  const isTest = /\.test\.tsx?$|^\w+\/\w+\/(testing\/|tests\/|[\w.-]+\.config\.ts$)/.test(path);
  const rules = RULES.filter(({ testsToo }) => testsToo || !isTest);
  return usesIn(path, text).flatMap(({ kind, name, line }) =>
    rules
      .filter(({ about, broken }) => about.includes(kind) && broken({ path, workspace, isTest }, name))
      .map(({ message }) => `${path}:${line}: «${name}»: ${message}.`),
  );
}

/**
 * The path of a relative import, without its extension; empty for a package.
 * @param {string} path
 * @param {string} name
 */
function target(path, name) {
  return name.startsWith('.') ? posix.join(dirname(path), name).replace(/\/$/, '') : '';
}

/** Features are in folders by wing; the public assets belong to none. */
const FEATURE = new RegExp(
  `^(apps/(?:server/src/features/(?:assets(?=/|$)|[\\w-]+/[\\w-]+)|web/src/(?:${WINGS})/[\\w-]+))/?(.*)$`,
);

/** @param {string} path */
function featureOf(path) {
  const [, folder, inside = ''] = FEATURE.exec(path) ?? [];
  return folder === undefined ? undefined : { folder, inside };
}

/**
 * The index in LAYERS of a web app file; -1: elsewhere.
 * @param {string} path
 */
function layerOf(path) {
  const [, folder = ''] = /^apps\/web\/src\/(\w+)\//.exec(path) ?? [];
  return LAYERS.indexOf(new RegExp(`^(${WINGS})$`).test(folder) ? 'features' : folder);
}

/**
 * @param {string} folder
 * @returns {string[]}
 */
function sourcesIn(folder) {
  return readdirSync(join(ROOT, folder))
    .filter((name) => name !== 'node_modules' && name !== 'dist')
    .map((name) => `${folder}/${name}`)
    .flatMap((path) => {
      if (statSync(join(ROOT, path)).isDirectory()) return sourcesIn(path);
      return /\.tsx?$/.test(path) ? [path] : [];
    });
}
