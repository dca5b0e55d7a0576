/**
 * Realtime socket: reconnects by itself, signs in after each connect, and notifies listeners of it. Delivery of frames is not
 * guaranteed, so screens reload their data after each connect.
 */
import { type ClientFrame, clientFrame, decode, encode, type ServerFrame, serverFrame } from '@earth/contracts';
import { completeAddresses } from '../http/file-addresses';
import { markGuests } from '../session/guest-names';
import { createStore, type StoreApi } from 'zustand/vanilla';
import { log, LogLevel } from '../app-log';

/** A socket in state «open» without any frame for this long after a probe is dead (after a suspend, for example). */
const PROBE_TIMEOUT_MS = 5_000;

/** Loading the socket's code may fail while the network is away. */
const LOAD_RETRY_MS = 3_000;

type AuthFrame = Extract<ClientFrame, { type: 'auth' }>;
type FrameSignature = NonNullable<AuthFrame['signature']>;

/** The part of partysocket's WebSocket that is used. */
export interface ReconnectingSocket {
  readonly readyState: number;
  send(data: string): void;
  close(): void;
  reconnect(): void;
  addEventListener(type: 'open' | 'close', listener: () => void): void;
  addEventListener(type: 'message', listener: (event: MessageEvent) => void): void;
}

export interface RealtimePorts {
  /** Loaded only after sign-in. `beforeConnect` is awaited before each connect and reconnect; it never rejects. */
  readonly openSocket: (beforeConnect: () => Promise<void>) => Promise<ReconnectingSocket>;
  readonly readToken: () => string | null;
  /** In the mobile shell: signs the first frame. Null: it cannot. Never rejects. */
  readonly sign?: ((token: string) => Promise<FrameSignature | null>) | undefined;
  /** Requests a new access token after the socket refused the old one. */
  readonly refresh: () => Promise<boolean>;
  readonly setTimer: (action: () => void, ms: number) => () => void;
  /** Ms since any fixed time. */
  readonly now: () => number;
}

export interface Realtime {
  /** Whether the socket is open and signed in. */
  readonly connection: StoreApi<{ readonly isOpen: boolean }>;
  connect(): void;
  disconnect(): void;
  /** False if the socket is not open: the frame is dropped. */
  send(frame: ClientFrame): boolean;
  isOpen(): boolean;
  onFrame(listener: (frame: ServerFrame) => void): () => void;
  /** Called after each connect and reconnect, once the server has accepted the token. */
  onOpen(listener: () => void): () => void;
  onClose(listener: () => void): () => void;
  /** Requests a sign of life, and reconnects if there is none within that time (PROBE_TIMEOUT_MS unless told). */
  probe(withinMs?: number): void;
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
    const decoded = decode(serverFrame, completeAddresses(JSON.parse(text)));
    return decoded.success ? markGuests(decoded.data) : null;
  } catch {
    return null;
  }
}

/** Waits for a sign of life; one probe at a time, of which the most urgent counts. */
function createProbe({ setTimer, now }: Pick<RealtimePorts, 'setTimer' | 'now'>) {
  let running: { readonly stop: () => void; readonly deadline: number } | null = null;
  const end = () => {
    running?.stop();
    running = null;
  };
  return {
    end,
    isDueBy: (deadline: number) => running !== null && running.deadline <= deadline,
    start(withinMs: number, onSilence: () => void) {
      end();
      const stop = setTimer(() => {
        running = null;
        onSilence();
      }, withinMs);
      running = { stop, deadline: now() + withinMs };
    },
  };
}

/** The methods are bound, so that they can be passed on one by one. */
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
  /** Number of the current `connect`: a socket that was loaded for an earlier one is closed. */
  #turn = 0;

  constructor(ports: RealtimePorts) {
    this.#ports = ports;
    this.#probe = createProbe(ports);
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

  readonly probe = (withinMs = PROBE_TIMEOUT_MS): void => {
    const socket = this.#socket;
    if (!socket || this.#probe.isDueBy(this.#ports.now() + withinMs)) return;
    this.#write({ type: 'ping' });
    this.#probe.start(withinMs, () => {
      if (this.#socket !== socket) return;
      this.#setOpen(false);
      socket.reconnect();
    });
  };

  async #open() {
    this.#turn += 1;
    const turn = this.#turn;
    // Signed before connecting, because the server closes a socket whose first frame takes longer than five seconds.
    let signed: AuthFrame | null = null;
    const beforeConnect = async () => {
      signed = await this.#signAuth();
    };
    const socket = await this.#ports.openSocket(beforeConnect).catch(() => null);
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
    socket.addEventListener('open', () => this.#authenticate(signed));
    socket.addEventListener('close', () => this.#socket === socket && this.#setOpen(false));
    socket.addEventListener('message', (event) => {
      const frame = readFrame(event.data);
      if (frame && this.#socket === socket) this.#receive(socket, frame);
    });
    if (socket.readyState === WebSocket.OPEN) this.#authenticate(signed);
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

  /** The signed first frame. Null: it is not signed. */
  async #signAuth(): Promise<AuthFrame | null> {
    const token = this.#ports.readToken();
    const signature = token === null ? null : await this.#ports.sign?.(token);
    return token !== null && signature ? { type: 'auth', token, signature } : null;
  }

  #authenticate(signed: AuthFrame | null) {
    const token = this.#ports.readToken();
    // If the token was renewed since it was signed, the former one is shown, and renewed if the server refuses it.
    if (token !== null) this.#write(signed ?? { type: 'auth', token });
  }

  #receive(socket: ReconnectingSocket, frame: ServerFrame) {
    this.#probe.end();
    if (frame.type === 'ready') this.#setOpen(true);
    else if (frame.type === 'error' && frame.code === 401 && !this.isOpen()) {
      // Another token would be refused too.
      if (frame.error !== 'signatureMissing') void this.#renew(socket);
    } else this.#frames.tell(frame);
  }

  /** The token was refused: retries with a new one on the same socket. */
  async #renew(socket: ReconnectingSocket) {
    if ((await this.#ports.refresh()) && this.#socket === socket) socket.reconnect();
  }
}

export const createRealtime = (ports: RealtimePorts): Realtime => new RealtimeSocket(ports);
