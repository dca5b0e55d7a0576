import { Availability, type Contact, isController } from '@earth/contracts';

/** As many as one call takes. */
const MOST = 50;

export interface Ringing {
  readonly targets: readonly Contact[];
  /** Whether they are free; if not, all controllers are called, so that they see that somebody wanted help. */
  readonly areFree: boolean;
}

/** Whom «Call for help» rings: every controller who is available and not in a call. */
export function whomToRing(people: readonly Contact[]): Ringing {
  const controllers = people.filter(({ role }) => isController(role.code));
  const free = controllers.filter(({ availability, inCall }) => availability === Availability.online && !inCall);
  return { targets: (free.length > 0 ? free : controllers).slice(0, MOST), areFree: free.length > 0 };
}
