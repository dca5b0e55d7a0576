/** Recognition of views in the camera's frames: the engine in its worker, and the views that it needs. */
import type { Sending } from '@earth/messaging';
import kernelsUrl from '@earth/vision/kernels.wasm?url';
import { fetchAsset } from '../../platform/http/asset';
import { fetchView } from './view-files';
import type { CameraFrame, ListedView, SeenFrame } from './vision-job';
import { startVisionThread, type VisionThread } from './vision-thread';

/** Views that are loaded before the camera looks; others are loaded when they are likely to be in sight. */
const FIRST_VIEWS = 8;
/** Views in memory: each takes about two megabytes. */
const LOADED_MAX = 24;
const LOADING_MAX = 2;
/** A view whose download failed is not tried again before. */
const RETRY_MS = 5_000;

export interface VisionPorts {
  readonly startThread: () => VisionThread;
  readonly fetchKernels: (signal: AbortSignal) => Promise<ArrayBuffer>;
  readonly fetchView: (digest: string, signal: AbortSignal) => Promise<Uint8Array>;
  /** In milliseconds. */
  readonly now: () => number;
}

const pagePorts: VisionPorts = {
  startThread: startVisionThread,
  fetchKernels: (signal) => fetchAsset(kernelsUrl, signal),
  fetchView,
  now: () => performance.now(),
};

export interface VisionOptions {
  readonly fetchIndex: (sending: Sending) => Promise<Uint8Array>;
  /** Ids of the views to be recognized; null: all of the index. */
  readonly only?: readonly string[] | null;
  /** Cancels the start. */
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

export class Vision {
  readonly #thread: VisionThread;
  readonly #ports: VisionPorts;
  readonly #views: ReadonlyMap<string, ListedView>;
  /** In the order of use, the oldest first. */
  readonly #loaded = new Set<string>();
  readonly #loading = new Set<string>();
  readonly #failedAt = new Map<string, number>();
  readonly #stopped = new AbortController();
  #inSight: ReadonlySet<string> = new Set();

  constructor(thread: VisionThread, views: readonly ListedView[], ports: VisionPorts) {
    this.#thread = thread;
    this.#ports = ports;
    this.#views = new Map(views.map((view) => [view.id, view]));
  }

  /** The views that can be recognized. */
  get views(): readonly ListedView[] {
    return [...this.#views.values()];
  }

  /**
   * Looks for views in a frame, which it closes. Call it with one frame at a time (`watchFrames`).
   * @throws VisionError if the worker has crashed, or was stopped
   */
  async look(frame: CameraFrame): Promise<SeenFrame> {
    const seen = await this.#thread.run({ type: 'frame', frame }, [frame]).catch((error: unknown) => {
      // If the worker has it, this does nothing.
      frame.close();
      throw error;
    });
    this.#inSight = new Set(seen.views.map(({ id }) => id));
    for (const id of this.#inSight) this.#touch(id);
    for (const id of seen.wanted) if (this.#loading.size < LOADING_MAX && this.#mayLoad(id)) void this.#loadLater(id);
    return seen;
  }

  /** Forgets what is followed: what is still in sight counts as found again. */
  reset() {
    void this.#thread.run({ type: 'reset' }).catch(() => undefined);
  }

  /** Ends the worker and all downloads. */
  stop() {
    this.#stopped.abort();
    this.#thread.stop();
  }

  /** Downloads a view and adds it to the engine. */
  async load(id: string, signal = this.#stopped.signal) {
    const view = this.#views.get(id);
    if (!view) return;
    const file = await this.#ports.fetchView(view.digest, signal);
    await this.#thread.run({ type: 'add', id, file });
    this.#touch(id);
    const oldest = [...this.#loaded].find((one) => !this.#inSight.has(one));
    if (this.#loaded.size <= LOADED_MAX || oldest === undefined) return;
    this.#loaded.delete(oldest);
    await this.#thread.run({ type: 'remove', id: oldest });
  }

  #mayLoad(id: string): boolean {
    const failedAt = this.#failedAt.get(id) ?? Number.NEGATIVE_INFINITY;
    return !this.#loading.has(id) && this.#ports.now() - failedAt >= RETRY_MS;
  }

  async #loadLater(id: string) {
    this.#loading.add(id);
    try {
      await this.load(id);
    } catch {
      this.#failedAt.set(id, this.#ports.now());
    }
    this.#loading.delete(id);
  }

  #touch(id: string) {
    this.#loaded.delete(id);
    this.#loaded.add(id);
  }
}

/** The first views; what does not load now is loaded when it is in sight. Rejects if nothing loads. */
async function loadFirst(vision: Vision, signal: AbortSignal, onLoaded: (share: number) => void) {
  const first = vision.views.slice(0, FIRST_VIEWS);
  let loaded = 0;
  const results = await Promise.allSettled(
    first.map(async ({ id }) => {
      await vision.load(id, signal);
      loaded += 1;
      onLoaded(loaded / first.length);
    }),
  );
  signal.throwIfAborted();
  const [failed] = results.flatMap((result) => (result.status === 'rejected' ? [result.reason as Error] : []));
  if (failed && loaded === 0) throw failed;
}

/**
 * Starts the engine with an index of views. The caller stops it.
 * @throws ApiError if the download fails @throws VisionError if the index is of another version of the engine
 */
export async function startVision(
  { fetchIndex, only = null, signal, onProgress }: VisionOptions,
  ports: VisionPorts = pagePorts,
): Promise<Vision> {
  const thread = ports.startThread();
  try {
    const [kernels, index] = await Promise.all([
      ports.fetchKernels(signal),
      fetchIndex({ signal, onProgress: (share) => onProgress(share / 2) }),
    ]);
    signal.throwIfAborted();
    await thread.run({ type: 'start', kernels });
    const vision = new Vision(thread, await thread.run({ type: 'load', index, only }), ports);
    await loadFirst(vision, signal, (share) => onProgress((1 + share) / 2));
    onProgress(1);
    return vision;
  } catch (error) {
    thread.stop();
    throw error;
  }
}
