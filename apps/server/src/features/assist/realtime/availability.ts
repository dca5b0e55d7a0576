/** Availability: notifies the owners of an address book when the visible state of a contact in it changes. */
import type { Background } from '../../../async/background';
import type { Context } from '../../../context';
import { announceAvailability } from '../../identity/contacts';

/** Debounce: a call that begins goes first, and a state that changes twice within the pause is announced once. */
const PAUSE_MS = 250;

/** @returns a function that stops it */
export function announceChanges(context: Context, background: Background): () => void {
  const waiting = new Map<string, NodeJS.Timeout>();
  /** The contacts that are being announced, and whether they have changed since. */
  const running = new Map<string, 'same' | 'changed'>();

  async function announce(contactId: string): Promise<void> {
    try {
      // One announcement at a time per contact, so that the last one is the present state.
      do {
        running.set(contactId, 'same');
        await announceAvailability(context, contactId);
      } while (running.get(contactId) === 'changed');
    } finally {
      running.delete(contactId);
    }
  }

  function begin(contactId: string): void {
    waiting.delete(contactId);
    if (running.has(contactId)) running.set(contactId, 'changed');
    else background.run('The presence of a contact could not be announced', () => announce(contactId));
  }

  const unsubscribe = context.bus.subscribe('contactChanged', ({ contactId }) => {
    if (!waiting.has(contactId)) waiting.set(contactId, setTimeout(begin, PAUSE_MS, contactId));
  });
  return () => {
    unsubscribe();
    for (const pause of waiting.values()) clearTimeout(pause);
  };
}
