/**
 * The realtime socket: it opens itself again, signs in anew each time, and tells when it did, because nothing depends on
 * a frame arriving: whoever shows something asks again then.
 */
import { type ClientFrame, clientFrame, decode, encode, type ServerFrame, serverFrame } from '@earth/contracts';
import { createStore, type StoreApi } from 'zustand/vanilla';

/** A socket that reads «open» and gives no sign of life for this long is dead (after a suspend, say). */
const PROBE_TIMEOUT_MS = 5_000;

/** What is used of partysocket's WebSocket. */
export interface ReconnectingSocket {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  reconnect(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface RealtimePorts {
  /** Loaded only once somebody is signed in. */
  readonly openSocket: () => Promise<ReconnectingSocket>;
  readonly readToken: () => string | null;
  /** A new access token, because the socket refused the one it got. */
  readonly refresh: () => Promise<boolean>;
  readonly setTimer: (action: () => void, ms: number) => () => void;
}

export interface Realtime {
  /** Whether frames come and go right now. */
  readonly connection: StoreApi<{ readonly isOpen: boolean }>;
  connect(): void;
  disconnect(): void;
  /** False where the socket is not open: the frame is not kept. */
  send(frame: ClientFrame): boolean;
  isOpen(): boolean;
  onFrame(listener: (frame: ServerFrame) => void): () => void;
  /** After each connect and reconnect, once the server has taken the token. */
  onOpen(listener: () => void): () => void;
  onClose(listener: () => void): () => void;
  /** Asks for a sign of life and connects anew without one. */
  probe(): void;
}

function createListeners<Argument extends readonly unknown[]>() {
  const listeners = new Set<(...argument: Argument) => void>();
  return {
    add(listener: (...argument: Argument) => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    tell: (...argument: Argument) => {
      for (const listener of [...listeners]) listener(...argument);
    },
  };
}

function readFrame(text: unknown): ServerFrame | null {
  if (typeof text !== 'string') return null;
  try {
    const decoded = decode(serverFrame, JSON.parse(text));
    return decoded.success ? decoded.data : null;
  } catch {
    return null;
  }
}

export function createRealtime(ports: RealtimePorts): Realtime {
  const connection = createStore(() => ({ isOpen: false }));
  const frames = createListeners<[ServerFrame]>();
  const opens = createListeners<[]>();
  const closes = createListeners<[]>();
  let isWanted = false;
  let socket: ReconnectingSocket | null = null;
  let stopProbe: (() => void) | null = null;
  /** The `connect` in force: a socket that was loaded for an older one is put away. */
  let turn = 0;

  function setOpen(isOpen: boolean) {
    if (connection.getState().isOpen === isOpen) return;
    connection.setState({ isOpen });
    if (isOpen) opens.tell();
    else closes.tell();
  }

  function write(frame: ClientFrame): boolean {
    if (socket?.readyState !== WebSocket.OPEN) return false;
    socket.send(JSON.stringify(encode(clientFrame, frame)));
    return true;
  }

  function authenticate() {
    const token = ports.readToken();
    if (token) write({ type: 'auth', token });
  }

  function receive(current: ReconnectingSocket, frame: ServerFrame) {
    stopProbe?.();
    stopProbe = null;
    if (frame.type === 'ready') {
      setOpen(true);
    } else if (frame.type === 'error' && frame.code === 401 && !connection.getState().isOpen) {
      void ports.refresh().then((isRenewed) => {
        if (isRenewed && socket === current) current.reconnect();
      });
    } else {
      frames.tell(frame);
    }
  }

  async function open() {
    turn += 1;
    const own = turn;
    const opened = await ports.openSocket();
    if (!isWanted || own !== turn) {
      opened.close();
      return;
    }
    socket = opened;
    opened.addEventListener('open', authenticate);
    opened.addEventListener('close', () => socket === opened && setOpen(false));
    opened.addEventListener('message', (event) => {
      const frame = readFrame(event.data);
      if (frame && socket === opened) receive(opened, frame);
    });
    if (opened.readyState === WebSocket.OPEN) authenticate();
  }

  return {
    connection,
    connect() {
      if (isWanted) return;
      isWanted = true;
      void open();
    },
    disconnect() {
      isWanted = false;
      stopProbe?.();
      stopProbe = null;
      socket?.close();
      socket = null;
      setOpen(false);
    },
    send: (frame) => connection.getState().isOpen && write(frame),
    isOpen: () => connection.getState().isOpen,
    onFrame: frames.add,
    onOpen: opens.add,
    onClose: closes.add,
    probe() {
      if (stopProbe || !socket) return;
      const current = socket;
      write({ type: 'ping' });
      stopProbe = ports.setTimer(() => {
        stopProbe = null;
        if (socket !== current) return;
        setOpen(false);
        current.reconnect();
      }, PROBE_TIMEOUT_MS);
    },
  };
}
