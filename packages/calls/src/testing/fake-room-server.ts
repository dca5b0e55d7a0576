/** The server's part in a room: who is in it, and signals passed on. As `/realtime` does it, without a net between. */
import type { ClientFrame, ServerFrame } from '@earth/contracts';
import type { Realtime } from '../ports';

type SignalFrame = Extract<ClientFrame, { type: 'signal' }>;

/** One page's socket. */
export interface FakeSocket extends Realtime {
  /** What the page has sent. */
  readonly sent: ClientFrame[];
  /** Reads «open» and is dead: nothing goes through in either direction. */
  isDead: boolean;
  open(): void;
  close(): void;
  /** A frame from the server. */
  deliver(frame: ServerFrame): void;
}

export class FakeRoomServer {
  /** Contact id → the page that stands for it in the room. One room is all that a test needs. */
  readonly #room = new Map<string, { readonly session: string; readonly socket: FakeSocket }>();
  /** Decides which signals get through. */
  passes: (frame: SignalFrame, from: string) => boolean = () => true;

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
      isDead: false,
      send: (frame) => {
        if (!isOpen || socket.isDead) return;
        socket.sent.push(frame);
        queueMicrotask(() => this.#take(contactId, socket, frame));
      },
      onFrame: listen(listeners.frame),
      onOpen: listen(listeners.open),
      onClose: listen(listeners.close),
      isOpen: () => isOpen,
      open: () => {
        isOpen = true;
        socket.isDead = false;
        for (const listener of listeners.open) listener();
      },
      close: () => {
        isOpen = false;
        for (const [id, member] of this.#room) if (member.socket === socket) this.#room.delete(id);
        for (const listener of listeners.close) listener();
      },
      deliver: (frame) => {
        if (isOpen && !socket.isDead) for (const listener of listeners.frame) listener(frame);
      },
    };
    return socket;
  }

  /** The server starts anew: it knows of nobody, and every socket reconnects. */
  restart() {
    const sockets = [...this.#room.values()].map(({ socket }) => socket);
    for (const socket of sockets) socket.close();
    this.#room.clear();
    return () => {
      for (const socket of sockets) socket.open();
    };
  }

  #take(from: string, socket: FakeSocket, frame: ClientFrame) {
    if (frame.type === 'join') this.#join(from, socket, frame.session);
    if (frame.type === 'leave') this.#leave(from);
    if (frame.type === 'signal') this.#signal(from, socket, frame);
  }

  #join(contactId: string, socket: FakeSocket, session: string) {
    const before = this.#room.get(contactId);
    if (before && before.session !== session) this.#leave(contactId);
    this.#room.set(contactId, { session, socket });
    const peers = this.#others(contactId).map(([id, member]) => ({ contactUniqueId: id, session: member.session }));
    socket.deliver({ type: 'joined', callUniqueId: this.callId(), peers });
    this.#tellOthers(contactId, {
      type: 'peerJoined',
      callUniqueId: this.callId(),
      contactUniqueId: contactId,
      session,
    });
  }

  #leave(contactId: string) {
    const member = this.#room.get(contactId);
    if (!member) return;
    this.#room.delete(contactId);
    const gone = { callUniqueId: this.callId(), contactUniqueId: contactId, session: member.session };
    this.#tellOthers(contactId, { type: 'peerLeft', ...gone });
  }

  #signal(from: string, socket: FakeSocket, frame: SignalFrame) {
    const target = this.#room.get(frame.to);
    if (this.#room.get(from)?.socket !== socket || !target || !this.passes(frame, from)) return;
    const { to: _, ...signal } = frame;
    target.socket.deliver({ ...signal, from });
  }

  #others = (contactId: string) => [...this.#room].filter(([id]) => id !== contactId);

  #tellOthers(contactId: string, frame: ServerFrame) {
    for (const [, { socket }] of this.#others(contactId)) socket.deliver(frame);
  }
}
