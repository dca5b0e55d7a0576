/**
 * Prompt for changed keys: when a contact's safety number was compared and the keys have changed since, the user is asked before
 * anything is sealed for the new keys. Sealing waits for the answer. A refusal lasts until the page is reloaded or the user decides
 * again.
 */
import type { Sealer } from '@earth/contracts';
import { useStore } from 'zustand';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { useScoped } from '../session/scope-context';
import type { SessionScope } from '../session/session-scope';
import { acceptKeys, findChanged } from './key-trust';

type Contact = Pick<Sealer, 'uniqueId' | 'publicKey'>;

interface KeyQuestions {
  /** The queue of contacts to ask about, in order. */
  readonly asked: StoreApi<readonly Contact[]>;
  /** Records the user's answer: whether to seal for these keys. */
  answer(person: Contact, mayGoOn: boolean): Promise<void>;
  /** The safety number was compared: the question is settled. */
  settleCompared(person: Contact): Promise<void>;
  /** Asks again about a contact who is left out. */
  askAgain(person: Contact): void;
  /** The ids of those people for whose keys the user refuses to seal. */
  findRefused(people: readonly Contact[]): Promise<ReadonlySet<string>>;
  /** Whether the user must be asked, or is being asked, about the keys of these people before something is sealed for them. */
  mustAsk(people: readonly Contact[]): Promise<boolean>;
}

const nameOf = ({ uniqueId, publicKey }: Contact) => `${uniqueId} ${publicKey}`;

export function createKeyQuestions(scope: SessionScope): KeyQuestions {
  const asked = createStore<readonly Contact[]>(() => []);
  const refused = new Set<string>();
  const waiting = new Map<
    string,
    { readonly promise: Promise<boolean>; readonly resolve: (mayGoOn: boolean) => void }
  >();

  function ask(person: Contact): Promise<boolean> {
    const name = nameOf(person);
    const known = waiting.get(name);
    if (known) return known.promise;
    // After the end of the session nobody answers, and nothing may be sealed.
    if (scope.signal.aborted) return Promise.resolve(false);
    let resolve: (mayGoOn: boolean) => void = () => {};
    const promise = new Promise<boolean>((settled) => {
      resolve = settled;
    });
    waiting.set(name, { promise, resolve });
    asked.setState([...asked.getState(), person], true);
    return promise;
  }

  function settle(name: string, mayGoOn: boolean) {
    asked.setState(
      asked.getState().filter((one) => nameOf(one) !== name),
      true,
    );
    waiting.get(name)?.resolve(mayGoOn);
    waiting.delete(name);
  }

  // Releases all that wait at the end of the session.
  scope.onDispose(() => {
    for (const name of waiting.keys()) settle(name, false);
  });

  return {
    asked,
    async answer(person, mayGoOn) {
      const name = nameOf(person);
      if (mayGoOn) {
        refused.delete(name);
        await acceptKeys(scope, person).catch(() => undefined);
      } else refused.add(name);
      settle(name, mayGoOn);
    },
    async settleCompared(person) {
      if ((await findChanged(scope, [person])).size > 0) return;
      refused.delete(nameOf(person));
      settle(nameOf(person), true);
    },
    askAgain(person) {
      refused.delete(nameOf(person));
      void ask(person);
    },
    async findRefused(people) {
      const changed = await findChanged(scope, people);
      const answers = await Promise.all(
        people
          .filter(({ uniqueId }) => changed.has(uniqueId))
          .map(async (person) => (!refused.has(nameOf(person)) && (await ask(person)) ? [] : [person.uniqueId])),
      );
      return new Set(answers.flat());
    },
    async mustAsk(people) {
      const changed = await findChanged(scope, people);
      return people.some((person) => changed.has(person.uniqueId) && !refused.has(nameOf(person)));
    },
  };
}

export const useKeyQuestion = (): Contact | undefined =>
  useStore(useScoped(createKeyQuestions).asked, ([first]) => first);
