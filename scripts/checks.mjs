/** The static checks. Each prints its findings and returns whether there were none. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ROOT, runNpm, runTool } from './run.mjs';

/** @type {{ name: string, needsBuild?: boolean, passes: () => Promise<boolean> }[]} */
export const CHECKS = [
  { name: 'lock', passes: checkLock },
  { name: 'format', passes: () => tool('@biomejs/biome', ['format', '.']) },
  { name: 'lint', passes: () => tool('oxlint', ['--type-aware', '--deny-warnings']) },
  { name: 'types', passes: checkTypes },
  { name: 'dead-code', passes: () => tool('knip', ['--no-progress']) },
  { name: 'texts', passes: async () => (await import('./texts.mjs')).checkTexts() },
  { name: 'styles', passes: async () => (await import('./styles.mjs')).checkStyles() },
  { name: 'boundaries', passes: async () => (await import('./boundaries.mjs')).checkBoundaries() },
  { name: 'kernels', passes: async () => (await import('./kernels.mjs')).checkKernels() },
  { name: 'size', needsBuild: true, passes: () => tool('size-limit', []) },
];

/** @param {string} name @param {readonly string[]} args */
async function tool(name, args) {
  return (await runTool(name, args)).code === 0;
}

/** `npm ci` must accept the lock file. */
async function checkLock() {
  const { code, output } = await runNpm(['ci', '--dry-run', '--ignore-scripts', '--loglevel=error'], { quiet: true });
  console.log(code === 0 ? 'package-lock.json is complete.' : output);
  return code === 0;
}

/** Every folder with a `tsconfig.json` of its own, in parallel. */
async function checkTypes() {
  const folders = workspaces().filter((folder) => existsSync(join(ROOT, folder, 'tsconfig.json')));
  const results = await Promise.all(
    folders.map((folder) => runTool('typescript', ['--project', folder, '--pretty'], { quiet: true })),
  );
  results.forEach(({ output }) => process.stdout.write(output));
  console.log(`${folders.length} projects: ${folders.join(', ')}`);
  return results.every(({ code }) => code === 0);
}

/** The repository itself, its scripts, and the workspaces of `package.json`. */
function workspaces() {
  /** @type {{ workspaces: string[] }} */
  const { workspaces: places } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const folders = places.flatMap((place) =>
    place.endsWith('/*') ? readdirSync(join(ROOT, dirname(place))).map((name) => `${dirname(place)}/${name}`) : [place],
  );
  return ['.', 'scripts', ...folders];
}
