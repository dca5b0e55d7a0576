/** Compiles the WebAssembly kernels of `packages/vision`. The compiler has 100 MB, so it is installed only when it is used. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, run, runNpm } from './run.mjs';

const COMPILER = 'assemblyscript@0.28.20';
const FOLDER = 'packages/vision/kernels';
/** A source each; a binary of the same name stands beside it. */
const KERNELS = ['kernels', 'recognition'];
const OPTIONS = ['--enable', 'simd', '--runtime', 'stub', '-O3', '--noAssert', '--importMemory'];

/**
 * @param {string} name One of `KERNELS`.
 * @param {string} to A path relative to the repository.
 * @returns {Promise<boolean>} Whether it was compiled; errors are printed.
 */
async function compile(name, to) {
  const folder = join(ROOT, 'node_modules', '.cache', COMPILER);
  const program = join(folder, 'node_modules', 'assemblyscript', 'bin', 'asc.js');
  if (!existsSync(program)) {
    const installed = await runNpm(['install', '--prefix', folder, '--no-save', '--no-audit', '--no-fund', COMPILER], {
      quiet: true,
    });
    if (installed.code !== 0) console.error(installed.output);
  }
  const { code, output } = await run(process.execPath, [program, `${FOLDER}/${name}.ts`, '-o', to, ...OPTIONS], {
    quiet: true,
  });
  if (code !== 0) console.error(output);
  return code === 0;
}

/** Whether the committed binaries are what the compiler makes of the sources. */
export async function checkKernels() {
  let areSame = true;
  for (const name of KERNELS) {
    const made = `node_modules/.cache/${name}.wasm`;
    const binary = `${FOLDER}/${name}.wasm`;
    if (!(await compile(name, made))) return false;
    const isSame = readFileSync(join(ROOT, made)).equals(readFileSync(join(ROOT, binary)));
    console.log(
      isSame ? `${name}.wasm is up to date.` : `${binary} is not what its source gives: run «npm run kernels».`,
    );
    areSame &&= isSame;
  }
  return areSame;
}

if (process.argv[1] === import.meta.filename)
  for (const name of KERNELS) if (!(await compile(name, `${FOLDER}/${name}.wasm`))) process.exitCode = 1;
