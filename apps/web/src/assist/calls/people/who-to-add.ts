import type { Person } from '@earth/calls';
import { Availability, type Contact, isController, type Profile } from '@earth/contracts';
import { holds } from '../../../shared/search';

/** How many are in the call, including the user; without those who ring. */
export const countIn = (people: readonly Pick<Person, 'state'>[]): number =>
  people.filter(({ state }) => state === 'joined').length + 1;

/** Whether one more may join. `most`: negative for no limit (A9.6). */
export const hasRoom = (people: readonly Pick<Person, 'state'>[], most: number): boolean =>
  most < 0 || countIn(people) < most;

interface Wanted {
  readonly me: Pick<Profile, 'role' | 'uniqueId'>;
  readonly present: readonly Pick<Person, 'contact'>[];
  readonly search: string;
}

/** The people who can be called into the call now: online, free and not in it. A field user calls controllers only. */
export function whoToAdd(people: readonly Contact[], { me, present, search }: Wanted): readonly Contact[] {
  const taken = new Set([me.uniqueId, ...present.map(({ contact }) => contact.uniqueId)]);
  return people.filter(
    ({ availability, inCall, name, role, uniqueId }) =>
      availability === Availability.online &&
      !inCall &&
      !taken.has(uniqueId) &&
      (isController(me.role.code) || isController(role.code)) &&
      holds(search, name),
  );
}
