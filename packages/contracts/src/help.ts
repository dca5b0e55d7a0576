/** Targets of «Call for help»: the server picks them, and clients show the same list in advance. */
import { Availability, TARGETS_MAX } from './constants';
import type { Contact } from './entities';

export interface Ringing {
  readonly targets: readonly Contact[];
  /** Whether they are free. If nobody is, all controllers are called, so that they see the request. */
  readonly areFree: boolean;
}

const isFree = ({ availability, inCall }: Contact) => availability === Availability.online && !inCall;

/** Free contacts first, as many as one call takes. */
export const nearestHelpers = (controllers: readonly Contact[]): Contact[] =>
  controllers.toSorted((one, other) => Number(isFree(other)) - Number(isFree(one))).slice(0, TARGETS_MAX);

/** The company's controllers who are available and not in a call, as many as one call takes. */
export function whomToRing(controllers: readonly Contact[]): Ringing {
  const nearest = nearestHelpers(controllers);
  const free = nearest.filter(isFree);
  return { targets: free.length > 0 ? free : nearest, areFree: free.length > 0 };
}
