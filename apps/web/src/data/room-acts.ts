/** What one does with a room: made, changed, left. */
import type { Recipient } from '@earth/calls';
import type { CallInput, changeRoom, createRoom, SealedPlace } from '@earth/contracts';
import { loadCipher } from './call-queries';
import { api } from './index';
import { queryClient } from './queries';
import { dropRoom, type OpenedRoom, roomPeopleQuery, takeRoom } from './room-queries';

/** A group's name, sealed for these people as one's own. */
export async function sealRoomName(roomId: string, name: string, people: readonly Recipient[]) {
  const cipher = await loadCipher();
  const cryptoSchema = await cipher.schemeFor(people);
  const place: SealedPlace = { kind: 'subject', within: roomId, id: null };
  return { subject: await cipher.sealText(cryptoSchema, name, people, place), cryptoSchema };
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
