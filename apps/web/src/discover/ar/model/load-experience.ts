/** What the camera needs before it looks: the triggers, the scene if there is one, the index of markers and its first views. */
import { SCENE_TIMEOUT_MS, type Trigger, TriggerType } from '@earth/contracts';
import { api, ApiError } from '../../../platform';
import type { ContentLanguage } from '../../lists/model/content-queries';
import { contentsClient } from '../../lists/model/contents-client';
import { fetchMarkerIndex, networkFirst, startVision, type Vision } from '../../vision';
import { sceneQuery } from './scene-queries';

/** Each is a text. */
export type ArProblem = 'markersFailed' | 'sceneFailed' | 'cannotStart' | 'noMarkers' | 'markersNotReady';

export class ArError extends Error {
  override readonly name = 'ArError';

  constructor(
    readonly problem: ArProblem,
    cause?: unknown,
  ) {
    super(problem, { cause });
  }
}

/** What a recognized view stands for. */
export interface MarkerOf {
  readonly sceneId: number;
  readonly triggerId: number;
}

export interface Experience {
  readonly vision: Vision;
  /** By the view. */
  readonly markers: ReadonlyMap<string, MarkerOf>;
}

export interface ExperienceOptions {
  /** Null: the markers of all scenes. */
  readonly sceneId: number | null;
  readonly language: ContentLanguage;
  readonly signal: AbortSignal;
  /** From 0 to 1. */
  readonly onProgress: (share: number) => void;
}

/** D4.15: once more after a failure. */
const twice = <T>(load: () => Promise<T>, signal: AbortSignal): Promise<T> =>
  load().catch((error: unknown) => {
    signal.throwIfAborted();
    if (error instanceof ApiError) return load();
    throw error;
  });

/** Rejects if it takes longer. */
function within<T>(ms: number, loading: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('Timeout')), ms);
  });
  return Promise.race([loading, late]).finally(() => clearTimeout(timer));
}

/** The picture triggers that can be recognized, of one scene or of all. */
async function fetchTriggers(sceneId: number | null): Promise<readonly Trigger[]> {
  const asked = sceneId === null ? {} : { sid: sceneId };
  const name = sceneId === null ? '/api/triggers' : `/api/triggers?sid=${sceneId}`;
  const load = async () => new TextEncoder().encode(JSON.stringify(await api.listTriggers(asked)));
  return JSON.parse(new TextDecoder().decode(await networkFirst(name, load))) as readonly Trigger[];
}

async function fetchMarkers({ sceneId, language, signal }: ExperienceOptions) {
  if (sceneId === null) return twice(() => fetchTriggers(null), signal);
  const scene = contentsClient.query(sceneQuery(language, sceneId));
  const triggers = twice(() => fetchTriggers(sceneId), signal);
  const [, found] = await within(SCENE_TIMEOUT_MS, Promise.all([scene, triggers]));
  return found;
}

const markersIn = (triggers: readonly Trigger[]) =>
  new Map(
    triggers.flatMap(({ id, sid, sType, viewId }) =>
      sType === TriggerType.marker && viewId !== null ? [[viewId, { sceneId: sid, triggerId: id }] as const] : [],
    ),
  );

/** A marker whose picture has not been processed yet has no view. */
const hasMarkers = (triggers: readonly Trigger[]) => triggers.some(({ sType }) => sType === TriggerType.marker);

/** The problem of an error of `startVision`. */
const problemOf = (error: unknown): ArProblem => (error instanceof ApiError ? 'markersFailed' : 'cannotStart');

/** @throws ArError; if it was cancelled, the reason of the signal */
export async function loadExperience(options: ExperienceOptions): Promise<Experience> {
  const { sceneId, signal, onProgress } = options;
  const triggers = await fetchMarkers(options).catch((error: unknown) => {
    signal.throwIfAborted();
    throw new ArError(sceneId === null ? 'markersFailed' : 'sceneFailed', error);
  });
  signal.throwIfAborted();
  const markers = markersIn(triggers);
  if (markers.size === 0) throw new ArError(hasMarkers(triggers) ? 'markersNotReady' : 'noMarkers');
  try {
    const start = () => startVision({ fetchIndex: fetchMarkerIndex, only: [...markers.keys()], signal, onProgress });
    return { vision: await twice(start, signal), markers };
  } catch (error) {
    signal.throwIfAborted();
    throw new ArError(problemOf(error), error);
  }
}
