/**
 * The list of notifications shown on this device, newest first (D2.62). The service worker records them while no page is
 * visible. Sealed like all that this device has read, and deleted at the end of the session.
 */
import { createMutex } from '@earth/async';
import * as z from 'zod/mini';
import { createDeviceCache } from '../storage/device-cache';
import { orNothing } from '../storage/indexed-store';

/** The storage name (D3.34). */
const NAME = 'receivedNotifications';
/** The worker does not know the user. A fixed owner is enough, because nothing stored here outlives a session. */
const OWNER = 'device';
const NOTIFICATIONS_MAX = 100;

const received = z.array(
  z.object({
    /** One entry per call, and one per message. */
    id: z.string(),
    /** What the notification opens. */
    about: z.object({ kind: z.enum(['call', 'room']), uniqueId: z.string() }),
    title: z.string(),
    descr: z.string(),
    /** Epoch milliseconds. */
    date: z.number(),
    isRead: z.boolean(),
  }),
);
export type ReceivedNotification = z.infer<typeof received>[number];
type Notifications = readonly ReceivedNotification[];

/** Each session has a new key, so it is looked up each time. */
const cache = () => createDeviceCache(OWNER);

/** Rejects if the stored value is no list of notifications (D8.14). */
export const readReceived = async (): Promise<Notifications> =>
  received.parse((await cache().read<unknown>(NAME)) ?? []);

/** Absent in an insecure page, which has no service worker either. */
const locks: LockManager | null | undefined = navigator.locks;

const changeAlone = createMutex();

/** Serialized across pages and the worker by a Web Lock: each change starts from the result of the one before. */
function change(of: (stored: Notifications) => Notifications): Promise<void> {
  const run = async () => {
    const stored = await orNothing(readReceived, []);
    const changed = of(stored);
    if (changed !== stored) await cache().keep(NAME, changed.slice(0, NOTIFICATIONS_MAX));
  };
  return changeAlone(() => locks?.request(NAME, run) ?? run());
}

/** Adds one at the top. It replaces the entry of the same call. */
export const recordReceived = (one: ReceivedNotification): Promise<void> =>
  change((stored) => [one, ...stored.filter(({ id }) => id !== one.id)]);

/** The id of the entry of a message. */
export const receivedIdOf = (roomId: string, date: string): string => `${roomId} ${date}`;

/** Removes an entry with its text. */
export const dropReceived = (id: string): Promise<void> =>
  change((stored) => (stored.some((one) => one.id === id) ? stored.filter((one) => one.id !== id) : stored));

/** @param uniqueId of the call or room whose notifications were seen; absent: all of them */
export const markReceivedRead = (uniqueId?: string): Promise<void> =>
  change((stored) => {
    const isSeen = ({ about, isRead }: ReceivedNotification) =>
      !isRead && (uniqueId === undefined || about.uniqueId === uniqueId);
    return stored.some(isSeen) ? stored.map((one) => (isSeen(one) ? { ...one, isRead: true } : one)) : stored;
  });

/** @returns a function that restores them */
export async function clearReceived(): Promise<() => Promise<void>> {
  const removed = await orNothing(readReceived, []);
  await change(() => []);
  return () =>
    change((stored) =>
      [...stored, ...removed.filter(({ id }) => stored.every((one) => one.id !== id))].toSorted(newestFirst),
    );
}

const newestFirst = (one: ReceivedNotification, other: ReceivedNotification) => other.date - one.date;
