/**
 * When LiveKit's client connects again after its server is gone. By default it waits up to ten seconds between attempts, and as long again
 * when the server that answers is a new one, which knows nobody: a server that was started again would bring no picture for half a minute.
 */
import type { ReconnectPolicy } from 'livekit-client';

const FIRST_MS = 300;
const BETWEEN_MS = 500;
/** People whose server is back must not all come in the same moment. */
const SPREAD_MS = 1_000;
/** Then the engine connects anew, with a new token if it needs one. */
const GIVE_UP_MS = 20_000;

export const soon: ReconnectPolicy = {
  nextRetryDelayInMs({ retryCount, elapsedMs }) {
    if (elapsedMs > GIVE_UP_MS) return null;
    return retryCount === 0 ? Math.random() * FIRST_MS : BETWEEN_MS + Math.random() * SPREAD_MS;
  },
};
