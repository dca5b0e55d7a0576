/** Changes of a room, for the people in it: shown as lines between its messages. */
import type { RoomChange } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import type { Principal } from '../../../http/principal';
import { requireMember } from '../messages';
import { findChanges, insertChanges, type NewChange } from './changes-store';
import { findParticipants, type RoomRow } from './store';

type Change = Pick<NewChange, 'kind' | 'contactId' | 'byId'>;

/** Records changes in the transaction that locks and changes the room, positioned after its last message. */
export async function recordChanges(
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

/** Changes since the user joined: their own joining is the first line in any case. @throws ApiError `notFound` */
export async function listChanges({ db }: Context, principal: Principal, roomId: string): Promise<RoomChange[]> {
  const me = requireMember(await findParticipants(db, [roomId]), principal);
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
