/** Handles a crash of the app (D4.8). Loaded only then. */
import { sendCrashLog } from '../platform/crash-log';

/** A call must not go on without a screen. */
async function closeCall() {
  const { getCallSession } = await import('../assist/calls');
  getCallSession().hangUp();
}

/** Reports the crash to the server, once per session. If the code for that fails to load, nothing more can be done. */
export const onCrash = (cause: unknown): void => void Promise.allSettled([closeCall(), sendCrashLog(cause)]);
