/** What is done where the app has crashed (D4.8). Loaded then: before that nobody needs it. */
import { sendCrashLog } from '../platform/crash-log';

/** A crash must not leave a call running that nobody sees. */
async function closeCall() {
  const { getCallSession } = await import('../assist/calls');
  getCallSession().hangUp();
}

/** The server learns of it, once a session. Where a part of the app cannot be loaded any more there is nothing left to do. */
export const onCrash = (cause: unknown): void => void Promise.allSettled([closeCall(), sendCrashLog(cause)]);
