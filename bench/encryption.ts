/** One message sealed for several readers, in this process, beside the same WebCrypto primitives without anything around them. */
import { randomUUID } from 'node:crypto';
import { type Author, importPrivateKeys, type Recipient, sealText } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import type { Figure } from './figures';
import { type BareReader, sealBare1, sealBare2 } from './reference/bare-crypto';
import { compare, byTurns, timesOf } from './alternate';

const READERS = [2, 20, 200];
const ROUNDS = 15;
const WARM_UP = 3;
/** Messages per round, so that a round is long enough to be measured. */
const messagesFor = (readers: number) => Math.ceil(40 / readers);
/** Further people share a bundle: wrapping for it costs as much as for one of their own. */
const BUNDLES = 10;
const GOAL = 1.3;
const TEXT = 'The feed pump P-204 is dry: close the valve behind it and look at the gauge. '.repeat(4);

const msOf = async (messages: number, seal: () => Promise<unknown>) => {
  const start = performance.now();
  for (let message = 0; message < messages; message += 1) await seal();
  return (performance.now() - start) / messages;
};

async function createBundles() {
  const bundles = await Promise.all(Array.from({ length: BUNDLES }, createKeyBundle));
  return Promise.all(
    bundles.map(async ({ publicKey, privateKey }) => ({
      publicKey,
      keys: await importPrivateKeys(privateKey),
      bare: await readBare(publicKey),
    })),
  );
}

async function readBare(publicKey: string): Promise<BareReader> {
  const { keys } = JSON.parse(publicKey) as { keys: (JsonWebKey & { kid: string })[] };
  const [rsa, , x25519] = keys;
  if (!rsa || !x25519) throw new Error('The bundle lacks a key');
  return {
    rsa: await crypto.subtle.importKey('jwk', rsa, { name: 'RSA-OAEP', hash: 'SHA-256' }, false, ['encrypt']),
    x25519: await crypto.subtle.importKey('jwk', x25519, 'X25519', true, []),
  };
}

export async function measureEncryption(): Promise<readonly Figure[]> {
  const bundles = await createBundles();
  const [writer] = bundles;
  const signer = writer?.keys.ed25519;
  if (!writer || !signer) throw new Error('Node.js lacks Ed25519');
  const author: Author = {
    sender: { uniqueId: randomUUID(), keys: writer.keys },
    place: { kind: 'message', within: randomUUID(), id: randomUUID() },
  };
  const bytes = new TextEncoder().encode(TEXT);
  const figures: Figure[] = [];
  for (const readers of READERS) {
    const people = Array.from({ length: readers }, (_, at) => bundles[at % BUNDLES] ?? writer);
    const recipients: Recipient[] = people.map(({ publicKey }) => ({ uniqueId: randomUUID(), publicKey }));
    const bare = people.map((person) => person.bare);
    const ways = {
      1: [() => sealText(1, TEXT, recipients), () => sealBare1(bytes, bare)],
      2: [() => sealText(2, TEXT, recipients, author), () => sealBare2(bytes, bare, signer)],
    } as const;
    for (const [scheme, [ours, theirs]] of Object.entries(ways)) {
      const messages = messagesFor(readers);
      const way = (seal: () => Promise<unknown>) => () => msOf(messages, seal);
      const turns = await byTurns(ROUNDS, { ours: way(ours), theirs: way(theirs) }, WARM_UP);
      const what = `scheme ${scheme}, ${readers} readers`;
      figures.push(...compare(turns, 'bare', { what, unit: 'ms' }), timesOf(turns, 'bare', what, GOAL));
    }
  }
  return figures;
}
