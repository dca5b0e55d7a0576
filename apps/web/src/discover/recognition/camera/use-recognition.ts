import type { Catalogue } from '@earth/contracts';
import { useEffect, useRef, useState } from 'react';
import { ApiError, getConfig } from '../../../platform';
import { isInShell, notePluginError } from '../../../platform/native/shell';
import { useScoped } from '../../../platform/session/scope-context';
import { useContentLanguage } from '../../../shared/i18n';
import { type Photograph, PhotographError, type PhotographProblem } from '../model/photograph';
import { createRecognitionSession } from '../model/recognition-session';
import { recognize } from '../model/recognize';
import { type CatalogueName, isSameCatalogue } from '../model/catalogue';
import { VisionError } from '../../vision';
import type { SearchOnDevice } from '../offline/use-device-search';
import type { RecognitionThread } from '../offline/recognition-thread';

/** D9.12: the time for which the photograph is shown before its results. */
const RESULT_DELAY_MS = 200;

/** Each is a text. */
export type RecognitionProblem =
  | PhotographProblem
  | 'badQuality'
  | 'errorLoading'
  | 'noneFound'
  | 'alreadyMax'
  | 'alreadyMin'
  | 'noImages'
  | 'notReady';

export interface Alert {
  readonly problem: RecognitionProblem;
  /** The server's message, if there is one; `notReady` has nothing else. */
  readonly line?: string | undefined;
}

interface Options {
  readonly catalogue: CatalogueName;
  readonly info: Catalogue | null | undefined;
  readonly thread: RecognitionThread;
  readonly search: SearchOnDevice | null;
  readonly tolerance: number;
  readonly onResults: () => void;
}

const wait = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms));

function alertOf(error: unknown): Alert {
  if (error instanceof PhotographError) return { problem: error.problem };
  if (error instanceof ApiError && error.error === 'catalogueNotReady')
    return { problem: 'notReady', line: error.message };
  return { problem: 'errorLoading', line: error instanceof ApiError ? error.message : undefined };
}

/** In the mobile shell the device measures; null: it cannot. */
async function qualityInShell(file: Blob, tolerance: number): Promise<-1 | 0 | 1 | null> {
  if (!isInShell()) return null;
  try {
    const { checkImageQuality } = await import('../../../platform/native/image-quality');
    return await checkImageQuality(file, tolerance);
  } catch (error) {
    notePluginError(error);
    return null;
  }
}

/** D5.20: 1 good or not measured, 0 blurred, -1 it cannot be opened. */
async function qualityOf(thread: RecognitionThread, { file }: Photograph, tolerance: number): Promise<-1 | 0 | 1> {
  const measured = await qualityInShell(file, tolerance);
  if (measured !== null) return measured;
  const picture = await createImageBitmap(file).catch(() => null);
  if (!picture) return -1;
  try {
    return (await thread.run({ type: 'sharpness', picture }, [picture])) < tolerance ? 0 : 1;
  } catch (error) {
    // The worker is missing or failed: that says nothing about the photograph.
    if (error instanceof VisionError) return 1;
    throw error;
  }
}

/** Takes a photograph, checks it, asks, and shows results or an alert (D4.25, D8.13). */
export function useRecognition({ catalogue, info, thread, search, tolerance, onResults }: Options) {
  const session = useScoped(createRecognitionSession);
  const language = useContentLanguage();
  const [isSearching, setSearching] = useState(false);
  const [alert, setAlert] = useState<Alert | null>(null);
  const [note, setNote] = useState('');
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);

  async function check(photograph: Photograph): Promise<RecognitionProblem | null> {
    if (!getConfig().recognition.measuresQuality) return null;
    const quality = await qualityOf(thread, photograph, tolerance);
    if (quality === 1) return null;
    return quality === 0 ? 'badQuality' : 'errorOpening';
  }

  async function run(obtain: () => Promise<Photograph>, signal: AbortSignal) {
    const obtained = await obtain();
    signal.throwIfAborted();
    const photograph = session.setPhotograph(obtained);
    const problem = await check(photograph);
    if (problem) return setAlert({ problem });
    const { mode, sharedWith } = session.store.getState();
    const isShared = sharedWith !== null && isSameCatalogue(sharedWith, catalogue);
    const isLearning = isShared && info?.learnsFromPhotographs === true;
    const request = { catalogue, photograph, mode, note, isShared: isLearning, language };
    const { matches, isFromDevice } = await recognize(request, search, signal);
    await wait(RESULT_DELAY_MS);
    signal.throwIfAborted();
    if (matches.length === 0) return setAlert({ problem: 'noneFound' });
    session.setResult({ catalogue, photograph, mode, note, matches, isFromDevice });
    setNote('');
    onResults();
  }

  /** @param obtain gives the photograph */
  async function start(obtain: () => Promise<Photograph>) {
    running.current?.abort();
    const controller = new AbortController();
    running.current = controller;
    setSearching(true);
    try {
      await run(obtain, controller.signal);
    } catch (error) {
      if (!controller.signal.aborted) setAlert(alertOf(error));
    }
    if (running.current === controller) setSearching(false);
  }

  return {
    isSearching,
    alert,
    setAlert,
    note,
    setNote,
    start,
    cancel() {
      running.current?.abort();
      running.current = null;
      setSearching(false);
    },
  };
}
