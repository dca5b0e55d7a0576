/** `npm run bench`: builds what changed and runs the benches (`bench/main.ts`); arguments select some, e.g. `-- call`. */
import { installBrowsers } from './browser.mjs';
import { findGoProgram } from './go-programs.mjs';
import { build, prepare } from './prepare.mjs';
import { runTool } from './run.mjs';
import { installTool } from './tools.mjs';

/** Networks are broken with these. */
const NETWORK_TOOLS = /** @type {const} */ (['ip', 'nft', 'sysctl']);

await prepare();
await build();
if (!(await installBrowsers())) process.exit(1);
const args = process.argv.slice(2);
if (args.length === 0 || args.some((name) => name === 'livekit' || name === 'carried')) {
  const program = await findGoProgram('livekit');
  if (program !== null) process.env['LIVEKIT_SERVER'] = program;
}
if (args.length === 0 || args.includes('blobs')) {
  const program = await findGoProgram('s3');
  if (program !== null) process.env['S3_SERVER'] = program;
}
if (args.length === 0 || args.includes('company')) await installTool('redis');
if (args.length === 0 || args.some((name) => name.startsWith('network')))
  for (const tool of NETWORK_TOOLS) await installTool(tool);
const { code } = await runTool('tsx', ['bench/main.ts', ...args]);
process.exitCode = code;
