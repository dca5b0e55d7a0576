/** Which of the web app's files a browser loads before the first screen stands. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

const DIST = 'apps/web/dist';

/**
 * The scripts that the built page names, as entry or to be preloaded, and all that these import at once.
 * @returns {string[]} Paths relative to the repository.
 */
export function firstScreen() {
  const page = readFileSync(join(ROOT, DIST, 'index.html'), 'utf8');
  const named = [...page.matchAll(/(?:src|href)="\/([^"]+\.js)"/g)].map(([, file = '']) => `${DIST}/${file}`);
  return [...new Set(named)];
}
