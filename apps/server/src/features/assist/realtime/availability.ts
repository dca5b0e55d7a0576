/** Availability: notifies the owners of address books when the visible state of contacts in them changes. */
import type { Background } from '../../../async/background';
import type { Context } from '../../../context';
import { announceAvailability } from '../../identity/contacts';

/** Debounce: a call that begins goes first, and what changes within the pause is read and announced together, once for each contact. */
const PAUSE_MS = 250;
/** So many contacts are announced at a time: other work comes in between when a thousand pages connect again. */
const CONTACTS_MAX = 100;

/** @returns a function that stops it */
export function announceChanges(context: Context, background: Background): () => void {
  const changed = new Set<string>();
  let pause: NodeJS.Timeout | undefined;

  /** One announcement at a time, so that the last one of a contact is the present state. What changes meanwhile waits for the next. */
  async function announce(): Promise<void> {
    try {
      for (let left = changed.size; left > 0 && changed.size > 0; left -= CONTACTS_MAX) {
        const contactIds = [...changed].slice(0, Math.min(left, CONTACTS_MAX));
        for (const contactId of contactIds) changed.delete(contactId);
        await announceAvailability(context, contactIds).catch((error: unknown) => {
          // For the next time: otherwise their owners would see what is no longer true.
          for (const contactId of contactIds) changed.add(contactId);
          throw error;
        });
      }
    } finally {
      pause = undefined;
      wait();
    }
  }

  const begin = () => background.run('The presence of contacts could not be announced', announce);
  /** `pause` is set until the announcement after it is done. */
  function wait(): void {
    if (changed.size > 0) pause ??= setTimeout(begin, PAUSE_MS);
  }

  const unsubscribe = context.bus.subscribe('contactChanged', ({ contactId }) => {
    changed.add(contactId);
    wait();
  });
  return () => {
    unsubscribe();
    clearTimeout(pause);
    changed.clear();
  };
}
