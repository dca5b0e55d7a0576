/**
 * What notifications have shown on this device, newest first: the worker keeps it while no page is in sight, for the page that lists
 * it (D2.62). Sealed as all that this device has read, and gone with it at the end of the session.
 */
import * as z from 'zod/mini';
import { createDeviceCache } from '../storage/device-cache';
import { orNothing } from '../storage/indexed-store';

/** The key of local storage (D3.34). */
const NAME = 'receivedNotifications';
/** The worker does not know whose it is. Nor need it: nothing that is kept outlives a session. */
const OWNER = 'device';
const MOST = 100;

const received = z.array(
  z.object({
    /** One notification of a call, however often it changes; one for each message. */
    id: z.string(),
    /** What it opens. */
    about: z.object({ kind: z.enum(['call', 'room']), uniqueId: z.string() }),
    title: z.string(),
    descr: z.string(),
    /** In ms since 1970. */
    date: z.number(),
    isRead: z.boolean(),
  }),
);
export type ReceivedNotification = z.infer<typeof received>[number];
type Notifications = readonly ReceivedNotification[];

/** The key is another one after a session: it is looked up each time. */
const cache = () => createDeviceCache(OWNER);

/** Rejects where what is kept is no list of notifications («ERRORE», D8.14). */
export const readReceived = async (): Promise<Notifications> =>
  received.parse((await cache().read<unknown>(NAME)) ?? []);

/** Not in a page that is not secure: it has no worker either. */
const locks: LockManager | null | undefined = navigator.locks;

let last: Promise<unknown> = Promise.resolve();

/** One change after the other, here and in the worker: each begins with what the one before has left. */
function change(of: (kept: Notifications) => Notifications): Promise<void> {
  const run = async () => {
    const kept = await orNothing(readReceived, []);
    const changed = of(kept);
    if (changed !== kept) await cache().keep(NAME, changed.slice(0, MOST));
  };
  const alone = () => locks?.request(NAME, run) ?? run();
  const next = last.then(alone);
  last = next.catch(() => undefined);
  return next;
}

/** Puts one first; what was known of the same call is replaced. */
export const keepReceived = (one: ReceivedNotification): Promise<void> =>
  change((kept) => [one, ...kept.filter(({ id }) => id !== one.id)]);

/** @param uniqueId of the call or the room whose notifications were seen; without it, all were */
export const markReceivedRead = (uniqueId?: string): Promise<void> =>
  change((kept) => {
    const isSeen = ({ about, isRead }: ReceivedNotification) =>
      !isRead && (uniqueId === undefined || about.uniqueId === uniqueId);
    return kept.some(isSeen) ? kept.map((one) => (isSeen(one) ? { ...one, isRead: true } : one)) : kept;
  });

/** @returns what puts them back */
export async function clearReceived(): Promise<() => Promise<void>> {
  const removed = await orNothing(readReceived, []);
  await change(() => []);
  return () =>
    change((kept) =>
      [...kept, ...removed.filter(({ id }) => kept.every((one) => one.id !== id))].toSorted(newestFirst),
    );
}

const newestFirst = (one: ReceivedNotification, other: ReceivedNotification) => other.date - one.date;
