/** `npm run import -- FILE`: imports contents from a file into the server's database. FILE is relative to the current folder. */
import { resolve } from 'node:path';
import { runServerProgram } from './prepare.mjs';

const from = process.env['INIT_CWD'] ?? process.cwd();
process.argv = process.argv.map((argument, index) =>
  index > 1 && /\.(json|csv)$/i.test(argument) ? resolve(from, argument) : argument,
);
await runServerProgram('cli/import-contents');
