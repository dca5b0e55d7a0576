/** Queries of the members of a room, present and former, and of how the room has changed. */
import { queryOptions } from '@tanstack/react-query';
import { api } from '../../../platform';
import { recordKnownKeys } from '../../../platform/crypto/known-keys';
import { scopeOf } from '../../../shared/query-client';

/** The members of a room, with the delivery state for each. */
export const roomPeopleQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'people'],
    queryFn: async (context) => {
      const people = await api.listRoomParticipants({ id: roomId });
      void recordKnownKeys(
        scopeOf(context),
        people.map(({ contact }) => contact),
      );
      return people;
    },
  });

/** Former members, who are authors of messages in it. */
export const formerPeopleQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'former'],
    queryFn: () => api.listFormerParticipants({ id: roomId }),
  });

/** Who joined, left or renamed the room since the user joined. */
export const roomChangesQuery = (roomId: string) =>
  queryOptions({
    queryKey: ['room', roomId, 'changes'],
    queryFn: () => api.listRoomChanges({ id: roomId }),
  });
