import { useEffect, useEffectEvent, useState } from 'react';
import { hasNativeAr, type NativeDownload } from '../../platform/native/ar-recognition';
import { notePluginError } from '../../platform/native/shell';
import { mayDownload } from './may-download';

interface NativeAr {
  /** The app's own engine is to be used. */
  readonly isOwn: boolean;
  /** Of the native download, from 0 to 1. */
  readonly share: number;
}

/**
 * Starts augmented reality by the AR SDK of the build, if it has one. If that is missing, silent or failing, it is logged, and the app's own
 * engine is used.
 * @param start what is started; null: the own engine is used in any case
 * @param onStarted it is open over the app
 */
export function useNativeAr(
  start: ((progress: NativeDownload) => Promise<void>) | null,
  onStarted: () => void,
): NativeAr {
  const [state, setState] = useState<NativeAr>(() => ({ isOwn: start === null || !hasNativeAr(), share: 0 }));
  const { isOwn } = state;
  const run = useEffectEvent(async (signal: AbortSignal) => {
    const goOn = () => {
      if (!signal.aborted) setState({ isOwn: true, share: 0 });
    };
    // The own engine says that it is refused.
    if (!start || !(await mayDownload())) return goOn();
    const onProgress = (share: number) => {
      if (!signal.aborted) setState({ isOwn: false, share });
    };
    try {
      await start({ signal, onProgress });
      if (!signal.aborted) onStarted();
    } catch (error) {
      if (!signal.aborted) notePluginError(error);
      goOn();
    }
  });
  useEffect(() => {
    if (isOwn) return undefined;
    const leaving = new AbortController();
    void run(leaving.signal);
    return () => leaving.abort();
  }, [isOwn]);
  return state;
}
