/** Event bus: publishes events to subscribers in this process, and through Redis (`redis.ts`) to those in other servers. */
import type { PushEvent, ServerFrame } from '@earth/contracts';

/** A page that was in a call until it left. `entry` distinguishes it from the same page after a reconnect. */
export interface LeftPage {
  readonly contactId: string;
  readonly session: string;
  readonly entry: number;
}

export interface BusEvents {
  /** For all sockets of these contacts; published once for all of them. */
  readonly push: { readonly contactIds: readonly string[]; readonly event: PushEvent };
  /** A contact is writing in a room: for the sockets of its other participants only. */
  readonly typing: {
    readonly contactIds: readonly string[];
    readonly roomUniqueId: string;
    readonly contactUniqueId: string;
  };
  /** A session ended. `announce`: its device did not request this and must be notified. */
  readonly sessionEnded: {
    readonly sessionId: string;
    readonly contactId: string;
    readonly deviceId: string;
    readonly announce: boolean;
  };
  /** A session of a device ended: the device leaves its calls. */
  readonly deviceGone: { readonly contactId: string; readonly deviceId: string };
  /** The pages in a call have changed: one has joined or reconnected, or `left` has left. */
  readonly callRoomChanged: { readonly callId: string; readonly left?: LeftPage };
  /** A call ended, and with it its mesh. */
  readonly callRoomClosed: { readonly callId: string };
  /** A signal for the page of a contact in a call. */
  readonly signal: { readonly contactId: string; readonly frame: Extract<ServerFrame, { type: 'signal' }> };
  /** The visible state of a contact may have changed: availability, in a call or not, last seen. */
  readonly contactChanged: { readonly contactId: string };
  /** A push was queued for devices on which the app is closed. */
  readonly pushQueued: Readonly<Record<string, never>>;
  /** An event was queued for webhooks. */
  readonly eventQueued: Readonly<Record<string, never>>;
  /** A notice to visitors has a moment at which it is sent. */
  readonly noticeDue: Readonly<Record<string, never>>;
}

export type Topic = keyof BusEvents;
type Listener<T extends Topic> = (event: BusEvents[T]) => void;

/** Topics that go to all servers. The others are work for the server on which the event occurred. */
export const isForAll: { readonly [T in Topic]: boolean } = {
  push: true,
  typing: true,
  sessionEnded: true,
  callRoomChanged: true,
  callRoomClosed: true,
  signal: true,
  // From another server it could arrive late, when the device is signed in again and in a new call.
  deviceGone: false,
  contactChanged: false,
  pushQueued: false,
  eventQueued: false,
  noticeDue: false,
};

export interface Bus {
  publish<T extends Topic>(topic: T, event: BusEvents[T]): void;
  /** @returns a function that ends the subscription */
  subscribe<T extends Topic>(topic: T, listener: Listener<T>): () => void;
  /**
   * Subscribes to gaps: events of other servers may be missing, so the listener must read the present state. @returns as
   * `subscribe` does
   */
  onGap(listener: () => void): () => void;
  /** How events reach other servers: not at all, or by Redis, which may be away since a moment. */
  reach(): { readonly by: 'none' } | { readonly by: 'redis'; readonly awaySince: Date | null };
}

/** In-process bus: listeners run in order, before `publish` returns. */
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
    eventQueued: new Set(),
    noticeDue: new Set(),
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
    reach: () => ({ by: 'none' }),
  };
}
