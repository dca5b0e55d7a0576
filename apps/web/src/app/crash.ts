/** Handles a crash of the app (D4.8). Loaded only then. */
import { sendCrashLog } from '../platform/crash-log';
import type { SessionScope } from '../platform/session/session-scope';

/** A call must not go on without a screen. */
async function closeCall(scope: SessionScope) {
  const { createCalls } = await import('../assist/calls');
  scope.get(createCalls).hangUp();
}

/** Reports the crash to the server, once per session. If the code for that fails to load, nothing more can be done. */
export const onCrash = (scope: SessionScope, cause: unknown): void =>
  void Promise.allSettled([closeCall(scope), sendCrashLog(cause)]);
