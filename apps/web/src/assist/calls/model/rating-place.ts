import type { SealedPlace } from '@earth/contracts';

/** The place of the comment of a rating. */
export const ratingPlace = (callId: string): SealedPlace => ({ kind: 'rating', within: callId, id: null });
