/** The systems under test for the same chat: the product, a reference server, and ejabberd if it is installed. */
import { Agent } from 'node:http';
import { CryptoSchema, createRoom } from '@earth/contracts';
import { sealText } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { postJson } from '../crowd/api';
import type { Crowd } from '../crowd/crowd';
import type { BareCrowd } from '../reference/bare';
import type { EjabberdCrowd } from '../reference/ejabberd';

/** People are numbered from 0; 0 writes with 1, 2 with 3, and so on. */
export interface ChatSide {
  readonly name: string;
  /**
   * A person writes to the other of their pair. Rejects if it is refused.
   * @param mark identifies this message
   */
  send(person: number, mark: string): Promise<unknown> | void;
  /** Subscribes to all received messages, including a person's own if the side sends them. */
  onMessage(listener: (person: number, mark: string, at: number) => void): void;
}

/** A connection that the server closes just as it is used would look like a refusal: the bench closes idle ones first. */
const IDLE_MS = 10_000;

const otherOf = (person: number) => person ^ 1;

/** The default of a server. */
const SCHEME = CryptoSchema.v1;
/** 200 letters. */
const TEXT = 'The feed pump P-204 is dry: close the valve behind it and look at the gauge. '.repeat(3).slice(0, 200);

/** The pairs' messages, sealed in advance, so that the bench's own sealing is not measured. */
export async function sealForPairs({ pairs }: Pick<Crowd, 'pairs'>): Promise<readonly string[]> {
  const { publicKey } = await createKeyBundle();
  return await Promise.all(
    pairs.map(({ caller, callee }) => {
      const readers = [caller, callee].map(({ id }) => ({ uniqueId: id, publicKey }));
      return sealText(SCHEME, TEXT, readers);
    }),
  );
}

/** As the web app posts it. */
const bodyOf = (sealed: string, mark: string) =>
  JSON.stringify({ message: sealed, cryptoschema: SCHEME, clientId: mark });

const at = <T>(list: readonly T[], index: number): T => {
  const item = list[index];
  if (item === undefined) throw new Error(`There is no ${index}`);
  return item;
};

/** Each pair gets a room. */
export async function openOurs({ pairs }: Pick<Crowd, 'pairs'>, sealed: readonly string[]): Promise<ChatSide> {
  const agent = new Agent({ keepAlive: true, timeout: IDLE_MS, maxFreeSockets: Number.POSITIVE_INFINITY });
  const people = pairs.flatMap(({ caller, callee }) => [caller, callee]);
  const paths: string[] = [];
  for (const { caller, callee } of pairs) {
    const input = { targetContacts: [callee.id], cryptoSchema: SCHEME, subject: '', isGroup: false };
    const { uniqueId } = await caller.api.ask(createRoom, input, caller.credentials);
    paths.push(`/services/rooms/${uniqueId}/messages`);
  }
  return {
    name: 'product',
    send(person, mark) {
      const pair = person >> 1;
      const { credentials: headers, origin } = at(people, person);
      return postJson(agent, new URL(at(paths, pair), origin), { headers, body: bodyOf(at(sealed, pair), mark) });
    },
    onMessage(listener) {
      for (const [person, { socket }] of people.entries())
        socket.onFrame((text, when) => {
          const mark = /"ClientId":"([^"]+)"/.exec(text)?.[1];
          if (mark !== undefined) listener(person, mark, when);
        });
    },
  };
}

export const openBare = (bare: BareCrowd, sealed: readonly string[]): ChatSide => ({
  name: 'bare server',
  send: (person, mark) => bare.send(otherOf(person), bodyOf(at(sealed, person >> 1), mark)),
  onMessage(listener) {
    for (const [person, socket] of bare.sockets.entries())
      socket.onFrame((text, when) => {
        const mark = /"clientId":"([^"]+)"/.exec(text)?.[1];
        if (mark !== undefined) listener(person, mark, when);
      });
  },
});

export const openEjabberd = (ejabberd: EjabberdCrowd, sealed: readonly string[]): ChatSide => ({
  name: 'ejabberd',
  send: (person, mark) => ejabberd.send(person, otherOf(person), { id: mark, text: at(sealed, person >> 1) }),
  onMessage: ejabberd.subscribe,
});
