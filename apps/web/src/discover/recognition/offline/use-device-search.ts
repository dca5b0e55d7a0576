import type { Catalogue } from '@earth/contracts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, NO_ANSWER } from '../../../platform';
import { useScope } from '../../../platform/session/scope-context';
import { useContentLanguage } from '../../../shared/i18n';
import { type Match, matchesOnDevice } from '../model/match';
import type { CatalogueName } from '../model/catalogue';
import { hasDeviceCatalogue, loadDeviceCatalogue, UNASKED_BYTES_MAX } from './device-catalogue';
import type { SearchOptions } from './recognition-job';
import { createRecognitionThread, type RecognitionThread } from './recognition-thread';

export type SearchOnDevice = (file: Blob, options: SearchOptions) => Promise<readonly Match[]>;

export type DeviceState =
  | { readonly type: 'checking' | 'absent' | 'failed' }
  /** It is large, or the device saves data: the user decides. */
  | { readonly type: 'offered'; readonly bytes: number }
  | { readonly type: 'loading'; readonly share: number }
  | { readonly type: 'ready'; readonly search: SearchOnDevice };

const savesData = () =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/** What the device does without being asked. @param info null: the server does not answer */
function offerOf(info: Catalogue | null, isKept: boolean): 'load' | DeviceState {
  if (isKept) return 'load';
  if (!info?.isReady) return { type: 'absent' };
  return info.indexBytes <= UNASKED_BYTES_MAX && !savesData() ? 'load' : { type: 'offered', bytes: info.indexBytes };
}

async function load(thread: RecognitionThread, name: CatalogueName, language: 'en' | 'it', sending: Sending) {
  const { index, products, net, kernels } = await loadDeviceCatalogue(name, language, sending);
  sending.signal.throwIfAborted();
  await thread.run({ type: 'load', index, net, kernels });
  const search: SearchOnDevice = async (file, options) =>
    matchesOnDevice(await thread.run({ type: 'search', file, options }), products);
  return search;
}
type Sending = Parameters<typeof loadDeviceCatalogue>[2];

/**
 * The worker of the recognition, and the search on the device. The catalogue is downloaded without asking if it is small; else `download`
 * does it. Leaving ends the worker; so does the end of the session.
 * @param info undefined: not known yet
 */
export function useDeviceSearch({ modelCode, customerCode }: CatalogueName, info: Catalogue | null | undefined) {
  const scope = useScope();
  const language = useContentLanguage();
  const [thread] = useState(createRecognitionThread);
  const [state, setState] = useState<DeviceState>({ type: 'checking' });
  const [wish, setWish] = useState(0);
  const coming = useRef<Promise<SearchOnDevice | null>>(Promise.resolve(null));
  // The end of the session frees what the worker has loaded; what comes then starts anew.
  useEffect(() => () => thread.stop(), [thread, scope]);
  useEffect(() => {
    if (info === undefined) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (next: DeviceState) => {
      if (!signal.aborted) setState(next);
    };
    const name = { modelCode, customerCode };
    async function prepare(known: Catalogue | null): Promise<SearchOnDevice | null> {
      const offer = wish > 0 ? 'load' : offerOf(known, await hasDeviceCatalogue(name));
      if (offer !== 'load') {
        show(offer);
        return null;
      }
      show({ type: 'loading', share: 0 });
      const onProgress = (share: number) => show({ type: 'loading', share });
      const ready = await load(thread, name, language, { signal, onProgress });
      show({ type: 'ready', search: ready });
      return ready;
    }
    coming.current = prepare(info).catch(() => {
      show({ type: 'failed' });
      return null;
    });
    return () => leaving.abort();
  }, [thread, scope, info, modelCode, customerCode, language, wish]);
  const isPossible = state.type !== 'absent' && state.type !== 'offered' && state.type !== 'failed';
  /** Waits for what is still being loaded: a photograph may be taken as soon as the camera is open. */
  async function search(file: Blob, options: SearchOptions) {
    const ready = await coming.current;
    if (!ready) throw new ApiError({ code: NO_ANSWER, error: null, message: '' });
    return ready(file, options);
  }
  return { thread, state, search: isPossible ? search : null, download: () => setWish(wish + 1) };
}
