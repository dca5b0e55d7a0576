/** `npm run evaluate -- FOLDER`: how well photographs of known products are recognized. Paths are relative to the current folder. */
import { resolve } from 'node:path';
import { runServerProgram } from './prepare.mjs';

const from = process.env['INIT_CWD'] ?? process.cwd();
/** Options whose value is no path. */
const WORDS = new Set(['--model', '--company', '--seed']);
process.argv = process.argv.map((argument, index, all) =>
  index > 1 && !argument.startsWith('--') && !WORDS.has(all[index - 1] ?? '') ? resolve(from, argument) : argument,
);
if (!process.argv.includes('--page')) process.argv.push('--page', resolve(from, 'evaluation.html'));
await runServerProgram('cli/evaluate-recognition');
