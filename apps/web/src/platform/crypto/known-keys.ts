/**
 * Trust on first use: the keys of contacts as this device has seen them. Changed keys show in the contact's rooms, whatever the
 * server says. Changes before the first sight are taken from the server. Everything is deleted at the end of the session;
 * `kept-known-keys.ts` restores it if the user wants that.
 */
import type { Sealer } from '@earth/contracts';
import { replaceEqualDeep } from '@tanstack/react-query';
import { del, get, update } from 'idb-keyval';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useScoped } from '../session/scope-context';
import type { SessionScope } from '../session/session-scope';

export interface KnownKey {
  /** Fingerprint of the bundle seen last. */
  readonly fingerprint: string;
  /** When the bundle changed, oldest first; ISO 8601. */
  readonly changes: readonly string[];
  /**
   * Fingerprint of the user's own bundle when the safety number was found equal on both screens; absent: not compared since the last
   * change.
   */
  readonly comparedBy?: string;
  /**
   * Only for a contact whose number was compared once. `changed`: the keys differ, and nothing is sealed for them until the user
   * agrees. `accepted`: the user agreed without comparing again.
   */
  readonly trust?: 'changed' | 'accepted';
  /** Time of the user's last comparison or acceptance; ISO 8601. The later decision of two devices wins. */
  readonly decidedDate?: string;
  /** How many of the changes the user has dismissed; absent: none. */
  readonly putAway?: number;
}

export type KnownKeys = Readonly<Record<string, KnownKey>>;

/** A bundle that a contact has now. */
export interface SeenKey {
  readonly contactId: string;
  readonly fingerprint: string;
  /** When the earlier bundles were replaced, according to the server. */
  readonly replacedDates: readonly string[];
}

/** The known keys after these were seen; the same object if nothing changed. */
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

/** Changes before the first sight are shown in the rooms, but not reported as news. */
function firstSeen(fingerprint: string, replacedDates: readonly string[]): KnownKey {
  const changes = replacedDates.toSorted();
  return { fingerprint, changes, ...(changes.length > 0 && { putAway: changes.length }) };
}

const NAME = 'known-keys';
/** The known keys as this page shows them. */
export const createKnownKeysStore = () => createStore<{ readonly known: KnownKeys }>(() => ({ known: {} }));
const nothing: KnownKeys = {};

/** SHA-256, base64. */
export async function fingerprintOf(publicKey: string): Promise<string> {
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(publicKey));
  return btoa(String.fromCharCode(...new Uint8Array(hash)));
}

/**
 * The stored keys, read from the database once, because every message needs them several times. Tabs tell each other of changes.
 */
function createStoredKeys(scope: SessionScope) {
  const channel = new BroadcastChannel(NAME);
  let reading: Promise<KnownKeys> | null = null;
  channel.addEventListener('message', () => {
    reading = null;
  });
  scope.onDispose(() => channel.close());
  return {
    read(): Promise<KnownKeys> {
      reading ??= get<KnownKeys>(NAME).then(
        (known) => known ?? nothing,
        (error: unknown) => {
          reading = null;
          throw error;
        },
      );
      return reading;
    },
    /** @returns what is stored then */
    async change(make: (known: KnownKeys) => KnownKeys): Promise<KnownKeys> {
      let made = nothing;
      await update<KnownKeys>(NAME, (known = nothing) => {
        made = make(known);
        return made;
      });
      // What was read before the change must not replace it.
      reading = Promise.resolve(made);
      if (!scope.signal.aborted) channel.postMessage(null);
      return made;
    },
  };
}

/** Unchanged entries keep their identity: this runs with every response that names people, and seldom changes anything. */
const show = (scope: SessionScope, known: KnownKeys) =>
  scope
    .get(createKnownKeysStore)
    .setState(({ known: before }) => ({ known: replaceEqualDeep<KnownKeys>(before, known) }));

/** Changes the stored keys, and shows the result. Does nothing after the end of the session: the stored keys are deleted then. */
export async function changeKnownKeys(scope: SessionScope, make: (known: KnownKeys) => KnownKeys): Promise<void> {
  if (scope.signal.aborted) return;
  const made = await scope.get(createStoredKeys).change(make);
  if (!scope.signal.aborted) show(scope, made);
}

type Named = Sealer & { readonly name?: string };

/** The people named on this page. Sealed content names them by id only. */
export const createNamed = () => new Map<string, Named>();

/** Records the bundles of the people that the server has just named. A browser without storage notices no changes. */
export async function recordKnownKeys(scope: SessionScope, people: readonly Named[]): Promise<void> {
  for (const person of people) if (person.name !== undefined) scope.get(createNamed).set(person.uniqueId, person);
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
    const known = await scope.get(createStoredKeys).read();
    if (scope.signal.aborted) return;
    show(scope, known);
    if (withSeen(known, seen, '') !== known)
      await changeKnownKeys(scope, (kept) => withSeen(kept, seen, new Date().toISOString()));
  } catch {
    // See above.
  }
}

/** Deletes the stored keys. */
export const forgetKnownKeys = (): Promise<void> => del(NAME).catch(() => undefined);

export const useKnownKeys = (): KnownKeys => useStore(useScoped(createKnownKeysStore), ({ known }) => known);
