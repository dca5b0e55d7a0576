/** What has changed in a room, for the people who are in it: lines between its messages. */
import type { RoomChange } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import type { Principal } from '../../../http/principal';
import { findChanges, insertChanges, type NewChange } from './changes-store';
import { requireParticipant } from './policy';
import { findParticipants, type RoomRow } from './store';

type Change = Pick<NewChange, 'kind' | 'contactId' | 'byId'>;

/** Within the transaction that holds the room and changes it: after its last message. */
export async function noteChanges(
  { clock, random }: Context,
  db: Queries,
  { id: roomId, lastPosition: position }: Pick<RoomRow, 'id' | 'lastPosition'>,
  changes: readonly Change[],
): Promise<void> {
  const createdAt = clock.now();
  await insertChanges(
    db,
    changes.map((change) => ({ ...change, id: random.id(), roomId, position, createdAt })),
  );
}

/** Since one came in: one's own coming is the first line in any case. @throws ApiError `notFound` */
export async function listChanges({ db }: Context, principal: Principal, roomId: string): Promise<RoomChange[]> {
  const me = requireParticipant(await findParticipants(db, [roomId]), principal);
  const found = await findChanges(db, roomId, me.joinedAt);
  return found
    .filter(({ change }) => change.kind !== 'joined' || change.contactId !== principal.contactId)
    .map(({ change: { id, kind, contactId, byId, position, createdAt }, name, byName }) => ({
      uniqueId: id,
      kind,
      contact: { uniqueId: contactId, name },
      by: byId === null ? null : { uniqueId: byId, name: byName ?? '' },
      position,
      date: createdAt.toISOString(),
    }));
}
