/** The life of this server among those that work with the database. */
import { PRESENCE_TIMEOUT_MS } from '@earth/contracts';
import type { Context } from '../../context';
import { NODE_LEASE_MS } from '../../nodes';
import * as store from './store';

const before = ({ clock }: Context, ms: number) => new Date(clock.now().getTime() - ms);

/** From now on this server lives. Without a bus to others it is the only one: whatever was open elsewhere is not. */
export async function join(context: Context): Promise<void> {
  const { clock, db, nodeId, settings } = context;
  await store.addNode(db, nodeId, clock.now());
  await store.buryNodes(db, nodeId, before(context, settings.redisUrl === undefined ? 0 : NODE_LEASE_MS));
  await takeOver(context);
}

/**
 * Says that this server still lives.
 * @returns false where it was taken for dead meanwhile: what it has open counts as closed
 */
export async function keep(context: Context): Promise<boolean> {
  const { clock, db, nodeId, presence } = context;
  try {
    if (await store.keepNode(db, nodeId, clock.now())) return true;
  } catch (error) {
    // While the database was away, nobody could note who is there.
    presence.startOver();
    throw error;
  }
  await store.addNode(db, nodeId, clock.now());
  return false;
}

/** Where another server has died or stopped, somebody must see its people go. */
export async function bury(context: Context): Promise<void> {
  if (await store.buryNodes(context.db, context.nodeId, before(context, NODE_LEASE_MS))) await takeOver(context);
}

/** Those who were there of late and have no socket anywhere: they come back, or are seen to go by this server. */
async function takeOver(context: Context): Promise<void> {
  const { db, presence } = context;
  for (const { id, seenAt } of await store.findSeen(db, before(context, PRESENCE_TIMEOUT_MS)))
    presence.restore(id, seenAt);
}
