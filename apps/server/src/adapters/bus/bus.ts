/** What happened, told to whoever listens: in this process, and by Redis (`redis.ts`) in the other servers. */
import type { PushEvent, ServerFrame } from '@earth/contracts';

/** A page that was in the room of a call until it left; `entry` tells it from the same page when that has come back. */
export interface LeftPage {
  readonly contactId: string;
  readonly session: string;
  readonly entry: number;
}

export interface BusEvents {
  /** For all sockets of some contacts: told once for all of them. */
  readonly push: { readonly contactIds: readonly string[]; readonly event: PushEvent };
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
  /** A session of a device is over: it leaves the calls that it was in. */
  readonly deviceGone: { readonly contactId: string; readonly deviceId: string };
  /** Who is in the room of a call has changed: somebody has come in or back, or a page has left. */
  readonly callRoomChanged: { readonly callId: string; readonly left?: LeftPage };
  /** A call is over, and with it its room. */
  readonly callRoomClosed: { readonly callId: string };
  /** A signal for the page of somebody in the room of a call. */
  readonly signal: { readonly contactId: string; readonly frame: Extract<ServerFrame, { type: 'signal' }> };
  /** What others see of a contact may have changed: availability, in a call or not, last seen. */
  readonly contactChanged: { readonly contactId: string };
  /** Something stands in the queue for devices whose app is closed. */
  readonly pushQueued: Readonly<Record<string, never>>;
}

export type Topic = keyof BusEvents;
type Listener<T extends Topic> = (event: BusEvents[T]) => void;

/** Work that is done once, by the server on which it came up, is for no other. */
export const isForAll: { readonly [T in Topic]: boolean } = {
  push: true,
  typing: true,
  sessionEnded: true,
  callRoomChanged: true,
  callRoomClosed: true,
  signal: true,
  // Of another server it could come late, when the device is signed in again and in a new call.
  deviceGone: false,
  contactChanged: false,
  pushQueued: false,
};

export interface Bus {
  publish<T extends Topic>(topic: T, event: BusEvents[T]): void;
  /** @returns a function that ends the subscription */
  subscribe<T extends Topic>(topic: T, listener: Listener<T>): () => void;
  /** Events of other servers may not have come: whoever depends on them looks again. @returns as `subscribe` does */
  onGap(listener: () => void): () => void;
}

/** Listeners run in order, before `publish` returns. */
export function createInProcessBus(): Bus {
  const listeners: { readonly [T in Topic]: Set<Listener<T>> } = {
    push: new Set(),
    typing: new Set(),
    sessionEnded: new Set(),
    callRoomChanged: new Set(),
    callRoomClosed: new Set(),
    signal: new Set(),
    deviceGone: new Set(),
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
    onGap: () => () => undefined,
  };
}
