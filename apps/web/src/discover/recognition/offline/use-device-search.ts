import type { Catalogue } from '@earth/contracts';
import { useEffect, useState } from 'react';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { ApiError, NO_ANSWER } from '../../../platform';
import { useScope } from '../../../platform/session/scope-context';
import { useContentLanguage } from '../../../shared/i18n';
import { type Match, matchesOnDevice } from '../model/match';
import type { CatalogueName } from '../model/catalogue';
import { isVisitor } from '../../vision';
import {
  type DeviceCatalogue,
  hasDeviceCatalogue,
  keptDeviceCatalogue,
  loadDeviceCatalogue,
  UNASKED_BYTES_MAX,
} from './device-catalogue';
import type { SearchOptions } from './recognition-job';
import { createRecognitionThread, type RecognitionThread } from './recognition-thread';

export type SearchOnDevice = (file: Blob, options: SearchOptions) => Promise<readonly Match[]>;

export type DeviceState =
  | { readonly type: 'checking' | 'absent' | 'failed' }
  /** It is large, or the device saves data: the user decides. */
  | { readonly type: 'offered'; readonly bytes: number }
  | { readonly type: 'loading'; readonly share: number }
  /** `isStored`: it stays on the device when the camera is left. */
  | { readonly type: 'ready'; readonly search: SearchOnDevice; readonly isStored: boolean };

const savesData = () =>
  (navigator as { readonly connection?: { readonly saveData?: boolean } }).connection?.saveData === true;

/** What the device does without being asked. @param info null: the server does not answer */
function offerOf(info: Catalogue | null, isKept: boolean): 'load' | DeviceState {
  if (isKept) return 'load';
  if (!info?.isReady) return { type: 'absent' };
  return info.indexBytes <= UNASKED_BYTES_MAX && !savesData() ? 'load' : { type: 'offered', bytes: info.indexBytes };
}

/** Gives the catalogue to the worker. */
async function begin(thread: RecognitionThread, { products, ...files }: DeviceCatalogue): Promise<SearchOnDevice> {
  const load = () => thread.run({ type: 'load', ...files });
  await load();
  return async (file, options) => {
    const search = () => thread.run({ type: 'search', file, options });
    let found = await search();
    if (!found) {
      // The worker crashed meanwhile: the new one has no catalogue yet.
      await load();
      found = await search();
    }
    return matchesOnDevice(found ?? [], products);
  };
}

type StateStore = StoreApi<DeviceState>;
const createStateStore = (): StateStore => createStore<DeviceState>(() => ({ type: 'checking' }));

/** Waits for what is being loaded. */
const endOfLoading = (store: StateStore) =>
  new Promise<DeviceState>((resolve) => {
    const look = (state: DeviceState) => {
      if (state.type === 'checking' || state.type === 'loading') return;
      leave();
      resolve(state);
    };
    const leave = store.subscribe(look);
    look(store.getState());
  });

/**
 * The worker of the recognition, and the search on the device. What the device has is searched at once, and brought up to date when the
 * server answers. Another catalogue is downloaded without asking if it is small; else `download` does it. Leaving ends the worker; so does
 * the end of the session.
 * @param info undefined: not known yet
 */
export function useDeviceSearch({ modelCode, customerCode }: CatalogueName, info: Catalogue | null | undefined) {
  const scope = useScope();
  const language = useContentLanguage();
  const [thread] = useState(createRecognitionThread);
  const [store] = useState(createStateStore);
  const state = useStore(store);
  const [wish, setWish] = useState(0);
  // The end of the session frees what the worker has loaded; what comes then starts anew.
  useEffect(
    () => () => {
      thread.stop();
      store.setState({ type: 'checking' }, true);
    },
    [thread, store, scope, modelCode, customerCode, language],
  );
  useEffect(() => {
    const leaving = new AbortController();
    const { signal } = leaving;
    const show = (next: DeviceState) => {
      if (!signal.aborted) store.setState(next, true);
    };
    const isReady = () => store.getState().type === 'ready';
    const name = { modelCode, customerCode };
    async function give(catalogue: DeviceCatalogue, isStored: boolean) {
      signal.throwIfAborted();
      show({ type: 'ready', search: await begin(thread, catalogue), isStored });
    }
    async function giveKept() {
      const kept = await keptDeviceCatalogue(name, language);
      if (kept) await give(kept, true);
    }
    async function prepare() {
      // What cannot be read is downloaded again.
      if (!isReady()) await giveKept().catch(() => undefined);
      signal.throwIfAborted();
      if (info === undefined || (info === null && isReady())) return;
      const offer = wish > 0 || isReady() ? 'load' : offerOf(info, await hasDeviceCatalogue(name));
      if (offer !== 'load') return show(offer);
      const onProgress = (share: number) => {
        if (!isReady()) show({ type: 'loading', share });
      };
      onProgress(0);
      const isStored = isVisitor();
      await give(await loadDeviceCatalogue(name, language, { signal, onProgress }), isStored);
    }
    prepare().catch(() => {
      if (!isReady()) show({ type: 'failed' });
      // The other parts are not needed any more, and must not report progress.
      leaving.abort();
    });
    return () => leaving.abort();
  }, [thread, store, scope, info, modelCode, customerCode, language, wish]);
  const isPossible = state.type !== 'absent' && state.type !== 'offered' && state.type !== 'failed';
  /** Waits for what is still being loaded: a photograph may be taken as soon as the camera is open. */
  async function search(file: Blob, options: SearchOptions) {
    const ended = await endOfLoading(store);
    if (ended.type !== 'ready') throw new ApiError({ code: NO_ANSWER, error: null, message: '' });
    return ended.search(file, options);
  }
  return { thread, state, search: isPossible ? search : null, download: () => setWish(wish + 1) };
}
