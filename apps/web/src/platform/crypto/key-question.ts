/**
 * Prompt for changed keys: when a contact's safety number was compared and the keys have changed since, the user is asked before
 * anything is sealed for the new keys. Sealing waits for the answer. A refusal lasts until the page is reloaded or the user decides
 * again.
 */
import type { Sealer } from '@earth/contracts';
import { useStore } from 'zustand';
import { createStore } from 'zustand/vanilla';
import { onSessionEnd } from '../index';
import { acceptKeys, findChanged } from './key-trust';

type Contact = Pick<Sealer, 'uniqueId' | 'publicKey'>;

/** The queue of contacts to ask about, in order. */
const store = createStore<readonly Contact[]>(() => []);
const nameOf = ({ uniqueId, publicKey }: Contact) => `${uniqueId} ${publicKey}`;
const refused = new Set<string>();
const waiting = new Map<string, { readonly promise: Promise<boolean>; readonly resolve: (mayGoOn: boolean) => void }>();

function ask(person: Contact): Promise<boolean> {
  const name = nameOf(person);
  const known = waiting.get(name);
  if (known) return known.promise;
  let resolve: (mayGoOn: boolean) => void = () => {};
  const promise = new Promise<boolean>((settled) => {
    resolve = settled;
  });
  waiting.set(name, { promise, resolve });
  store.setState([...store.getState(), person], true);
  return promise;
}

/** Records the user's answer: whether to seal for these keys. */
export async function answerKeyQuestion(person: Contact, mayGoOn: boolean): Promise<void> {
  const name = nameOf(person);
  if (mayGoOn) {
    refused.delete(name);
    await acceptKeys(person).catch(() => undefined);
  } else refused.add(name);
  settle(name, mayGoOn);
}

/** The safety number was compared: the question is settled. */
export async function settleCompared(person: Contact): Promise<void> {
  if ((await findChanged([person])).size > 0) return;
  refused.delete(nameOf(person));
  settle(nameOf(person), true);
}

function settle(name: string, mayGoOn: boolean) {
  store.setState(
    store.getState().filter((one) => nameOf(one) !== name),
    true,
  );
  waiting.get(name)?.resolve(mayGoOn);
  waiting.delete(name);
}

/** Asks again about a contact who is left out. */
export function askAgain(person: Contact): void {
  refused.delete(nameOf(person));
  void ask(person);
}

/** The ids of those people for whose keys the user refuses to seal. */
export async function findRefused(people: readonly Contact[]): Promise<ReadonlySet<string>> {
  const changed = await findChanged(people);
  const answers = await Promise.all(
    people
      .filter(({ uniqueId }) => changed.has(uniqueId))
      .map(async (person) => (!refused.has(nameOf(person)) && (await ask(person)) ? [] : [person.uniqueId])),
  );
  return new Set(answers.flat());
}

/** Whether the user must be asked, or is being asked, about the keys of these people before something is sealed for them. */
export async function mustAsk(people: readonly Contact[]): Promise<boolean> {
  const changed = await findChanged(people);
  return people.some((person) => changed.has(person.uniqueId) && !refused.has(nameOf(person)));
}

/** Releases all that wait at the end of the session. */
onSessionEnd(() => {
  refused.clear();
  for (const name of waiting.keys()) settle(name, false);
});

export const useKeyQuestion = (): Contact | undefined => useStore(store, ([first]) => first);
