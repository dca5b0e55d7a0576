/** `npm run backup -- FILE`. FILE is relative to the current folder. */
import { resolve } from 'node:path';
import { runServerProgram } from './prepare.mjs';

const from = process.env['INIT_CWD'] ?? process.cwd();
process.argv = process.argv.map((argument, index) =>
  index > 1 && !argument.startsWith('--') ? resolve(from, argument) : argument,
);
await runServerProgram('cli/backup');
