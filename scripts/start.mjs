/**
 * `npm start`: installs what is missing, builds what changed, and becomes the server. It runs in this very process, so
 * that a signal from the terminal, from npm or from a service manager reaches it as it is, and its exit code is ours.
 * Whatever follows (`npm start -- --lan`) goes to the server.
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
