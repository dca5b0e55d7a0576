/** The messages between the page and the worker of the vision engine. */
import type { IndexedView } from '@earth/vision';

/** A view of the loaded index. Width and height are those of its canonical picture, from which poses map. */
export type ListedView = Pick<IndexedView, 'id' | 'digest' | 'width' | 'height'>;

/** A view that is seen in a frame. */
export interface SeenView {
  readonly id: string;
  /** From the canonical picture to the frame, row by row. */
  readonly pose: Float64Array;
  /** Of the canonical picture. */
  readonly width: number;
  readonly height: number;
  readonly inliers: number;
  readonly correlation: number;
}

/** What the engine says about a frame. */
export interface SeenFrame {
  /** Of the frame in which the poses count: the camera's picture, made smaller. */
  readonly width: number;
  readonly height: number;
  readonly views: readonly SeenView[];
  /** Views that are likely in the frame and not added. */
  readonly wanted: readonly string[];
}

/** Where the details are by which a picture is recognized, in pixels of its canonical size. */
export interface Details {
  readonly width: number;
  readonly height: number;
  readonly x: Float32Array;
  readonly y: Float32Array;
}

export type CameraFrame = VideoFrame | ImageBitmap;

export type VisionJob =
  /** The kernels' WebAssembly. */
  | { readonly type: 'start'; readonly kernels: ArrayBuffer }
  /** `only`: ids of views; null: all of the index. */
  | { readonly type: 'load'; readonly index: Uint8Array; readonly only: readonly string[] | null }
  | { readonly type: 'add'; readonly id: string; readonly file: Uint8Array }
  | { readonly type: 'remove'; readonly id: string }
  | { readonly type: 'reset' }
  | { readonly type: 'frame'; readonly frame: CameraFrame }
  /** Closes the picture. */
  | { readonly type: 'learn'; readonly picture: ImageBitmap };

export interface VisionResults {
  readonly start: null;
  readonly load: readonly ListedView[];
  readonly add: null;
  readonly remove: null;
  readonly reset: null;
  readonly frame: SeenFrame;
  readonly learn: Details;
}
