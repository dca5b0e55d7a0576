/**
 * `npm run soak`: kills the server under load fifty times, every other time with its database, and ten times the database alone
 * (`apps/server/testing/soak.ts`). `-- 10` uses ten seeds, which are twelve kills, `-- 10 100` those from 100 on.
 */
import './node-version.mjs';
import { install } from './install.mjs';
import { ROOT, runTool } from './run.mjs';

process.chdir(ROOT);
await install();
const { code } = await runTool('tsx', ['apps/server/testing/soak.ts', ...process.argv.slice(2)]);
process.exitCode = code;
