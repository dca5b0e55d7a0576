/** Creates, changes and leaves rooms. */
import type { Recipient } from '@earth/calls';
import type { CallInput, changeRoom, createRoom, SealedPlace } from '@earth/contracts';
import { loadRoomCipher } from '../../../shared/call-queries';
import { api } from '../../../platform';
import { queryClient } from '../../../shared/queries';
import { dropRoom, roomPeopleQuery, applyRoom } from './room-queries';
import type { OpenedRoom } from './conversation';
import { untilForAll } from '../../../platform/crypto/resealing';

/** Seals a group's name for these people, signed by the user. */
export async function sealRoomName(roomId: string, name: string, people: readonly Recipient[]) {
  const cipher = await loadRoomCipher();
  const cryptoSchema = await cipher.schemeFor(people);
  const place: SealedPlace = { kind: 'subject', within: roomId, id: null };
  return { subject: await cipher.sealText(cryptoSchema, name, people, place), cryptoSchema };
}

/** Names a group. The name is sealed for its present members and for those who are added at the same time. */
export async function nameRoom(id: string, name: string, added: readonly Recipient[] = []): Promise<OpenedRoom> {
  return untilForAll(async () => {
    const people = await queryClient.query({ ...roomPeopleQuery(id), staleTime: 0 });
    const named = await sealRoomName(id, name, [...people.map(({ contact }) => contact), ...added]);
    const targetContacts = added.map(({ uniqueId }) => uniqueId);
    return alterRoom({ id, ...named, ...(targetContacts.length > 0 && { targetContacts }) });
  });
}

export async function makeRoom(input: CallInput<typeof createRoom>): Promise<OpenedRoom> {
  return applyRoom(await api.createRoom(input));
}

export async function alterRoom(input: CallInput<typeof changeRoom>): Promise<OpenedRoom> {
  const room = await applyRoom(await api.changeRoom(input));
  if (input.targetContacts) void queryClient.invalidateQueries({ queryKey: roomPeopleQuery(room.uniqueId).queryKey });
  return room;
}

export async function leave(roomId: string): Promise<void> {
  await api.leaveRoom({ id: roomId });
  dropRoom(roomId);
}
