/** What the page and the AR worker say to each other. */

export type ToArWorker =
  /** The kernels' WebAssembly; it comes first. */
  | { readonly type: 'start'; readonly kernels: ArrayBuffer }
  /** Forgets what was learnt, and learns frames of this size. */
  | { readonly type: 'learn'; readonly width: number; readonly height: number }
  /** A frame to learn, or, after the learning, to process. */
  | { readonly type: 'frame'; readonly frame: ImageBitmap };

export type FromArWorker =
  /** Up to 100. */
  | { readonly type: 'learnt'; readonly percent: number }
  /** Packed, in RGBA. */
  | { readonly type: 'processed'; readonly packed: Uint8ClampedArray<ArrayBuffer> }
  /** The camera has been moved for a while: nothing can be told from the background. */
  | { readonly type: 'moved' };
