/** A flooding peer must not affect the screen, the server or the messages of others. */
import type { PeerMessage } from '@earth/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { peerMessageOf } from '../../testing/peer-message';
import { REFRESH_MS } from './refresh-requests';
import { encodePeerMessage } from '../transport/peer-messages';
import { chatOf, createCallWorld } from '../testing/call-world';
import { giulia, luca, marco } from '../testing/people';
import { settled } from '../testing/promises';

const SEED = 20261122;
const id = fc.oneof(fc.constantFrom(luca.uniqueId, giulia.uniqueId, marco.uniqueId), fc.uuid({ version: 7 }));
const messages = fc.sample(peerMessageOf(id), { numRuns: 3_000, seed: SEED });
const types = [...new Set(messages.map(({ type }) => type))];

/** Giulia, a controller, floods Luca. `told`: the notifications of his screen, and the requests of his page. */
async function besiege() {
  const world = createCallWorld({ fieldUsersDraw: true });
  const { caller, callee } = await world.talk();
  await world.pass(1_000);
  world.server.asked.length = 0;
  let told = 0;
  const { session } = caller;
  for (const part of [session, session.points, session.drawing]) part.subscribe(() => (told += 1));
  const flood = (all: readonly PeerMessage[]) => {
    for (const message of all) world.net.connections[1]?.channel?.send(encodePeerMessage(message));
    return settled();
  };
  return { ...world, caller, callee, flood, told: () => told };
}

test.each(types)(
  '3,000 × %s at once: few notifications, few requests',
  async (type) => {
    const kind = messages.filter((message) => message.type === type);
    const { flood, told, server, pass, caller } = await besiege();
    await flood(
      Array.from({ length: 3_000 }, (_, index) => kind[index % kind.length]).filter((one) => one !== undefined),
    );
    expect(told()).toBeLessThan(10);
    await pass(3_000);
    expect(told()).toBeLessThan(60);
    expect(server.asked.length).toBeLessThan(25);
    expect(caller.view('inCall').people).toHaveLength(1);
  },
  60_000,
);

test.each([
  ['a stranger’s key', { type: 'participant', contact: { uniqueId: giulia.uniqueId, publicKey: 'no key of hers' } }],
  ['a snapshot that is not there', { type: 'onPicSelected', picUniqueId: marco.uniqueId }],
  ['keys to what is not there', { type: 'askKeys', items: [{ kind: 'pic', uniqueId: marco.uniqueId }] }],
] as const)('%s repeatedly: the requests are throttled', async (_, message) => {
  const { flood, server, clock } = await besiege();
  const seconds = 3;
  for (let times = 0; times < seconds * 100; times += 1) {
    await flood([message as PeerMessage, message as PeerMessage]);
    clock.increment(10);
  }
  expect(server.asked.length).toBeGreaterThan(0);
  expect(server.asked.length).toBeLessThanOrEqual((seconds + 1) * 4);
});

test('the last hint is followed after the interval', async () => {
  const { flood, server, pass } = await besiege();
  const hint: PeerMessage = { type: 'onPicSelected', picUniqueId: marco.uniqueId };
  await flood([hint, hint]);
  expect(server.asked).toEqual(['Luca listCallPics']);
  await pass(REFRESH_MS);
  expect(server.asked).toEqual(['Luca listCallPics', 'Luca listCallPics']);
});

test('stored messages do not wait behind a flood of peer messages', async () => {
  const { flood, caller, callee } = await besiege();
  // Decrypting one of them never finishes.
  caller.beforeOpening = (sealed) => (sealed.includes('flood') ? new Promise(() => {}) : Promise.resolve());
  const message = JSON.stringify({ text: 'flood', keys: [luca.publicKey] });
  const date = '2026-01-05T10:00:00.000Z';
  await flood(
    Array.from({ length: 1_000 }, (_, n) => ({ type: 'msg', clientId: `${n}`, message, cryptoSchema: 1, date })),
  );
  callee.session.sendMessage('The valve!');
  await settled();
  await settled();
  expect(chatOf(caller)).toEqual(['Giulia: The valve! (sent)']);
});

test('a decrypted hint does not replace the message that was stored meanwhile', async () => {
  const { caller, callee, server } = await besiege();
  let open = () => {};
  let isFirst = true;
  caller.beforeOpening = () => {
    if (!isFirst) return Promise.resolve();
    isFirst = false;
    return new Promise((resolve) => (open = resolve));
  };
  callee.session.sendMessage('Hello');
  await settled();
  await settled();
  expect(server.messages).toHaveLength(1);
  open();
  await settled();
  const [only, ...more] = caller.view('inCall').messages;
  expect([only?.text, only?.date, more]).toEqual(['Hello', server.messages[0]?.date, []]);
});
