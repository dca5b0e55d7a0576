/** Validates the settings before anything is installed or built, so that an error is reported at once. */
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { brandProblem, problemOfArguments, readVariables } from '../apps/server/src/config/setting-rules.mjs';
import { ROOT } from './run.mjs';

/** Exits with a one-line error if a setting is invalid. Must be called in the repository's folder. */
export function checkSettings() {
  try {
    if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile('.env');
    const { BRAND } = readVariables(process.env);
    if (!existsSync(join(ROOT, 'brands', String(BRAND), 'brand.json'))) throw new Error(brandProblem(String(BRAND)));
  } catch (error) {
    end(error instanceof Error ? error.message : String(error));
  }
}

/**
 * Exits with a one-line error if `npm start` does not know an argument.
 * @param {readonly string[]} given
 */
export function checkArguments(given) {
  const problem = problemOfArguments(given);
  if (problem !== undefined) end(problem);
}

/** @param {string} line */
function end(line) {
  console.error(line);
  process.exit(1);
}
