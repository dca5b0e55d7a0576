/** `npm run bench`: builds what changed and runs the benchmarks (`bench/main.ts`); arguments select some, e.g. `-- call`. */
import './node-version.mjs';
import { join } from 'node:path';
import { installBrowsers } from './browser.mjs';
import { install } from './install.mjs';
import { ROOT, run, runTool } from './run.mjs';

process.chdir(ROOT);
await install();
const built = await run(process.execPath, [join(ROOT, 'scripts/build.mjs')]);
if (built.code !== 0 || !(await installBrowsers())) process.exit(1);
const { code } = await runTool('tsx', ['bench/main.ts', ...process.argv.slice(2)]);
process.exitCode = code;
