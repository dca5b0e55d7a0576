/** Strokes that the server does not have yet, kept by this page over its own reload. */
import type { CallPorts } from '@earth/calls';

/** @param contactId whose strokes they are: somebody else may sign in on the same page */
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
      // Full, or forbidden: it will be stored in a moment.
    }
  },
});
