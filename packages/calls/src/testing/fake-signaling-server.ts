/** Fake signalling server: who has joined the call, and signals relayed. As `/realtime` does it, without a network. */
import type { ClientFrame, ServerFrame } from '@earth/contracts';
import type { Realtime } from '../ports';

export type SignalFrame = Extract<ClientFrame, { type: 'signal' }>;

/** The socket of a page. */
export interface FakeSocket extends Realtime {
  /** The frames that the page has sent. */
  readonly sent: ClientFrame[];
  /** The times within which the page has requested a sign of life. */
  readonly probes: number[];
  /** Reports «open», but delivers nothing in either direction. */
  isDead: boolean;
  open(): void;
  close(): void;
  /** Delivers a frame from the server. */
  deliver(frame: ServerFrame): void;
}

export class FakeSignalingServer {
  /** Contact id → the page that has joined for it. There is only one call. */
  readonly #joined = new Map<string, { readonly session: string; readonly socket: FakeSocket }>();
  /** Decides which signals are relayed. */
  passes: (frame: SignalFrame, from: string) => boolean = () => true;
  /** What becomes of a signal on its way. */
  alter: (frame: SignalFrame, from: string) => SignalFrame = (frame) => frame;

  /** A page reports what it has. */
  onReceived: (contactId: string, position: number) => void = () => {};

  constructor(private readonly callId: () => string) {}

  connect(contactId: string): FakeSocket {
    const listeners = {
      frame: new Set<(frame: ServerFrame) => void>(),
      open: new Set<() => void>(),
      close: new Set<() => void>(),
    };
    const listen =
      <T>(set: Set<T>) =>
      (listener: T) => {
        set.add(listener);
        return () => void set.delete(listener);
      };
    let isOpen = true;
    const socket: FakeSocket = {
      sent: [],
      probes: [],
      isDead: false,
      send: (frame) => {
        if (!isOpen || socket.isDead) return;
        socket.sent.push(frame);
        queueMicrotask(() => this.#handleFrame(contactId, socket, frame));
      },
      onFrame: listen(listeners.frame),
      onOpen: listen(listeners.open),
      onClose: listen(listeners.close),
      isOpen: () => isOpen,
      probe: (withinMs) => void socket.probes.push(withinMs),
      open: () => {
        isOpen = true;
        socket.isDead = false;
        for (const listener of listeners.open) listener();
      },
      close: () => {
        isOpen = false;
        for (const [id, member] of this.#joined) if (member.socket === socket) this.#joined.delete(id);
        for (const listener of listeners.close) listener();
      },
      deliver: (frame) => {
        if (isOpen && !socket.isDead) for (const listener of listeners.frame) listener(frame);
      },
    };
    return socket;
  }

  /** Whether a page of this contact is in the call. */
  hasPage = (contactId: string) => this.#joined.has(contactId);

  /** The server restarts: nobody has joined any more. @returns a function that reconnects every socket */
  restart() {
    const sockets = [...this.#joined.values()].map(({ socket }) => socket);
    for (const socket of sockets) socket.close();
    this.#joined.clear();
    return () => {
      for (const socket of sockets) socket.open();
    };
  }

  #handleFrame(from: string, socket: FakeSocket, frame: ClientFrame) {
    if (frame.type === 'join') this.#join(from, socket, frame.session);
    if (frame.type === 'leave') this.#leave(from);
    if (frame.type === 'receivedInCall') this.onReceived(from, frame.position);
    if (frame.type === 'signal') this.#signal(from, socket, frame);
  }

  #join(contactId: string, socket: FakeSocket, session: string) {
    const before = this.#joined.get(contactId);
    if (before && before.session !== session) this.#leave(contactId);
    this.#joined.set(contactId, { session, socket });
    const peers = this.#others(contactId).map(([id, member]) => ({ contactUniqueId: id, session: member.session }));
    socket.deliver({ type: 'joined', callUniqueId: this.callId(), peers });
    this.#notifyOthers(contactId, {
      type: 'peerJoined',
      callUniqueId: this.callId(),
      contactUniqueId: contactId,
      session,
    });
  }

  #leave(contactId: string) {
    const member = this.#joined.get(contactId);
    if (!member) return;
    this.#joined.delete(contactId);
    const gone = { callUniqueId: this.callId(), contactUniqueId: contactId, session: member.session };
    this.#notifyOthers(contactId, { type: 'peerLeft', ...gone });
  }

  #signal(from: string, socket: FakeSocket, frame: SignalFrame) {
    const target = this.#joined.get(frame.to);
    if (this.#joined.get(from)?.socket !== socket || !target || !this.passes(frame, from)) return;
    const { to: _, ...signal } = this.alter(frame, from);
    target.socket.deliver({ ...signal, from });
  }

  #others = (contactId: string) => [...this.#joined].filter(([id]) => id !== contactId);

  #notifyOthers(contactId: string, frame: ServerFrame) {
    for (const [, { socket }] of this.#others(contactId)) socket.deliver(frame);
  }
}
