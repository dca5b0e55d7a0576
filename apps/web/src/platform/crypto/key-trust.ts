/** The user's decisions about changed keys. Kept apart from `known-keys.ts`, which every screen needs. */
import type { Sealer } from '@earth/contracts';
import { myself } from '../index';
import type { SessionScope } from '../session/session-scope';
import { changeKnownKeys, createKnownKeysStore, fingerprintOf, type KnownKey, recordKnownKeys } from './known-keys';

const now = () => new Date().toISOString();

/** Whether a contact's keys have changed on this device and the change was neither compared nor dismissed since. */
export const isNews = ({ changes, comparedBy, putAway = 0 }: KnownKey): boolean =>
  changes.length > putAway && comparedBy === undefined;

/** Records that two people compared their screens: the safety number was the same, or not. */
export async function recordComparison(
  scope: SessionScope,
  person: Sealer,
  ownPublicKey: string,
  isSame: boolean,
): Promise<void> {
  const [fingerprint = '', own] = await Promise.all([person.publicKey, ownPublicKey].map(fingerprintOf));
  await changeKnownKeys(scope, (known) => {
    const before: KnownKey = known[person.uniqueId] ?? { fingerprint, changes: [] };
    const { comparedBy: _, trust: __, ...kept } = before;
    const decided = { ...kept, decidedDate: now() };
    // If the keys changed during the comparison, the number is no longer the one that was compared.
    if (isSame && (before.fingerprint !== fingerprint || own === undefined))
      return { ...known, [person.uniqueId]: { ...kept, ...(before.trust && { trust: before.trust }) } };
    return {
      ...known,
      [person.uniqueId]:
        isSame && own !== undefined ? { ...decided, comparedBy: own } : { ...decided, trust: 'changed' },
    };
  });
}

/** Records that the user accepts changed keys of a compared contact: exactly these keys, no others. */
export async function acceptKeys(
  scope: SessionScope,
  { uniqueId, publicKey }: Pick<Sealer, 'uniqueId' | 'publicKey'>,
): Promise<void> {
  const fingerprint = await fingerprintOf(publicKey);
  await changeKnownKeys(scope, (known) => {
    const before = known[uniqueId];
    if (before?.fingerprint !== fingerprint) return known;
    return {
      ...known,
      [uniqueId]: { ...before, trust: 'accepted', decidedDate: now(), putAway: before.changes.length },
    };
  });
}

/** Records that the user has dismissed the notice of changed keys. */
export async function dismissKeyNews(scope: SessionScope, contactId: string): Promise<void> {
  await changeKnownKeys(scope, (known) => {
    const before = known[contactId];
    return before ? { ...known, [contactId]: { ...before, putAway: before.changes.length } } : known;
  });
}

/**
 * Maximum wait for the server's copy before something is sealed. Waiting longer gains nothing: a malicious server could withhold the
 * copy anyway.
 */
const RESTORE_WAIT_MS = 2_000;

async function restoreInTime(scope: SessionScope): Promise<void> {
  const { createKnownKeysSync } = await import('./kept-known-keys');
  await Promise.race([
    scope.get(createKnownKeysSync).restore(),
    new Promise((resolve) => setTimeout(resolve, RESTORE_WAIT_MS)),
  ]);
}

/**
 * The people whose safety number was compared and whose keys have changed since, so that the user must be asked. Checks the very
 * keys that would be used for sealing, whatever the server named before or names elsewhere.
 */
export async function findChanged(scope: SessionScope, people: readonly Sealer[]): Promise<ReadonlySet<string>> {
  // Comparisons made before this sign-in must be restored first.
  if (myself()?.hasProtectedKeys) await restoreInTime(scope);
  await recordKnownKeys(scope, people);
  const { known } = scope.get(createKnownKeysStore).getState();
  const changed = await Promise.all(
    people.map(async ({ uniqueId, publicKey }) => {
      const { comparedBy, fingerprint, trust } = known[uniqueId] ?? {};
      const wasCompared = comparedBy !== undefined || trust !== undefined;
      const isChanged = wasCompared && (trust === 'changed' || fingerprint !== (await fingerprintOf(publicKey)));
      return isChanged ? [uniqueId] : [];
    }),
  );
  return new Set(changed.flat());
}
