/**
 * The recipients for whom this page does not seal, because their keys are unusable or have changed since they were compared. Shown
 * beside the composer.
 */
import { useMemo } from 'react';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { useScoped } from '../session/scope-context';
import type { SessionScope } from '../session/session-scope';

/**
 * `unusable`: no key can be wrapped with theirs. `changed`: the keys have changed since they were compared, and were not accepted.
 */
export type LeftOut = 'unusable' | 'changed';

const createLeftOut = () => createStore<Readonly<Record<string, LeftOut>>>(() => ({}));

/** Records the result for each recipient of something that was just sealed; null: it was sealed for them. */
export function recordLeftOut(scope: SessionScope, people: ReadonlyMap<string, LeftOut | null>): void {
  const store = scope.get(createLeftOut);
  const before = store.getState();
  const news = [...people].filter(([contactId, why]) => (before[contactId] ?? null) !== why);
  if (news.length === 0) return;
  const after = new Map(Object.entries(before));
  for (const [contactId, why] of news) {
    if (why) after.set(contactId, why);
    else after.delete(contactId);
  }
  store.setState(Object.fromEntries(after), true);
}

/** The people of this list who are left out. */
export function useLeftOut<Person extends { readonly uniqueId: string }>(people: readonly Person[]) {
  const leftOut = useStore(useScoped(createLeftOut));
  return useMemo(
    () =>
      people.flatMap((person) => {
        const why = leftOut[person.uniqueId];
        return why ? [{ person, why }] : [];
      }),
    [leftOut, people],
  );
}
