/** The life of this server among those that work with the database. */
import { PRESENCE_TIMEOUT_MS } from '@earth/contracts';
import type { Context } from '../../../context';
import { NODE_LEASE_MS } from '../../../host/nodes';
import * as store from './store';

export interface Heartbeat {
  /** From now on this server lives. Without a bus to others it is the only one: whatever was open elsewhere is not. */
  join(): Promise<void>;
  /**
   * Says that this server still lives, and buries those that do not.
   * @returns false where it was itself taken for dead meanwhile: what it has open counts as closed
   */
  goOn(): Promise<boolean>;
}

export function createHeartbeat({ clock, db, nodeId, presence, settings }: Context): Heartbeat {
  const isAlone = settings.redisUrl === undefined;
  let keptAt = clock.now().getTime();
  /** So long the database was away, or this machine stood still: what the database has of others is as old. */
  const wasAway = () => clock.now().getTime() - keptAt > NODE_LEASE_MS;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);

  /** Those who were there of late and have no socket anywhere: they come back, or are seen to go by this server. */
  async function takeOver(): Promise<void> {
    for (const { id, seenAt } of await store.findSeen(db, before(PRESENCE_TIMEOUT_MS))) presence.restore(id, seenAt);
  }

  return {
    async join() {
      await store.addNode(db, nodeId, clock.now());
      await store.buryNodes(db, nodeId, before(isAlone ? 0 : NODE_LEASE_MS));
      await takeOver();
    },
    async goOn() {
      // Before anybody is judged by it.
      if (wasAway()) presence.startOver();
      const isKept = await store.keepNode(db, nodeId, clock.now());
      if (!isKept) await store.addNode(db, nodeId, clock.now());
      const mayJudge = !wasAway();
      keptAt = clock.now().getTime();
      // Where another server has died or stopped, somebody must see its people go.
      if (mayJudge && (await store.buryNodes(db, nodeId, before(NODE_LEASE_MS)))) await takeOver();
      return isKept;
    },
  };
}
