/**
 * The keys of others as this device has seen them: whose are others now shows in their rooms, whatever the server says of it.
 * What it has not seen itself, from before, the server tells. At the end of a sign-in all is forgotten here: `kept-known-keys.ts`
 * brings it back where the person wants that.
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
  /**
   * Of somebody whose number was compared once. `changed`: these are other keys, and nothing is sealed for them until the person
   * says so. `accepted`: the person has, without comparing again.
   */
  readonly trust?: 'changed' | 'accepted';
  /** When the person compared or accepted last; ISO 8601. Of what two devices know the later counts. */
  readonly decidedDate?: string;
  /** How many of the changes the person has put away; absent: none. */
  readonly putAway?: number;
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
    if (!before) return [[contactId, firstSeen(fingerprint, replacedDates)]];
    const wasCompared = before.comparedBy !== undefined || before.trust !== undefined;
    const { comparedBy: _, ...kept } = before;
    const changes = [...before.changes, now];
    return [[contactId, { ...kept, fingerprint, changes, ...(wasCompared && { trust: 'changed' as const }) }]];
  });
  return news.length === 0 ? known : { ...known, ...Object.fromEntries(news) };
}

/** What was before this device knew them stands in the rooms, and is no news. */
function firstSeen(fingerprint: string, replacedDates: readonly string[]): KnownKey {
  const changes = replacedDates.toSorted();
  return { fingerprint, changes, ...(changes.length > 0 && { putAway: changes.length }) };
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
export const timesForgotten = (): number => forgotten;

export async function changeKnownKeys(make: (known: KnownKeys) => KnownKeys, since = forgotten): Promise<void> {
  if (since !== forgotten) return;
  let made = nothing;
  await update<KnownKeys>(NAME, (known = nothing) => {
    made = make(known);
    return made;
  });
  if (since === forgotten) show(made);
}

/** Who was named on this page: what is sealed names them by their ids alone. */
export const named = new Map<string, Sealer & { readonly name?: string }>();

/** Notes the bundles of people whom the server has just named. A browser that keeps nothing notices nothing. */
export async function noteKeys(people: readonly (Sealer & { readonly name?: string })[]): Promise<void> {
  const since = forgotten;
  for (const person of people) if (person.name !== undefined) named.set(person.uniqueId, person);
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
      await changeKnownKeys((kept) => withSeen(kept, seen, new Date().toISOString()), since);
  } catch {
    // Said above.
  }
}

export async function forgetKnownKeys(): Promise<void> {
  forgotten += 1;
  named.clear();
  show(nothing);
  await del(NAME).catch(() => undefined);
}

export const knownKeys = (): KnownKeys => store.getState().known;
export const onKnownKeys = store.subscribe;
export const useKnownKeys = (): KnownKeys => useStore(store, ({ known }) => known);
