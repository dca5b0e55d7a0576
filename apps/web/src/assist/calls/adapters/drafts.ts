/** Strokes that the server does not have yet, stored so that they survive a reload of this page. */
import type { CallPorts } from '@earth/calls';

/** @param contactId the author, because another person may sign in on the same page */
export const createDrafts = (storage: Storage, contactId: string): CallPorts['drafts'] => ({
  load(picId) {
    try {
      return storage.getItem(`drawing:${contactId}:${picId}`);
    } catch {
      return null;
    }
  },
  save(picId, draft) {
    try {
      if (draft === null) storage.removeItem(`drawing:${contactId}:${picId}`);
      else storage.setItem(`drawing:${contactId}:${picId}`, draft);
    } catch {
      // Storage is full or forbidden. The server will have the strokes in a moment.
    }
  },
});
