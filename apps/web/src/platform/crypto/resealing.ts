/** Retry for sealing to a room whose members may change before the server has the message. */
import { ApiError } from '../http/api-error';

/** How often members may change between fetching them and sending. */
const TRIES = 3;

/**
 * Seals and sends until the recipients match the members. Rejects with the server's error at the third try, and at once with any
 * other error.
 * @param isFirst true until the server has reported that the members changed
 */
export async function untilForAll<Made>(attempt: (isFirst: boolean) => Promise<Made>): Promise<Made> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries === 1);
    } catch (error) {
      const isForOthers = error instanceof ApiError && error.error === 'recipientUnknown';
      if (!isForOthers || tries === TRIES) throw error;
    }
  }
}
