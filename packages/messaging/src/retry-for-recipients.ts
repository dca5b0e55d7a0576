/** Retry for sealing to people who may change before the server has the message. */
import { failureOf } from './api-failure';

/** How often people may change between fetching them and sending. */
const TRIES = 3;

/**
 * Seals and sends until the recipients match the people of the place. Rejects with the server's error at the third try, and at once with any
 * other error.
 * @param isFirst true until the server has reported that the people changed
 */
export async function retryForRecipients<Made>(attempt: (isFirst: boolean) => Promise<Made>): Promise<Made> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await attempt(tries === 1);
    } catch (error) {
      if (failureOf(error).error !== 'recipientUnknown' || tries === TRIES) throw error;
    }
  }
}
