/** Sealing for the people of a room, who may be others by the time that the server has it. */
import { ApiError } from '../http/api-error';

/** As often as somebody else comes or goes between asking who is there and telling it. */
const TRIES = 3;

/**
 * Seals and sends until it is for those who are there. Rejects with what the server says at the third time, and at once with anything
 * else. @param isFirst nobody has said yet that the people are others
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
