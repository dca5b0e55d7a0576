/** Tells those who have a contact in their address book when what they see of it changes. */
import type { Background } from '../../background';
import type { Context } from '../../context';
import { announceAvailability } from '../contacts';

/** @returns a function that stops it */
export function announceChanges(context: Context, background: Background): () => void {
  /** The contacts that are being announced, and whether they have changed since. */
  const running = new Map<string, 'same' | 'changed'>();

  async function announce(contactId: string): Promise<void> {
    try {
      // One at a time for each contact: what is told last is what holds.
      do {
        running.set(contactId, 'same');
        await announceAvailability(context, contactId);
      } while (running.get(contactId) === 'changed');
    } finally {
      running.delete(contactId);
    }
  }

  return context.bus.subscribe('contactChanged', ({ contactId }) => {
    if (running.has(contactId)) running.set(contactId, 'changed');
    else background.run('A change of a contact could not be announced', () => announce(contactId));
  });
}
