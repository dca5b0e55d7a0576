import { AR_DIALOG_CLOSE_MS, AR_DIALOG_OPEN_MS } from '@earth/contracts';
import { useEffect, useState } from 'react';
import { useScope } from '../../../platform/session/scope-context';
import { useContentLanguage } from '../../../shared/i18n';
import { mayDownload } from '../../../shared/device/may-download';
import { ArError, type ArProblem, type Experience, loadExperience } from '../model/load-experience';

export type Loading =
  /** The camera is not open yet. */
  | { readonly type: 'waiting' }
  /** Without the permission for storage nothing is downloaded. */
  | { readonly type: 'refused' }
  | { readonly type: 'loading'; readonly share: number }
  /** `isSaid`: the dialog has closed; the screen shows the problem. */
  | { readonly type: 'failed'; readonly problem: ArProblem; readonly isSaid: boolean }
  | { readonly type: 'ready'; readonly experience: Experience };

const wait = (ms: number, signal: AbortSignal) =>
  new Promise<void>((resolve) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => clearTimeout(timer));
  });

/**
 * Downloads what the camera needs, once it is open (D4.15, D9.28). Leaving cancels it, and frees the engine; so does the end of the
 * session.
 */
export function useExperience(sceneId: number | null, isCameraOpen: boolean) {
  const scope = useScope();
  const language = useContentLanguage();
  const [loading, setLoading] = useState<Loading>({ type: 'waiting' });
  const [attempt, setAttempt] = useState(0);
  useEffect(() => {
    if (!isCameraOpen) return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    let experience: Experience | null = null;
    const show = (next: Loading) => {
      if (!signal.aborted) setLoading(next);
    };
    async function run() {
      if (!(await mayDownload())) return show({ type: 'refused' });
      show({ type: 'loading', share: 0 });
      // Whether the browser may delete what is downloaded; some ask the user.
      void navigator.storage?.persist().catch(() => false);
      await wait(AR_DIALOG_OPEN_MS, signal);
      const onProgress = (share: number) => show({ type: 'loading', share });
      experience = await loadExperience({ sceneId, language, signal, onProgress });
      if (signal.aborted) return experience.vision.stop();
      onProgress(1);
      await wait(AR_DIALOG_CLOSE_MS, signal);
      show({ type: 'ready', experience });
    }
    run().catch(async (error: unknown) => {
      const problem = error instanceof ArError ? error.problem : 'cannotStart';
      show({ type: 'failed', problem, isSaid: false });
      await wait(AR_DIALOG_CLOSE_MS, signal);
      show({ type: 'failed', problem, isSaid: true });
    });
    return () => {
      leaving.abort();
      experience?.vision.stop();
    };
  }, [scope, sceneId, isCameraOpen, language, attempt]);
  return {
    loading,
    retry: () => setAttempt(attempt + 1),
    /** The engine has crashed while it ran. */
    fail: () =>
      setLoading((now) => (now.type === 'ready' ? { type: 'failed', problem: 'cannotStart', isSaid: true } : now)),
  };
}
