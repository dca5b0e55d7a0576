/** The realtime socket of a device. Frames that arrive before a test waits for them are buffered. */
import { type ClientFrame, clientFrame, decode, encode, type ServerFrame, serverFrame } from '@earth/contracts';
import { WebSocket } from 'ws';

const TIMEOUT_MS = 5000;

interface Waiter {
  readonly wanted: (frame: ServerFrame) => boolean;
  readonly resolve: (frame: ServerFrame) => void;
}

export class TestSocket {
  readonly #socket: WebSocket;
  readonly #waiters = new Set<Waiter>();
  #unread: ServerFrame[] = [];
  /** Resolves with the close code once the socket is closed. */
  readonly closed: Promise<number>;

  private constructor(socket: WebSocket) {
    this.#socket = socket;
    this.closed = new Promise((resolve) => {
      socket.once('close', resolve);
    });
    socket.on('message', (bytes: Buffer) => this.#take(JSON.parse(bytes.toString())));
  }

  /** Connects without authenticating. */
  static async connect(url: string): Promise<TestSocket> {
    const socket = new WebSocket(new URL('/realtime', url.replace(/^http/, 'ws')));
    const opened = new TestSocket(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('open', resolve);
      socket.once('error', reject);
    });
    return opened;
  }

  static async open(url: string, token: string): Promise<TestSocket> {
    const socket = await TestSocket.connect(url);
    socket.send({ type: 'auth', token });
    await socket.next((frame) => frame.type === 'ready');
    return socket;
  }

  send(frame: ClientFrame): void {
    this.sendText(JSON.stringify(encode(clientFrame, frame)));
  }

  sendText(text: string): void {
    this.#socket.send(text);
  }

  /** Stops reading: not even the closing handshake is answered. */
  freeze(): void {
    this.#socket.pause();
  }

  /** The first matching frame, buffered or still to arrive. It is removed from the buffer. */
  next<F extends ServerFrame>(wanted: (frame: ServerFrame) => frame is F): Promise<F>;
  next(wanted: (frame: ServerFrame) => boolean): Promise<ServerFrame>;
  async next(wanted: (frame: ServerFrame) => boolean): Promise<ServerFrame> {
    const unread = this.#unread.find(wanted);
    if (unread) {
      this.#unread = this.#unread.filter((frame) => frame !== unread);
      return unread;
    }
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<ServerFrame>((resolve, reject) => {
        const waiter = { wanted, resolve };
        this.#waiters.add(waiter);
        timer = setTimeout(() => {
          this.#waiters.delete(waiter);
          reject(new Error(`No such frame came; unread: ${JSON.stringify(this.#unread)}`));
        }, TIMEOUT_MS);
      });
    } finally {
      clearTimeout(timer);
    }
  }

  /** The buffered frames. */
  get unread(): readonly ServerFrame[] {
    return this.#unread;
  }

  async close(): Promise<void> {
    this.#socket.close();
    await this.closed;
  }

  #take(raw: unknown): void {
    const frame = decode(serverFrame, raw);
    if (!frame.success) throw new Error(`Not a frame of the contract: ${JSON.stringify(raw)}`);
    const waiter = [...this.#waiters].find(({ wanted }) => wanted(frame.data));
    if (!waiter) this.#unread.push(frame.data);
    else {
      this.#waiters.delete(waiter);
      waiter.resolve(frame.data);
    }
  }
}
