/** The messages between the page and the worker of the recognition engine. */
import type { RecognitionMode } from '@earth/contracts';
import type { DeviceMatch } from '../model/match';

export interface SearchOptions {
  readonly mode: RecognitionMode;
  readonly max: number;
  /** Looks for several products in the picture. */
  readonly regions: boolean;
}

export type RecognitionJob =
  /** The variance of the Laplacian of a picture, which the worker closes. */
  | { readonly type: 'sharpness'; readonly picture: ImageBitmap }
  /** The WebAssembly of the kernels, the weights of the net, and the index of a catalogue. */
  | { readonly type: 'load'; readonly kernels: ArrayBuffer; readonly net: ArrayBuffer; readonly index: Uint8Array }
  /** Null: no catalogue is loaded. */
  | { readonly type: 'search'; readonly file: Blob; readonly options: SearchOptions };

export interface RecognitionResults {
  readonly sharpness: number;
  readonly load: null;
  readonly search: readonly DeviceMatch[] | null;
}
