/** What the person has made of it that somebody's keys are others. Apart from what notes them: that is needed on every screen. */
import type { Sealer } from '@earth/contracts';
import { myself } from '../index';
import { changeKnownKeys, fingerprintOf, type KnownKey, knownKeys, noteKeys, timesForgotten } from './known-keys';

const now = () => new Date().toISOString();

/** Whether somebody's keys have changed here, and nobody has compared or put it away since. */
export const isNews = ({ changes, comparedBy, putAway = 0 }: KnownKey): boolean =>
  changes.length > putAway && comparedBy === undefined;

/** Two people have looked at both their screens: the number is the same, or it is not. */
export async function noteCompared(person: Sealer, ownPublicKey: string, isSame: boolean): Promise<void> {
  const since = timesForgotten();
  const [fingerprint = '', own] = await Promise.all([person.publicKey, ownPublicKey].map(fingerprintOf));
  await changeKnownKeys((known) => {
    const before: KnownKey = known[person.uniqueId] ?? { fingerprint, changes: [] };
    const { comparedBy: _, trust: __, ...kept } = before;
    const decided = { ...kept, decidedDate: now() };
    // Whose keys have changed while one looked has another number now.
    if (isSame && (before.fingerprint !== fingerprint || own === undefined))
      return { ...known, [person.uniqueId]: { ...kept, ...(before.trust && { trust: before.trust }) } };
    return {
      ...known,
      [person.uniqueId]:
        isSame && own !== undefined ? { ...decided, comparedBy: own } : { ...decided, trust: 'changed' },
    };
  }, since);
}

/** The person goes on with keys of somebody that are others than those that were compared: with these, and no others. */
export async function acceptKeys({ uniqueId, publicKey }: Pick<Sealer, 'uniqueId' | 'publicKey'>): Promise<void> {
  const fingerprint = await fingerprintOf(publicKey);
  await changeKnownKeys((known) => {
    const before = known[uniqueId];
    if (before?.fingerprint !== fingerprint) return known;
    return {
      ...known,
      [uniqueId]: { ...before, trust: 'accepted', decidedDate: now(), putAway: before.changes.length },
    };
  });
}

/** The person has read that somebody's keys are others. */
export async function putAwayNews(contactId: string): Promise<void> {
  await changeKnownKeys((known) => {
    const before = known[contactId];
    return before ? { ...known, [contactId]: { ...before, putAway: before.changes.length } } : known;
  });
}

/** What the server keeps is waited for so long before something is sealed: it could hold it back in any case. */
const RESTORE_WAIT_MS = 2_000;

async function restoreInTime(): Promise<void> {
  const { restoreKnownKeys } = await import('./kept-known-keys');
  await Promise.race([restoreKnownKeys(), new Promise((resolve) => setTimeout(resolve, RESTORE_WAIT_MS))]);
}

/**
 * Those of some people for whose keys the person has to be asked: their number was compared once, and these keys are others.
 * By the very keys that would be sealed for: whatever the server named before or names elsewhere.
 */
export async function findChanged(people: readonly Sealer[]): Promise<ReadonlySet<string>> {
  // What the person has compared before this sign-in counts first.
  if (myself()?.hasProtectedKeys) await restoreInTime();
  await noteKeys(people);
  const known = knownKeys();
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
