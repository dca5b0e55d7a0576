/** A user's own devices: listing the signed-in ones, and ending one. */
import type { SignedInDevice } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import type { Principal } from '../../../http/principal';
import { NODE_LEASE_MS } from '../../../host/nodes';
import { announceEnd, SESSION_MS } from './service';
import * as store from './store';

/** The devices of contacts that have a socket open, on any server; with `seenForMs` also those that had one so recently. */
export async function findConnectedDevices(
  { clock, db, nodeId }: Context,
  contactIds: readonly string[],
  seenForMs?: number,
): Promise<ReadonlySet<string>[]> {
  const before = (ms: number) => new Date(clock.now().getTime() - ms);
  const seenAfter = seenForMs === undefined ? null : before(seenForMs);
  const found = await store.findConnected(db, { contactIds, nodeId, since: before(NODE_LEASE_MS), seenAfter });
  return contactIds.map((id) => new Set(found.flatMap((one) => (one.contactId === id ? one.deviceId : []))));
}

export async function connectedDevices(
  context: Context,
  contactId: string,
  seenForMs?: number,
): Promise<ReadonlySet<string>> {
  const [devices = new Set()] = await findConnectedDevices(context, [contactId], seenForMs);
  return devices;
}

export const devicesOf = (context: Context, { contactId, sessionId }: Principal): Promise<SignedInDevice[]> =>
  signedInDevices(context, contactId, sessionId);

/** @param sessionId of the caller, if these are their own devices */
export async function signedInDevices(
  context: Context,
  contactId: string,
  sessionId: string | null = null,
): Promise<SignedInDevice[]> {
  const now = context.clock.now();
  const [sessions, connected] = await Promise.all([
    store.listSessions(context.db, contactId, now),
    connectedDevices(context, contactId),
  ]);
  const devices = sessions.map(({ id, deviceId, appOs, model, createdAt, expiresAt }) => {
    const isCurrent = id === sessionId;
    const isConnected = isCurrent || connected.has(deviceId);
    // A session is prolonged at each refresh: every 15 minutes while the app is open.
    const lastSeen = isConnected ? now : new Date(expiresAt.getTime() - SESSION_MS);
    return { deviceId, appOs, model, signInDate: createdAt.toISOString(), lastSeen: lastSeen.toISOString(), isCurrent };
  });
  return devices.toSorted(
    (one, other) => Number(other.isCurrent) - Number(one.isCurrent) || other.lastSeen.localeCompare(one.lastSeen),
  );
}

/** @throws ApiError `notFound` if no device of the user with that id is signed in */
export async function endDevice(context: Context, { contactId }: Principal, deviceId: string): Promise<void> {
  const ended = await store.deleteSessionOf(context.db, { contactId, deviceId }, context.clock.now());
  if (!ended) throw new ApiError('notFound');
  announceEnd(context, ended);
}
