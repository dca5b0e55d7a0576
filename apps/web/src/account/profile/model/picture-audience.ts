/** The people who may see the user's picture, as this device knows them: those in the address book, and those in the user's rooms. */
import type { Recipient } from '@earth/crypto';
import { myId } from '../../../platform';
import type { SessionScope } from '../../../platform/session/session-scope';
import { peopleQuery } from '../../../shared/queries';
import { createQueryClient } from '../../../shared/query-client';
import { roomPeopleQuery } from '../../../assist/rooms/model/room-people';
import { roomsQuery } from '../../../assist/rooms/model/room-queries';

interface Audience {
  readonly ids: ReadonlySet<string>;
  /** The keys of those people among the audience. */
  findKeys(ids: ReadonlySet<string>): Promise<readonly Recipient[]>;
}

export async function findAudience(scope: SessionScope): Promise<Audience> {
  const client = scope.get(createQueryClient);
  // From the server: a push changes what is cached only in part, and whoever is missing there would look like a stranger.
  const now = { staleTime: 0 } as const;
  const [people, rooms] = await Promise.all([
    client.query({ ...peopleQuery, ...now }),
    client.query({ ...roomsQuery, ...now }),
  ]);
  const inRooms = rooms.flatMap(({ participants }) => participants.filter(({ isGuest }) => !isGuest));
  const ids = new Set([...people, ...inRooms].map(({ uniqueId }) => uniqueId));
  ids.delete(myId() ?? '');
  return {
    ids,
    async findKeys(wanted) {
      const found = new Map<string, Recipient>(people.map((person) => [person.uniqueId, person]));
      for (const { uniqueId: roomId, participants } of rooms) {
        const hasNew = participants.some(({ uniqueId }) => wanted.has(uniqueId) && !found.has(uniqueId));
        const members = hasNew ? await client.query({ ...roomPeopleQuery(roomId), ...now }) : [];
        for (const { contact } of members) found.set(contact.uniqueId, contact);
      }
      return [...found.values()].filter(({ uniqueId }) => wanted.has(uniqueId));
    },
  };
}
