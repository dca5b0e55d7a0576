/** A fake lead address on this machine: it records what it gets, and answers as configured. */
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Collected {
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

export class LeadCollector {
  readonly #server: Server;
  #port = 0;
  readonly collected: Collected[] = [];
  /** Status and text of its answer. */
  answer: { readonly status: number; readonly text: string } = { status: 200, text: '{"status":"OK"}' };

  constructor() {
    this.#server = createServer((request, response) => {
      let text = '';
      request.setEncoding('utf8');
      request.on('data', (part: string) => {
        text += part;
      });
      request.on('end', () => {
        this.collected.push({ headers: request.headers, text });
        response.writeHead(this.answer.status).end(this.answer.text);
      });
    });
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}/leads?code=hidden`;
  }

  /** On its former port, if it had one. */
  async up(): Promise<void> {
    this.#server.listen(this.#port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.#port = (this.#server.address() as AddressInfo).port;
  }

  async down(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}
