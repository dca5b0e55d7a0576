/** A fake push service on this machine that speaks HTTPS: it records what it gets, and answers as configured. */
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer, type Server } from 'node:https';
import type { AddressInfo } from 'node:net';
import { decode, type PushMessage, pushMessage } from '@earth/contracts';
import { decrypt } from 'http_ece';
import type { Network } from '../src/adapters/push/outside';
import { certificateFor } from './certificate';

const TIMEOUT_MS = 15_000;

export interface Arrival {
  readonly path: string;
  readonly method: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: Buffer;
}

export interface Reply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

export class PushService {
  readonly #server: Server;
  readonly #waiters = new Set<() => void>();
  /** Leads the server under test to this service, whatever the name. */
  readonly network: Network & { readonly port: number };
  readonly arrivals: Arrival[] = [];
  /** The reply at a path: 201 by default, and null for none at all. */
  readonly replies = new Map<string, Reply | null>();

  private constructor(server: Server, ca: string) {
    this.#server = server;
    this.network = {
      resolve: async () => [{ address: '127.0.0.1', family: 4 }],
      isAllowed: () => true,
      ca,
      port: (server.address() as AddressInfo).port,
    };
    server.on('request', (request, response) => {
      const parts: Buffer[] = [];
      request.on('data', (part: Buffer) => parts.push(part));
      request.on('end', () => {
        const { url: path = '', method = '', headers } = request;
        this.arrivals.push({ path, method, headers, body: Buffer.concat(parts) });
        const reply = this.replies.get(path);
        if (reply !== null) response.writeHead(reply?.status ?? 201, reply?.headers).end(reply?.body);
        for (const check of this.#waiters) check();
      });
    });
  }

  static async start(): Promise<PushService> {
    const { key, cert } = await certificateFor('push.example', 'slow.example');
    const server = createServer({ key, cert }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new PushService(server, cert);
  }

  url(path: string, host = 'push.example'): string {
    return `https://${host}:${(this.#server.address() as AddressInfo).port}${path}`;
  }

  at(path: string): Arrival[] {
    return this.arrivals.filter((arrival) => arrival.path === path);
  }

  /** The `count`th request to a path; waits for it if necessary. */
  async arrived(path: string, count = 1): Promise<Arrival> {
    let check = () => {};
    let timer: NodeJS.Timeout | undefined;
    try {
      return await new Promise<Arrival>((resolve, reject) => {
        check = () => {
          const found = this.at(path)[count - 1];
          if (found) resolve(found);
        };
        this.#waiters.add(check);
        timer = setTimeout(() => reject(new Error(`Push ${count} did not come to ${path}`)), TIMEOUT_MS);
        check();
      });
    } finally {
      clearTimeout(timer);
      this.#waiters.delete(check);
    }
  }

  async close(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

/** A browser that has subscribed to pushes, and can decrypt them. */
export class TestBrowser {
  readonly path = `/${randomUUID()}`;
  readonly #pair = createECDH('prime256v1');
  readonly #auth = randomBytes(16).toString('base64url');
  readonly endpoint: string;

  constructor(service: PushService, host?: string) {
    this.#pair.generateKeys();
    this.endpoint = service.url(this.path, host);
  }

  get keys() {
    return { p256dh: this.#pair.getPublicKey('base64url'), auth: this.#auth };
  }

  /** As the browser serialises it. */
  get subscription(): string {
    return JSON.stringify({ endpoint: this.endpoint, expirationTime: null, keys: this.keys });
  }

  /** The text in a push, decrypted by another implementation than the server's. */
  open({ body }: Arrival): string {
    return decrypt(body, { version: 'aes128gcm', privateKey: this.#pair, authSecret: this.#auth }).toString('utf8');
  }

  read(arrival: Arrival): PushMessage {
    const message = decode(pushMessage, JSON.parse(this.open(arrival)));
    if (!message.success) throw new Error(`Not a push of the contract: ${this.open(arrival)}`);
    return message.data;
  }
}
