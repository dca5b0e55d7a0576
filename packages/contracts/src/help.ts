/** Whom «Call for help» rings: the same for the server, which picks them, and for whoever says beforehand who it will be. */
import { Availability, TARGETS_MAX } from './constants';
import type { Contact } from './entities';

export interface Ringing {
  readonly targets: readonly Contact[];
  /** Whether they are free; if not, all controllers are called, so that they see that somebody wanted help. */
  readonly areFree: boolean;
}

const isFree = ({ availability, inCall }: Contact) => availability === Availability.online && !inCall;

/** Those who are free first: as many as one call takes. */
export const nearestHelpers = (controllers: readonly Contact[]): Contact[] =>
  controllers.toSorted((one, other) => Number(isFree(other)) - Number(isFree(one))).slice(0, TARGETS_MAX);

/** Of the company's controllers everyone who is available and not in a call, but no more than one call takes. */
export function whomToRing(controllers: readonly Contact[]): Ringing {
  const nearest = nearestHelpers(controllers);
  const free = nearest.filter(isFree);
  return { targets: free.length > 0 ? free : nearest, areFree: free.length > 0 };
}
