/** What happened, told to whoever listens. In this process only: a bus between several servers fits the same interface. */
import type { PushEvent } from '@earth/contracts';

export interface BusEvents {
  /** For all sockets of a contact. */
  readonly push: { readonly contactId: string; readonly event: PushEvent };
  /** Somebody is writing in a room: for the sockets of its other people, and for nothing else. */
  readonly typing: {
    readonly contactIds: readonly string[];
    readonly roomUniqueId: string;
    readonly contactUniqueId: string;
  };
  /** A session is over. `announce`: its device did not ask for this and must be told. */
  readonly sessionEnded: {
    readonly sessionId: string;
    readonly contactId: string;
    readonly deviceId: string;
    readonly announce: boolean;
  };
  /** What others see of a contact may have changed: availability, in a call or not, last seen. */
  readonly contactChanged: { readonly contactId: string };
  /** Something stands in the queue for devices whose app is closed. */
  readonly pushQueued: Readonly<Record<string, never>>;
}

export type Topic = keyof BusEvents;
type Listener<T extends Topic> = (event: BusEvents[T]) => void;

export interface Bus {
  publish<T extends Topic>(topic: T, event: BusEvents[T]): void;
  /** @returns a function that ends the subscription */
  subscribe<T extends Topic>(topic: T, listener: Listener<T>): () => void;
}

/** Listeners run in order, before `publish` returns. */
export function createInProcessBus(): Bus {
  const listeners: { readonly [T in Topic]: Set<Listener<T>> } = {
    push: new Set(),
    typing: new Set(),
    sessionEnded: new Set(),
    contactChanged: new Set(),
    pushQueued: new Set(),
  };
  return {
    publish(topic, event) {
      for (const listener of listeners[topic]) listener(event);
    },
    subscribe(topic, listener) {
      listeners[topic].add(listener);
      return () => {
        listeners[topic].delete(listener);
      };
    },
  };
}
