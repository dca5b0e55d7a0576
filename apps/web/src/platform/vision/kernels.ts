import { Kernels } from '@earth/vision';
import url from '@earth/vision/kernels.wasm?url';

/**
 * The kernels of the vision engine, with memory of their own. Only a worker whose file is named `*.wasm-worker.ts` may compile
 * them: see `contentPolicy` of the server. Rejects if they cannot be loaded.
 */
export async function loadKernels(): Promise<Kernels> {
  return new Kernels(await WebAssembly.compileStreaming(fetch(url)));
}
