/** `npm run logs`: installs what is missing, builds what changed, and prints the crash logs of the app. */
import './node-version.mjs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { checkSettings } from './check-settings.mjs';
import { install } from './install.mjs';
import { ROOT, run } from './run.mjs';

process.chdir(ROOT);
checkSettings();
await install();
const { code } = await run(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
if (code !== 0) process.exit(code);

process.setSourceMapsEnabled(true);
await import(pathToFileURL(join(ROOT, 'apps/server/dist/cli/print-crash-logs.js')).href);
