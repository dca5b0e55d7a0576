/**
 * Compares photographs with catalogues in a thread of its own, one after another. The thread keeps the indexes of the catalogues that were used
 * last, up to a limit of memory.
 */
import { createMutex } from '@earth/async';
import { RECOGNITION_FORMAT } from '@earth/vision/recognition';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import { createWorkerThread } from '../worker-thread';
import { findCatalogues } from './queue-store';
import { findIndex } from './store';
import type { Answer, AnswerOf, SearchTask, Task } from './tasks';

/** Photographs that wait or are compared. */
const WAITING_MAX = 40;
/** A photograph waits no longer: those that are searched for several products take as long as twenty others. */
const WAIT_MAX_MS = 20_000;
const RETRY_AFTER_SECONDS = 5;
const BUILT_AFTER_SECONDS = 60;
/** Far longer than the largest picture takes on a busy machine. */
const TIMEOUT_MS = 20_000;
/** An index takes about one and a half times its bytes in the thread. */
const INDEX_BYTES_MAX = 128 * 1024 * 1024;

/** A catalogue, and the digest of the index to compare with. */
export interface SearchedCatalogue {
  readonly id: number;
  readonly digest: string;
}

type Photograph = NonNullable<SearchTask['photograph']>;

export interface PhotographRecognizer {
  /** Loads the indexes of catalogues, so that the first photographs are answered as fast as the others. */
  start(): Promise<void>;
  /** @throws ApiError `recognitionBusy`, `catalogueNotReady`, or what is wrong with the picture */
  search(catalogue: SearchedCatalogue, photograph: Photograph): Promise<AnswerOf<'found'>>;
  /** A photograph as it is kept: a small JPEG without metadata. @throws as `search` does */
  reduce(field: string, picture: Uint8Array): Promise<Buffer>;
  /** An index of other products, with the calibration of a catalogue. @throws ApiError `recognitionBusy` */
  build(task: Omit<Extract<Task, { readonly kind: 'build' }>, 'kind'>): Promise<Uint8Array>;
  stop(): Promise<void>;
}

/** An index of this format is being built. */
export const notReady = () => new ApiError('catalogueNotReady', undefined, { retryAfterSeconds: BUILT_AFTER_SECONDS });
const busy = () => new ApiError('recognitionBusy', undefined, { retryAfterSeconds: RETRY_AFTER_SECONDS });

type Loaded = ReadonlyMap<number, { readonly digest: string; readonly bytes: number }>;

const bytesIn = (loaded: Loaded) => [...loaded.values()].reduce((sum, one) => sum + one.bytes, 0);

/** The catalogues that must go to make room for an index, those that were used longest ago first. */
function toDrop(loaded: Loaded, id: number, bytes: number): number[] {
  let total = bytes + bytesIn(loaded) - (loaded.get(id)?.bytes ?? 0);
  return [...loaded].flatMap(([other, one]) => {
    if (other === id || total <= INDEX_BYTES_MAX) return [];
    total -= one.bytes;
    return [other];
  });
}

export function createPhotographRecognizer({ clock, db, log, settings }: Context): PhotographRecognizer {
  const thread = createWorkerThread<Task, Answer>('recognition/recognition-worker', TIMEOUT_MS);
  const oneByOne = createMutex();
  /** What the thread has in memory, the catalogue that was used last at the end. */
  const loaded = new Map<number, { readonly digest: string; readonly bytes: number }>();
  let loadedIn = thread.generation;
  let waiting = 0;
  let isStopped = false;

  async function queued<Result>(work: () => Promise<Result>): Promise<Result> {
    if (waiting >= WAITING_MAX || isStopped) throw busy();
    waiting += 1;
    const latest = clock.now().getTime() + WAIT_MAX_MS;
    try {
      return await oneByOne(async () => {
        if (clock.now().getTime() > latest) throw busy();
        return await work();
      });
    } finally {
      waiting -= 1;
    }
  }

  /** @throws ApiError about the picture; `recognitionBusy` if the thread died or took too long: a picture can do that, but no server may */
  async function run<Kind extends Answer['kind']>(task: Task, kind: Kind, field: string): Promise<AnswerOf<Kind>> {
    let answer: Answer;
    try {
      answer = await thread.run(task);
    } catch (error) {
      if (!isStopped) log.error({ err: error }, 'A photograph could not be compared');
      throw busy();
    }
    if (answer.kind === 'refused') throw new ApiError(answer.problem, field);
    if (answer.kind !== kind) throw new Error('The thread gave another answer');
    return answer as AnswerOf<Kind>;
  }

  async function searchLoaded({ id, digest }: SearchedCatalogue, photograph: Photograph | null) {
    if (loadedIn !== thread.generation) loaded.clear();
    loadedIn = thread.generation;
    const known = loaded.get(id);
    const stored = known?.digest === digest ? null : await findIndex(db, id, RECOGNITION_FORMAT);
    if (!stored && known?.digest !== digest) throw notReady();
    const bytes = stored?.index.length ?? known?.bytes ?? 0;
    const dropped = stored ? toDrop(loaded, id, bytes) : [];
    const catalogue = { id, index: stored?.index ?? null };
    // Whatever happens to the photograph, the thread has taken these over by then; if it dies, it has nothing.
    for (const other of [...dropped, id]) loaded.delete(other);
    loaded.set(id, { digest: stored?.digest ?? digest, bytes });
    return await run({ kind: 'search', catalogue, dropped, photograph }, 'found', 'base64-image');
  }

  return {
    async start() {
      if (!settings.processViews) return;
      for (const { id, digest } of await findCatalogues(db, RECOGNITION_FORMAT)) {
        if (digest === null || isStopped) continue;
        await queued(() => searchLoaded({ id, digest }, null));
        if (bytesIn(loaded) > INDEX_BYTES_MAX / 2) return;
      }
    },
    search: (catalogue, photograph) => queued(() => searchLoaded(catalogue, photograph)),
    async reduce(field, picture) {
      const { jpeg } = await queued(() => run({ kind: 'photograph', picture }, 'photograph', field));
      return Buffer.from(jpeg);
    },
    async build(task) {
      const { index } = await queued(() => run({ ...task, kind: 'build' }, 'built', ''));
      return index;
    },
    async stop() {
      isStopped = true;
      await thread.close();
    },
  };
}
