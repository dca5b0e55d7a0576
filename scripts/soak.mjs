/**
 * `npm run soak`: kills the server under load fifty times, every other time with its database, and ten times the database alone
 * (`apps/server/testing/soak.ts`). `-- 10` uses ten seeds, which are twelve kills, `-- 10 100` those from 100 on.
 */
import { prepare } from './prepare.mjs';
import { runTool } from './run.mjs';

await prepare();
const { code } = await runTool('tsx', ['apps/server/testing/soak.ts', ...process.argv.slice(2)]);
process.exitCode = code;
