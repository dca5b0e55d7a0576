/** `npm run bench`: builds what changed and runs the benches (`bench/main.ts`); arguments select some, e.g. `-- call`. */
import { installBrowsers } from './browser.mjs';
import { build, prepare } from './prepare.mjs';
import { runTool } from './run.mjs';

await prepare();
await build();
if (!(await installBrowsers())) process.exit(1);
const { code } = await runTool('tsx', ['bench/main.ts', ...process.argv.slice(2)]);
process.exitCode = code;
