/** Heartbeat of this server among those that share the database. */
import { PRESENCE_TIMEOUT_MS } from '@earth/contracts';
import type { Context } from '../../../context';
import { NODE_LEASE_MS } from '../../../host/nodes';
import * as store from './store';

export interface Heartbeat {
  /** Registers this server. Without a bus it is the only one: all sockets that others had open count as closed. */
  join(): Promise<void>;
  /**
   * Renews the lease of this server, and removes servers whose lease has expired.
   * @returns false if its own lease had expired: its open sockets count as closed
   */
  beat(): Promise<boolean>;
}

export function createHeartbeat({ clock, db, nodeId, presence, settings }: Context): Heartbeat {
  const isAlone = settings.redisUrl === undefined;
  let renewedAt = clock.now().getTime();
  /**
   * Whether the database was away, or this machine stood still, for longer than a lease: what the database has of others is then as old.
   */
  const wasAway = () => clock.now().getTime() - renewedAt > NODE_LEASE_MS;
  const before = (ms: number) => new Date(clock.now().getTime() - ms);

  /** Takes over people who were seen recently and have no socket anywhere: they come back, or this server notices that they are gone. */
  async function takeOver(): Promise<void> {
    for (const { id, seenAt } of await store.findSeen(db, before(PRESENCE_TIMEOUT_MS))) presence.restore(id, seenAt);
  }

  return {
    async join() {
      await store.addNode(db, nodeId, clock.now());
      await store.removeDeadNodes(db, nodeId, before(isAlone ? 0 : NODE_LEASE_MS));
      await takeOver();
    },
    async beat() {
      // Before anybody is judged by old data.
      if (wasAway()) presence.startOver();
      const isRenewed = await store.renewNode(db, nodeId, clock.now());
      if (!isRenewed) await store.addNode(db, nodeId, clock.now());
      const mayJudge = !wasAway();
      renewedAt = clock.now().getTime();
      // If another server has died or stopped, this one must notice when its people are gone.
      if (mayJudge && (await store.removeDeadNodes(db, nodeId, before(NODE_LEASE_MS)))) await takeOver();
      return isRenewed;
    },
  };
}
