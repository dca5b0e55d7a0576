/** Creates, changes and leaves rooms. */
import { type Recipient, retryForRecipients } from '@earth/messaging';
import type { CallInput, changeRoom, createRoom, SealedPlace } from '@earth/contracts';
import { loadRoomCipher } from '../../../shared/call-queries';
import { api } from '../../../platform';
import { roomPeopleQuery } from './room-people';
import { dropRoom, applyRoom } from './room-queries';
import type { OpenedRoom } from './conversation';
import type { SessionScope } from '../../../platform/session/session-scope';
import { createQueryClient } from '../../../shared/query-client';

/** Seals a group's name for these people, signed by the user. */
export async function sealRoomName(scope: SessionScope, roomId: string, name: string, people: readonly Recipient[]) {
  const cipher = await loadRoomCipher(scope);
  const cryptoSchema = await cipher.schemeFor(people);
  const place: SealedPlace = { kind: 'subject', within: roomId, id: null };
  return { subject: await cipher.sealText(cryptoSchema, name, people, place), cryptoSchema };
}

/** Names a group. The name is sealed for its present members and for those who are added at the same time. */
export async function nameRoom(
  scope: SessionScope,
  id: string,
  name: string,
  added: readonly Recipient[] = [],
): Promise<OpenedRoom> {
  return retryForRecipients(async () => {
    const people = await scope.get(createQueryClient).query({ ...roomPeopleQuery(id), staleTime: 0 });
    const named = await sealRoomName(scope, id, name, [...people.map(({ contact }) => contact), ...added]);
    const targetContacts = added.map(({ uniqueId }) => uniqueId);
    return alterRoom(scope, { id, ...named, ...(targetContacts.length > 0 && { targetContacts }) });
  });
}

export async function makeRoom(scope: SessionScope, input: CallInput<typeof createRoom>): Promise<OpenedRoom> {
  return applyRoom(scope, await api.createRoom(input));
}

export async function alterRoom(scope: SessionScope, input: CallInput<typeof changeRoom>): Promise<OpenedRoom> {
  const room = await applyRoom(scope, await api.changeRoom(input));
  if (input.targetContacts)
    void scope.get(createQueryClient).invalidateQueries({ queryKey: roomPeopleQuery(room.uniqueId).queryKey });
  return room;
}

export async function leave(scope: SessionScope, roomId: string): Promise<void> {
  await api.leaveRoom({ id: roomId });
  dropRoom(scope, roomId);
}
