/** A fake name server on this machine. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** RFC 1035, 4.1.1: a response to a query with recursion. */
const ANSWER_FLAGS = 0x8180;
const HEADER_BYTES = 12;
const TYPE_A = 1;

/** Resolves every name to this machine, except those that it must not answer: `name`, or `name AAAA` for IPv6 alone. */
export class NameServer {
  readonly #socket: Socket;
  readonly #silent: ReadonlySet<string>;
  /** The received queries, with repetitions. */
  readonly asked: string[] = [];

  private constructor(socket: Socket, silent: readonly string[]) {
    this.#socket = socket;
    this.#silent = new Set(silent);
    socket.on('message', (question, { address, port }) => {
      const { name, end } = nameIn(question);
      this.asked.push(name);
      const isSilent = this.#silent.has(name) || (typeIn(question, end) !== TYPE_A && this.#silent.has(`${name} AAAA`));
      if (!isSilent) socket.send(answerTo(question, end), port, address);
    });
  }

  static async start(...silent: string[]): Promise<NameServer> {
    const socket = createSocket('udp4').bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket, silent);
  }

  get address(): string {
    return `127.0.0.1:${this.#socket.address().port}`;
  }

  async close(): Promise<void> {
    this.#socket.close();
    await once(this.#socket, 'close');
  }
}

/** RFC 1035, 3.1: labels, each after its length. */
function nameIn(question: Buffer): { name: string; end: number } {
  const labels = [];
  let at = HEADER_BYTES;
  for (let length = question[at] ?? 0; length > 0; length = question[at] ?? 0) {
    labels.push(question.toString('latin1', at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join('.').toLowerCase(), end: at + 1 };
}

const typeIn = (question: Buffer, nameEnd: number) => question.readUInt16BE(nameEnd);

/** @param nameEnd the offset of the query's type and class */
function answerTo(question: Buffer, nameEnd: number): Buffer {
  const isAnswered = typeIn(question, nameEnd) === TYPE_A;
  const head = Buffer.from(question.subarray(0, nameEnd + 4));
  head.writeUInt16BE(ANSWER_FLAGS, 2);
  head.writeUInt16BE(isAnswered ? 1 : 0, 6);
  // No authority and no additional records.
  head.writeUInt32BE(0, 8);
  // The name of the question, A, IN, no time to live, and four bytes.
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
  return isAnswered ? Buffer.concat([head, record]) : head;
}
