/** What one does with a room: made, changed, left. */
import type { Recipient } from '@earth/calls';
import type { CallInput, changeRoom, createRoom, SealedPlace } from '@earth/contracts';
import { loadRoomCipher } from '../../../shared/call-queries';
import { api } from '../../../platform';
import { queryClient } from '../../../shared/queries';
import { dropRoom, roomPeopleQuery, takeRoom } from './room-queries';
import type { OpenedRoom } from './conversation';
import { untilForAll } from '../../../platform/crypto/resealing';

/** A group's name, sealed for these people as one's own. */
export async function sealRoomName(roomId: string, name: string, people: readonly Recipient[]) {
  const cipher = await loadRoomCipher();
  const cryptoSchema = await cipher.schemeFor(people);
  const place: SealedPlace = { kind: 'subject', within: roomId, id: null };
  return { subject: await cipher.sealText(cryptoSchema, name, people, place), cryptoSchema };
}

/** Gives a group a name, sealed for its people as they are now and for those who are added with it. */
export async function nameRoom(id: string, name: string, added: readonly Recipient[] = []): Promise<OpenedRoom> {
  return untilForAll(async () => {
    const people = await queryClient.query({ ...roomPeopleQuery(id), staleTime: 0 });
    const named = await sealRoomName(id, name, [...people.map(({ contact }) => contact), ...added]);
    const targetContacts = added.map(({ uniqueId }) => uniqueId);
    return alterRoom({ id, ...named, ...(targetContacts.length > 0 && { targetContacts }) });
  });
}

export async function makeRoom(input: CallInput<typeof createRoom>): Promise<OpenedRoom> {
  return takeRoom(await api.createRoom(input));
}

export async function alterRoom(input: CallInput<typeof changeRoom>): Promise<OpenedRoom> {
  const room = await takeRoom(await api.changeRoom(input));
  if (input.targetContacts) void queryClient.invalidateQueries({ queryKey: roomPeopleQuery(room.uniqueId).queryKey });
  return room;
}

export async function leave(roomId: string): Promise<void> {
  await api.leaveRoom({ id: roomId });
  dropRoom(roomId);
}
