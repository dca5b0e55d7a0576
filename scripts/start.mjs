/**
 * `npm start`: installs what is missing, builds what changed, and runs the server in this process, so that signals from the
 * terminal, from npm or from a service manager reach it directly, and its exit code is ours. Further arguments (`npm start --
 * --lan`) are passed to the server.
 */
import './node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkArguments, checkSettings } from './check-settings.mjs';
import { install } from './install.mjs';
import { ROOT, run } from './run.mjs';

process.chdir(ROOT);
checkArguments(process.argv.slice(2));
checkSettings();
await install();
const { code } = await run(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
if (code !== 0) process.exit(code);

process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, 'apps/server/dist/main.js')).href);
