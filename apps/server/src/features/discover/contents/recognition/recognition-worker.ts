/** Worker thread of recognition: decodes pictures, describes them, and compares them with catalogues. One task at a time. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { parentPort } from 'node:worker_threads';
import { Recognizer } from '@earth/vision/recognition';
import sharp from 'sharp';
import { createTaskRunner } from './run-task';
import type { Task } from './tasks';

// Beside the server's own thread, that of views, and others like this one.
sharp.concurrency(1);
sharp.cache(false);

const { resolve } = createRequire(import.meta.url);
const read = (name: string) => readFile(resolve(`@earth/vision/${name}`));

const runner = Promise.all([read('recognition-net.bin'), read('recognition.wasm')]).then(async ([net, kernels]) =>
  createTaskRunner(await Recognizer.load(net, kernels)),
);

parentPort?.on('message', (task: Task) => {
  void (async () => {
    const run = await runner;
    parentPort?.postMessage(await run(task), []);
  })();
});
