/**
 * `npm run import -- FILE`: installs what is missing, builds what changed, and imports contents from a file into the server's
 * database. FILE is relative to the current folder.
 */
import './node-version.mjs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkSettings } from './check-settings.mjs';
import { install } from './install.mjs';
import { ROOT, run } from './run.mjs';

const from = process.env['INIT_CWD'] ?? process.cwd();
process.argv = process.argv.map((argument, index) =>
  index > 1 && /\.(json|csv)$/i.test(argument) ? resolve(from, argument) : argument,
);
process.chdir(ROOT);
checkSettings();
await install();
const { code } = await run(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
if (code !== 0) process.exit(code);

process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, 'apps/server/dist/cli/import-contents.js')).href);
