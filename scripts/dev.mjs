/**
 * `npm run dev`: the server, restarted when its code changes, and the web app with hot reload, in one terminal. Open the address
 * that Vite prints; it proxies the server's paths.
 */
import { join } from 'node:path';
import { checkArguments, checkSettings } from './check-settings.mjs';
import { prepare } from './prepare.mjs';
import { ROOT, runTool, stopAll } from './run.mjs';

process.chdir(ROOT);
checkArguments(process.argv.slice(2));
checkSettings();
await prepare();
const server = process.env['SERVER_URL'] ?? `http://localhost:${process.env['PORT'] ?? 8080}`;
await Promise.race([
  runTool('tsx', ['watch', '--clear-screen=false', 'apps/server/src/main.ts', ...process.argv.slice(2)]),
  runTool('vite', ['--clearScreen', 'false'], {
    cwd: join(ROOT, 'apps/web'),
    env: { SERVER_URL: server },
  }),
]);
// One of the two has ended: the other is useless alone.
stopAll();
