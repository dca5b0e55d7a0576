/** Client of the worker that unpacks models. It starts with the first compressed part. */
import basisUrl from 'three/addons/libs/basis/basis_transcoder.wasm?url';
import dracoUrl from 'three/addons/libs/draco/gltf/draco_decoder.wasm?url';
import { fetchAsset } from '../../../platform/http/asset';
import type { DecodedMesh, DecodedTexture, DecoderAnswer, DecoderJob, DecoderResults } from './decoder-job';

type Attributes = Extract<DecoderJob, { type: 'mesh' }>['attributes'];

interface Pending {
  resolve(result: never): void;
  reject(error: Error): void;
}

export class ModelDecoder {
  readonly #signal: AbortSignal;
  readonly #waiting = new Map<number, Pending>();
  #worker: Worker | null = null;
  #lastId = 0;

  /** @param signal ends the worker */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
    signal.addEventListener('abort', () => this.#end());
  }

  async mesh(data: Uint8Array, attributes: Attributes): Promise<DecodedMesh> {
    return this.#run({ type: 'mesh', wasm: await fetchAsset(dracoUrl, this.#signal), data, attributes });
  }

  async texture(data: Uint8Array): Promise<DecodedTexture> {
    return this.#run({ type: 'texture', wasm: await fetchAsset(basisUrl, this.#signal), data });
  }

  buffer(job: Omit<Extract<DecoderJob, { type: 'buffer' }>, 'type'>): Promise<Uint8Array> {
    return this.#run({ type: 'buffer', ...job });
  }

  /** When the model is loaded. */
  stop() {
    this.#end();
  }

  #run<Job extends DecoderJob>(job: Job): Promise<DecoderResults[Job['type']]> {
    return new Promise((resolve, reject) => {
      this.#signal.throwIfAborted();
      const worker = (this.#worker ??= this.#start());
      this.#lastId += 1;
      this.#waiting.set(this.#lastId, { resolve, reject });
      worker.postMessage({ id: this.#lastId, job }, []);
    });
  }

  #start(): Worker {
    const worker = new Worker(new URL('./models.wasm-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('error', () => this.#end());
    worker.addEventListener('message', ({ data: { id, result, error } }: MessageEvent<DecoderAnswer>) => {
      const pending = this.#waiting.get(id);
      this.#waiting.delete(id);
      if (error === undefined) pending?.resolve(result as never);
      else pending?.reject(new Error(error));
    });
    return worker;
  }

  #end() {
    this.#worker?.terminate();
    this.#worker = null;
    for (const { reject } of this.#waiting.values()) reject(new Error('The decoder has ended'));
    this.#waiting.clear();
  }
}
