/** What the page of the bench asks its worker: see `worker.ts`. */
export interface Timings {
  /** Milliseconds of each frame. */
  readonly gray: readonly number[];
  readonly features: readonly number[];
  /** Matching, pose and alignment of one target. */
  readonly target: readonly number[];
  readonly detection: readonly number[];
  readonly tracking: readonly number[];
  /** Of a search among many views. */
  readonly shortlist: readonly number[];
  /** A stored view, until it can be found. */
  readonly loading: readonly number[];
}

export interface Found {
  /** Frames until a target is reported, and the milliseconds they took. */
  readonly frames: readonly number[];
  readonly ms: readonly number[];
  /** Pixels by which a corner of a target that stands still moves from frame to frame. */
  readonly jitter: readonly number[];
}

export interface BackgroundResult {
  /** Milliseconds of a frame. */
  readonly learning: readonly number[];
  readonly extracting: readonly number[];
  /** Intersection over union of the mask with the truth, by clip. */
  readonly overlaps: Readonly<Record<string, readonly number[]>>;
}

export interface Results {
  readonly time: Timings;
  readonly find: Found;
  readonly background: BackgroundResult;
  /** Bytes of the kernels' memory after so many more starts of an engine with kernels of its own. */
  readonly restart: number;
  /** Frames of the next minute of one engine that does not stop, and bytes of its kernels' memory. */
  readonly minute: { readonly frames: number; readonly found: number; readonly bytes: number };
  /** Milliseconds of a description of a photograph of 480 × 640. */
  readonly describe: readonly number[];
}

export type Job = keyof Results;

declare global {
  interface Window {
    /** Runs a job in the worker of the page. */
    runJob<Name extends Job>(name: Name): Promise<Results[Name]>;
  }
}
