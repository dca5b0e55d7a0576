/** A name server on this machine. */
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';

/** RFC 1035, 4.1.1: an answer, to a question that wanted it looked for. */
const ANSWER_FLAGS = 0x8180;
const HEADER_BYTES = 12;
const TYPE_A = 1;

/**
 * Says of every name that it leads to this machine, but for those that it is told to be silent about: `name`, or `name AAAA` where
 * it says nothing of IPv6 alone.
 */
export class NameServer {
  readonly #socket: Socket;
  readonly #silent: ReadonlySet<string>;
  /** What it was asked for, as often as it was. */
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

/** @param nameEnd where the type and the class that are asked for stand */
function answerTo(question: Buffer, nameEnd: number): Buffer {
  const isAnswered = typeIn(question, nameEnd) === TYPE_A;
  const head = Buffer.from(question.subarray(0, nameEnd + 4));
  head.writeUInt16BE(ANSWER_FLAGS, 2);
  head.writeUInt16BE(isAnswered ? 1 : 0, 6);
  // Nothing of an authority, and nothing additional.
  head.writeUInt32BE(0, 8);
  // The name of the question, A, IN, no time to live, and four bytes.
  const record = Buffer.from([0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4, 127, 0, 0, 1]);
  return isAnswered ? Buffer.concat([head, record]) : head;
}
