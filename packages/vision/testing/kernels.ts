import { readFileSync } from 'node:fs';
import { Kernels } from '../src/kernels';

const module = new WebAssembly.Module(readFileSync(new URL('../kernels/kernels.wasm', import.meta.url)));

export const testKernels = (): Kernels => new Kernels(module);
