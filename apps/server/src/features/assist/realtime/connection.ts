/** One socket of `/realtime`: its authentication, its limits, and its end. */
import { createMutex } from '@earth/async';
import { type ClientFrame, clientFrame, decode, encode, type ServerFrame, serverFrame } from '@earth/contracts';
import type { RawData, WebSocket } from 'ws';
import { ApiError } from '../../../http/api-error';
import { messageOf } from '../../../http/error-words';
import type { Principal } from '../../../http/principal';
import type { PageSocket } from '../../../adapters/video/mesh-signalling';

/** Close codes: RFC 6455, 7.4.1, and our own (4000 and up). `notSignedIn`: the session is over, or there was none. */
export const CloseCode = { policy: 1008, restart: 1012, notSignedIn: 4401 } as const;

/** A socket that has not authenticated by then is closed. */
const AUTH_TIMEOUT_MS = 5_000;
/** Limit of unsent bytes: a slower reader is disconnected, and fetches again when it reconnects. */
const UNSENT_BYTES_MAX = 4 * 1024 * 1024;
/** Rate limit: a page that sets up calls with many people sends some hundred frames within a few seconds. */
const FRAMES_MAX = 1_000;
const FRAMES_WINDOW_MS = 10_000;
/** Limit of frames that wait for the one before them. */
const WAITING_MAX = 100;

type AuthFrame = Extract<ClientFrame, { type: 'auth' }>;
/** Frames of an authenticated socket. */
export type SignedInFrame = Exclude<ClientFrame, { type: 'auth' }>;

export interface ConnectionHost {
  readonly clock: { now(): Date };
  /** Authenticates the token of the first frame, and its signature if it has one; rejects with an ApiError. */
  identify(frame: AuthFrame): Promise<Principal>;
  /** Whether this session may open one more socket. */
  mayOpen(principal: Principal): boolean;
  onOpen(connection: Connection, principal: Principal): void;
  /** A socket that was opened cannot be used any more; it may not be closed yet. */
  onClose(connection: Connection, principal: Principal): void;
  /** Handles a frame of a signed-in user. Rejects with an ApiError, which is sent to the socket. */
  handle(connection: Connection, principal: Principal, frame: SignedInFrame): Promise<void>;
  /** Reports an unexpected error. */
  onError(error: unknown): void;
}

export class Connection implements PageSocket {
  /** Resolves once the socket is closed. */
  readonly closed: Promise<void>;
  readonly #socket: WebSocket;
  readonly #host: ConnectionHost;
  readonly #language: string;
  readonly #deadline: NodeJS.Timeout;
  #principal: Principal | null = null;
  #isOver = false;
  #isAlive = true;
  readonly #answerAlone = createMutex();
  #waiting = 0;
  #window = { since: 0, frames: 0 };

  constructor(socket: WebSocket, language: string, host: ConnectionHost) {
    this.#socket = socket;
    this.#language = language;
    this.#host = host;
    this.#deadline = setTimeout(() => this.#refuse(new ApiError('notSignedIn')), AUTH_TIMEOUT_MS);
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary));
    socket.on('pong', () => {
      this.#isAlive = true;
    });
    this.closed = new Promise((resolve) => {
      socket.once('close', () => {
        this.#finish();
        resolve();
      });
    });
  }

  get principal(): Principal | null {
    return this.#principal;
  }

  get isOver(): boolean {
    return this.#isOver;
  }

  send(frame: ServerFrame): void {
    this.sendText(frameText(frame));
  }

  /** Sends a frame that is serialised already. */
  sendText(text: string): void {
    if (this.#isOver) return;
    if (this.#socket.bufferedAmount > UNSENT_BYTES_MAX) this.cut();
    else this.#socket.send(text);
  }

  /** Sends a ping; if the last one was not answered, the socket is dead. */
  probe(): void {
    if (!this.#isAlive) {
      this.cut();
      return;
    }
    this.#isAlive = false;
    this.#socket.ping();
  }

  /** Closes with a closing handshake. */
  close(code: number): void {
    this.#finish();
    this.#socket.close(code);
  }

  /** Closes at once, without a handshake. */
  cut(): void {
    this.#finish();
    this.#socket.terminate();
  }

  #finish(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    clearTimeout(this.#deadline);
    if (this.#principal) this.#host.onClose(this, this.#principal);
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#isOver) return;
    if (this.#isTooMuch()) {
      this.close(CloseCode.policy);
      return;
    }
    const frame = isBinary || !Buffer.isBuffer(data) ? null : readFrame(data.toString());
    this.#waiting += 1;
    // One after another: frames after `auth` wait until the socket is authenticated.
    void this.#answerAlone(() => this.#answer(frame)).finally(() => {
      this.#waiting -= 1;
    });
  }

  #isTooMuch(): boolean {
    const now = this.#host.clock.now().getTime();
    if (now - this.#window.since > FRAMES_WINDOW_MS) this.#window = { since: now, frames: 0 };
    this.#window.frames += 1;
    return this.#window.frames > FRAMES_MAX || this.#waiting >= WAITING_MAX;
  }

  async #answer(frame: ClientFrame | null): Promise<void> {
    if (this.#isOver) return;
    try {
      if (!this.#principal) await this.#signIn(frame);
      else if (!frame) throw new ApiError('invalidInput', 'frame');
      else if (frame.type === 'auth') throw new ApiError('invalidInput', 'auth');
      else await this.#host.handle(this, this.#principal, frame);
    } catch (error) {
      if (error instanceof ApiError && this.#principal) this.#complain(error);
      else if (error instanceof ApiError) this.#refuse(error);
      else {
        this.#host.onError(error);
        this.#complain(new ApiError('internal'));
      }
    }
  }

  async #signIn(frame: ClientFrame | null): Promise<void> {
    if (frame?.type !== 'auth') throw new ApiError('notSignedIn');
    const principal = await this.#host.identify(frame);
    if (this.#isOver) return;
    if (!this.#host.mayOpen(principal)) {
      this.close(CloseCode.policy);
      return;
    }
    this.#principal = principal;
    clearTimeout(this.#deadline);
    this.#host.onOpen(this, principal);
    this.send({ type: 'ready', contactUniqueId: principal.contactId });
  }

  #complain({ error, field, code }: ApiError): void {
    this.send({ type: 'error', code, error, message: messageOf(error, this.#language, field) });
  }

  #refuse(error: ApiError): void {
    this.#complain(error);
    this.close(CloseCode.notSignedIn);
  }
}

/** Serialises a frame: once for all sockets that get it. */
export const frameText = (frame: ServerFrame): string => JSON.stringify(encode(serverFrame, frame));

/** @returns null if it is no frame of the contract */
function readFrame(text: string): ClientFrame | null {
  try {
    const frame = decode(clientFrame, JSON.parse(text));
    return frame.success ? frame.data : null;
  } catch {
    return null;
  }
}
