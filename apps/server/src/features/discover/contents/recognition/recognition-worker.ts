/** Worker thread of recognition: decodes pictures, describes them, and compares them with catalogues. One task at a time. */
import { parentPort } from 'node:worker_threads';
import sharp from 'sharp';
import { loadRecognizer } from './load-recognizer';
import { createTaskRunner } from './run-task';
import type { Task } from './tasks';

// Beside the server's own thread, that of views, and others like this one.
sharp.concurrency(1);
sharp.cache(false);

const runner = loadRecognizer().then(createTaskRunner);

parentPort?.on('message', (task: Task) => {
  void (async () => {
    const run = await runner;
    parentPort?.postMessage(await run(task), []);
  })();
});
