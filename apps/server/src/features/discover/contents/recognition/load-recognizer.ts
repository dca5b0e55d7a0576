import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { Recognizer } from '@earth/vision/recognition';

/** The recognizer with the net and the kernels of the package. */
export async function loadRecognizer(): Promise<Recognizer> {
  const { resolve } = createRequire(import.meta.url);
  const read = (name: string) => readFile(resolve(`@earth/vision/${name}`));
  const [net, kernels] = await Promise.all([read('recognition-net.bin'), read('recognition.wasm')]);
  return await Recognizer.load(net, kernels);
}
