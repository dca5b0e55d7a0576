import { type Outcomes, reasonOf } from '../../host/outcomes';
import type { Mail } from './mail';

/** Mail that records what came of each message. */
export const recordMail = (mail: Mail, outcomes: Outcomes): Mail => ({
  async send(message) {
    try {
      await mail.send(message);
      outcomes.succeeded();
    } catch (error) {
      outcomes.failed(reasonOf(error));
      throw error;
    }
  },
});
