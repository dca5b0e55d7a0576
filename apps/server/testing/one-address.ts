/** A proxy before several servers: each request, and each socket, goes to the next of them. */
import { once } from 'node:events';
import { createServer, request, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';

export class OneAddress {
  readonly #proxy: Server;
  readonly #ports: readonly number[];
  #asked = 0;

  private constructor(urls: readonly string[]) {
    this.#ports = urls.map((url) => Number(new URL(url).port));
    this.#proxy = createServer((asked, answer) => {
      const { method, url: path, headers } = asked;
      const passed = request({ host: '127.0.0.1', port: this.#next(), method, path, headers }, (given) => {
        answer.writeHead(given.statusCode ?? 502, given.headers);
        given.pipe(answer);
      });
      passed.once('error', () => answer.destroy());
      asked.pipe(passed);
    });
    this.#proxy.on('upgrade', ({ method, url: path, rawHeaders }, socket, head) => {
      const lines = rawHeaders.map((text, at) => (at % 2 === 0 ? `${text}: ` : `${text}\r\n`)).join('');
      const passed = connect(this.#next(), '127.0.0.1', () => {
        passed.write(`${method} ${path} HTTP/1.1\r\n${lines}\r\n`);
        passed.write(head);
        socket.pipe(passed).pipe(socket);
      });
      for (const [one, other] of [
        [socket, passed],
        [passed, socket],
      ] as const)
        one.once('error', () => other.destroy()).once('close', () => other.destroy());
    });
  }

  static async before(urls: readonly string[]): Promise<OneAddress> {
    const address = new OneAddress(urls);
    await once(address.#proxy.listen(0, '127.0.0.1'), 'listening');
    return address;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#proxy.address() as AddressInfo).port}`;
  }

  #next(): number {
    this.#asked += 1;
    return this.#ports[this.#asked % this.#ports.length] ?? 0;
  }

  async close(): Promise<void> {
    this.#proxy.closeAllConnections();
    this.#proxy.close();
    await once(this.#proxy, 'close');
  }
}
