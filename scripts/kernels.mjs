/** Compiles the WebAssembly kernels of `packages/vision`. The compiler has 100 MB, so it is installed only when it is used. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, runNpm } from './run.mjs';

const COMPILER = 'assemblyscript@0.28.20';
const SOURCE = 'packages/vision/kernels/kernels.ts';
const BINARY = 'packages/vision/kernels/kernels.wasm';
const OPTIONS = ['--enable', 'simd', '--runtime', 'stub', '-O3', '--noAssert', '--importMemory'];

/**
 * @param {string} to A path relative to the repository.
 * @returns {Promise<boolean>} Whether it was compiled; errors are printed.
 */
async function compile(to) {
  const folder = join(ROOT, 'node_modules', '.cache', COMPILER);
  const program = join(folder, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
  if (!existsSync(program)) {
    const installed = await runNpm(['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', COMPILER], {
      quiet: true,
    });
    if (installed.code !== 0) console.error(installed.output);
  }
  const { code, output } = await run(process.execPath, [program, SOURCE, '-o', to, ...OPTIONS], { quiet: true });
  if (code !== 0) console.error(output);
  return code === 0;
}

/** Whether the committed binary is what the compiler makes of the source. */
export async function checkKernels() {
  const made = 'node_modules/.cache/kernels.wasm';
  if (!(await compile(made))) return false;
  const isSame = readFileSync(join(ROOT, made)).equals(readFileSync(join(ROOT, BINARY)));
  console.log(isSame ? 'kernels.wasm is up to date.' : `${BINARY} is not what ${SOURCE} gives: run «npm run kernels».`);
  return isSame;
}

if (process.argv[1] === import.meta.filename && !(await compile(BINARY))) process.exitCode = 1;
