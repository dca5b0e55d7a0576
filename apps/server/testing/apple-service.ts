/** A fake APNs on this machine: it speaks HTTP/2, records what it gets, and answers as configured. */
import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { once } from 'node:events';
import { createSecureServer, type Http2SecureServer, type IncomingHttpHeaders } from 'node:http2';
import type { AddressInfo } from 'node:net';
import type { ApnsKeys } from '../src/adapters/push/apns';
import { certificateFor } from './certificate';

interface Arrival {
  readonly headers: IncomingHttpHeaders;
  readonly body: unknown;
}

export class AppleService {
  readonly #server: Http2SecureServer;
  /** The keys of the sender. */
  readonly keys: ApnsKeys;
  /** The sender's public key. */
  readonly publicKey: KeyObject;
  /** A certificate to trust. */
  readonly ca: string;
  connections = 0;
  arrivals: Arrival[] = [];
  /** The answer: null for none at all. */
  reply: { readonly status: number; readonly body?: string } | null = { status: 200 };
  /** Called with each arrival. */
  onArrival: () => void = () => {};

  private constructor(server: Http2SecureServer, ca: string) {
    this.#server = server;
    this.ca = ca;
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const origin = `https://localhost:${(server.address() as AddressInfo).port}`;
    this.publicKey = publicKey;
    this.keys = { privateKey, keyId: 'KEY1234567', teamId: 'TEAM123456', topic: 'com.example.help', origin };
    server.on('session', () => {
      this.connections += 1;
    });
    server.on('stream', (stream, headers) => {
      let body = '';
      stream.on('data', (part) => {
        body += String(part);
      });
      stream.on('error', () => undefined);
      stream.on('end', () => {
        this.arrivals.push({ headers, body: JSON.parse(body) });
        if (this.reply) {
          stream.respond({ ':status': this.reply.status });
          stream.end(this.reply.body);
        }
        this.onArrival();
      });
    });
  }

  static async start(): Promise<AppleService> {
    const { key, cert } = await certificateFor('localhost');
    const server = createSecureServer({ key, cert }).listen(0, 'localhost');
    await once(server, 'listening');
    return new AppleService(server, cert);
  }

  close(): void {
    this.#server.close();
  }
}
