/**
 * The keys of others as this device has seen them: whose are others now shows in their rooms, whatever the server says of it.
 * What it has not seen itself, from before, the server tells. At the end of a sign-in all is forgotten.
 */
import type { Sealer } from '@earth/contracts';
import { replaceEqualDeep } from '@tanstack/react-query';
import { del, get, update } from 'idb-keyval';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';

export interface KnownKey {
  /** Of the bundle that was seen last. */
  readonly fingerprint: string;
  /** When there was another one, the first first; ISO 8601. */
  readonly changes: readonly string[];
  /** Of one's own bundle when the safety number was found to be the same on both screens; absent: it was not since. */
  readonly comparedBy?: string;
}

export type KnownKeys = Readonly<Record<string, KnownKey>>;

/** A bundle that somebody has now, as it is kept here. */
export interface SeenKey {
  readonly contactId: string;
  readonly fingerprint: string;
  /** When those before were replaced, as the server says. */
  readonly replacedDates: readonly string[];
}

/** What is known once these have been seen; the same object where that is nothing new. */
export function withSeen(known: KnownKeys, seen: readonly SeenKey[], now: string): KnownKeys {
  const news = seen.flatMap(({ contactId, fingerprint, replacedDates }): [string, KnownKey][] => {
    const before = known[contactId];
    if (before?.fingerprint === fingerprint) return [];
    const changes = before ? [...before.changes, now] : replacedDates.toSorted();
    return [[contactId, { fingerprint, changes }]];
  });
  return news.length === 0 ? known : { ...known, ...Object.fromEntries(news) };
}

const NAME = 'known-keys';
const store = createStore<{ readonly known: KnownKeys }>(() => ({ known: {} }));
const nothing: KnownKeys = {};

/** SHA-256, base64. */
export async function fingerprintOf(publicKey: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(publicKey));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

/** What is the same stays the same object: it is looked up with every answer that names people, and seldom anything new. */
const show = (known: KnownKeys) =>
  store.setState(({ known: before }) => ({ known: replaceEqualDeep<KnownKeys>(before, known) }));

/** How often all was forgotten: what is still being noted of before is not kept. */
let forgotten = 0;

async function change(since: number, make: (known: KnownKeys) => KnownKeys) {
  if (since !== forgotten) return;
  let made = nothing;
  await update<KnownKeys>(NAME, (known = nothing) => {
    made = make(known);
    return made;
  });
  if (since === forgotten) show(made);
}

/** Notes the bundles of people whom the server has just named. A browser that keeps nothing notices nothing. */
export async function noteKeys(people: readonly Sealer[]): Promise<void> {
  const since = forgotten;
  try {
    const seen = await Promise.all(
      people
        .filter(({ publicKey }) => publicKey !== '')
        .map(async ({ uniqueId: contactId, publicKey, formerKeys = [] }) => ({
          contactId,
          fingerprint: await fingerprintOf(publicKey),
          replacedDates: formerKeys.map(({ replacedDate }) => replacedDate),
        })),
    );
    const known = (await get<KnownKeys>(NAME)) ?? nothing;
    if (since !== forgotten) return;
    show(known);
    if (withSeen(known, seen, '') !== known)
      await change(since, (kept) => withSeen(kept, seen, new Date().toISOString()));
  } catch {
    // Said above.
  }
}

/** Two people have looked at both their screens: the number is the same, or it is not. */
export async function noteCompared(person: Sealer, ownPublicKey: string, isSame: boolean): Promise<void> {
  const since = forgotten;
  const [fingerprint = '', own] = await Promise.all([person.publicKey, ownPublicKey].map(fingerprintOf));
  await change(since, (known) => {
    const { comparedBy: _, ...kept } = known[person.uniqueId] ?? { fingerprint, changes: [] };
    // Whose keys have changed while one looked has another number now.
    const isOfNow = kept.fingerprint === fingerprint;
    return {
      ...known,
      [person.uniqueId]: { ...kept, ...(isSame && isOfNow && own !== undefined && { comparedBy: own }) },
    };
  });
}

export async function forgetKnownKeys(): Promise<void> {
  forgotten += 1;
  show(nothing);
  await del(NAME).catch(() => undefined);
}

export const useKnownKeys = (): KnownKeys => useStore(store, ({ known }) => known);
