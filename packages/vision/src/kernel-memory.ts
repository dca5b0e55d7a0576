/**
 * The memory of the WebAssembly kernels. Each call lays out what it needs, over what the call before left there, so the memory is as large as the
 * largest call needs and nothing in it must be freed one by one: it goes with the object.
 */
import type { KernelExports } from './kernel-exports';

const PAGE = 65_536;
/** 64 MB: a limit that no picture of the engine reaches, so that a mistake fails instead of taking the device's memory. */
const PAGES_MAX = 1024;
/** Bytes of a vector: loops read, and some write, up to one more than they need. */
export const VECTOR = 16;

export const aligned = (address: number): number => (address + VECTOR - 1) & ~(VECTOR - 1);

export class KernelMemory<Exports = KernelExports> {
  readonly exports: Exports;
  readonly #memory = new WebAssembly.Memory({ initial: 32, maximum: PAGES_MAX });

  constructor(module: WebAssembly.Module) {
    const env = { memory: this.#memory, abort: () => undefined };
    this.exports = new WebAssembly.Instance(module, { env }).exports as unknown as Exports;
  }

  /** Another one after `layOut` had to grow it. */
  get buffer(): ArrayBuffer {
    return this.#memory.buffer;
  }

  bytesAt(address: number, length: number): Uint8Array {
    return new Uint8Array(this.#memory.buffer, address, length);
  }

  /** Addresses for parts of these sizes, from `start` on, and the end of the last one. */
  layOut<Sizes extends readonly number[]>(
    start: number,
    ...sizes: Sizes
  ): readonly [...{ [at in keyof Sizes]: number }, number] {
    let end = start;
    const addresses = sizes.map((size) => {
      const address = end;
      end = aligned(end + size + VECTOR);
      return address;
    });
    const missing = end - this.#memory.buffer.byteLength;
    if (missing > 0) this.#memory.grow(Math.ceil(missing / PAGE));
    return [...addresses, end] as unknown as readonly [...{ [at in keyof Sizes]: number }, number];
  }
}
