/** The settings are checked before anything is installed or built: a wrong one is said at once, not after a minute. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brandWants, problemOfArguments, readVariables } from '../apps/server/src/config/setting-rules.mjs';
import { ROOT } from './run.mjs';

/** Ends the process with one line if a setting cannot be used. To be called in the repository's folder. */
export function checkSettings() {
  try {
    if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile('.env');
    const { BRAND } = readVariables(process.env);
    if (!existsSync(join(ROOT, 'brands', String(BRAND), 'brand.json'))) throw new Error(brandWants(String(BRAND)));
  } catch (error) {
    end(error instanceof Error ? error.message : String(error));
  }
}

/** Ends the process with one line if `npm start` does not know an argument. @param {readonly string[]} given */
export function checkArguments(given) {
  const problem = problemOfArguments(given);
  if (problem !== undefined) end(problem);
}

/** @param {string} line */
function end(line) {
  console.error(line);
  process.exit(1);
}
