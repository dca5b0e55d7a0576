/**
 * The realtime socket: it opens itself again, signs in anew each time, and tells when it did, because nothing depends on
 * a frame arriving: whoever shows something asks again then.
 */
import { type ClientFrame, clientFrame, decode, encode, type ServerFrame, serverFrame } from '@earth/contracts';
import { markGuests } from '../session/guest-names';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { log, LogLevel } from '../app-log';

/** A socket that reads «open» and gives no sign of life for this long is dead (after a suspend, say). */
const PROBE_TIMEOUT_MS = 5_000;

/** The socket's code may fail to load while the net is away. */
const LOAD_RETRY_MS = 3_000;

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
      for (const listener of listeners) listener(...argument);
    },
  };
}

function readFrame(text: unknown): ServerFrame | null {
  if (typeof text !== 'string') return null;
  try {
    const decoded = decode(serverFrame, JSON.parse(text));
    return decoded.success ? markGuests(decoded.data) : null;
  } catch {
    return null;
  }
}

/** Waits for a sign of life, once at a time. */
function createProbe(setTimer: RealtimePorts['setTimer']) {
  let stop: (() => void) | null = null;
  return {
    isRunning: () => stop !== null,
    start(onSilence: () => void) {
      stop = setTimer(() => {
        stop = null;
        onSilence();
      }, PROBE_TIMEOUT_MS);
    },
    end() {
      stop?.();
      stop = null;
    },
  };
}

/** Its methods are bound: they may be handed on one by one. */
class RealtimeSocket implements Realtime {
  readonly connection = createStore(() => ({ isOpen: false }));
  readonly #ports: RealtimePorts;
  readonly #frames = createListeners<[ServerFrame]>();
  readonly #opens = createListeners<[]>();
  readonly #closes = createListeners<[]>();
  readonly #probe;
  readonly onFrame = this.#frames.add;
  readonly onOpen = this.#opens.add;
  readonly onClose = this.#closes.add;
  #isWanted = false;
  #socket: ReconnectingSocket | null = null;
  /** The `connect` in force: a socket that was loaded for an older one is put away. */
  #turn = 0;

  constructor(ports: RealtimePorts) {
    this.#ports = ports;
    this.#probe = createProbe(ports.setTimer);
  }

  readonly isOpen = (): boolean => this.connection.getState().isOpen;

  readonly send = (frame: ClientFrame): boolean => this.isOpen() && this.#write(frame);

  readonly connect = (): void => {
    if (this.#isWanted) return;
    this.#isWanted = true;
    void this.#open();
  };

  readonly disconnect = (): void => {
    this.#isWanted = false;
    this.#probe.end();
    this.#socket?.close();
    this.#socket = null;
    this.#setOpen(false);
  };

  readonly probe = (): void => {
    const socket = this.#socket;
    if (this.#probe.isRunning() || !socket) return;
    this.#write({ type: 'ping' });
    this.#probe.start(() => {
      if (this.#socket !== socket) return;
      this.#setOpen(false);
      socket.reconnect();
    });
  };

  async #open() {
    this.#turn += 1;
    const turn = this.#turn;
    const socket = await this.#ports.openSocket().catch(() => null);
    if (!socket) {
      this.#ports.setTimer(() => {
        if (this.#isWanted && turn === this.#turn) void this.#open();
      }, LOAD_RETRY_MS);
      return;
    }
    if (!this.#isWanted || turn !== this.#turn) {
      socket.close();
      return;
    }
    this.#socket = socket;
    socket.addEventListener('open', () => this.#authenticate());
    socket.addEventListener('close', () => this.#socket === socket && this.#setOpen(false));
    socket.addEventListener('message', (event) => {
      const frame = readFrame(event.data);
      if (frame && this.#socket === socket) this.#receive(socket, frame);
    });
    if (socket.readyState === WebSocket.OPEN) this.#authenticate();
  }

  #setOpen(isOpen: boolean) {
    if (this.isOpen() === isOpen) return;
    this.connection.setState({ isOpen });
    log(LogLevel.verbose, `socket: ${isOpen ? 'open' : 'closed'}`);
    if (isOpen) this.#opens.tell();
    else this.#closes.tell();
  }

  #write(frame: ClientFrame): boolean {
    if (this.#socket?.readyState !== WebSocket.OPEN) return false;
    this.#socket.send(JSON.stringify(encode(clientFrame, frame)));
    return true;
  }

  #authenticate() {
    const token = this.#ports.readToken();
    if (token) this.#write({ type: 'auth', token });
  }

  #receive(socket: ReconnectingSocket, frame: ServerFrame) {
    this.#probe.end();
    if (frame.type === 'ready') this.#setOpen(true);
    else if (frame.type === 'error' && frame.code === 401 && !this.isOpen()) void this.#renew(socket);
    else this.#frames.tell(frame);
  }

  /** The token was refused: with a new one the same socket tries again. */
  async #renew(socket: ReconnectingSocket) {
    if ((await this.#ports.refresh()) && this.#socket === socket) socket.reconnect();
  }
}

export const createRealtime = (ports: RealtimePorts): Realtime => new RealtimeSocket(ports);
