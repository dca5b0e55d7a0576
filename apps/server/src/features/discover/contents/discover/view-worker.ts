/** Worker thread that processes views, one message each. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Kernels } from '@earth/vision';
import sharp from 'sharp';
import { processView, type ViewSource } from './process-view';

// One core is enough for what nobody waits for.
sharp.concurrency(1);
sharp.cache(false);

const wasm = createRequire(import.meta.url).resolve('@earth/vision/kernels.wasm');
const kernels = readFile(wasm).then(async (bytes) => new Kernels(await WebAssembly.compile(bytes)));

parentPort?.on('message', (source: ViewSource) => {
  void (async () => {
    parentPort?.postMessage(await processView(await kernels, source), []);
  })();
});
