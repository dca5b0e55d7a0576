import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { codeOf, enterToRate } from '../../../../testing/guest';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;

beforeAll(async () => {
  server = await startTestServer();
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
});
afterAll(() => server.close());

const plain = (...targets: SignedInClient[]) => ({
  subject: 's',
  targetContacts: targets.map(({ contactId }) => contactId),
  cryptoSchema: 0 as const,
});

/** Luca calls both; Giulia answers. */
async function talk(): Promise<string> {
  const sockets = [await giulia.socket(), await marco.socket()];
  const { call } = await luca.call(contracts.createCall, plain(giulia, marco));
  await giulia.call(contracts.joinCall, { id: call.uniqueId });
  for (const socket of sockets) await socket.close();
  return call.uniqueId;
}
async function talked(): Promise<string> {
  const id = await talk();
  await luca.call(contracts.leaveCall, { id });
  return id;
}
const ratingsSeenBy = (person: SignedInClient, id: string) => person.call(contracts.listCallRatings, { id });

test('the last rating of a field user counts; the controllers of the call read it, and nobody the comment with the database alone', async () => {
  const id = await talked();
  const { participants } = await luca.call(contracts.getCall, { id });
  const readers = participants.map(({ contact }) => contact).filter(({ uniqueId }) => uniqueId !== luca.contactId);
  const comment = await sealText(1, 'Thanks, it runs again', readers);
  const rating = { id, stars: 4, comment, cryptoSchema: 1 as const };
  await luca.call(contracts.rateCall, { id, stars: 1, cryptoSchema: 0 });
  expect(await ratingsSeenBy(giulia, id)).toMatchObject([{ stars: 1, comment: null }]);
  await luca.call(contracts.rateCall, rating);
  for (const person of [giulia, marco]) {
    const [seen, ...others] = await ratingsSeenBy(person, id);
    expect(others).toEqual([]);
    expect(seen).toMatchObject({ stars: 4, author: { uniqueId: luca.contactId, name: 'Luca Moretti' } });
    expect(seen?.author).not.toHaveProperty('isGuest');
    expect(await openText(1, seen?.comment ?? '', await person.reader())).toBe('Thanks, it runs again');
  }
  const { rows } = await server.context.pool.query('select * from call_ratings');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('it runs again');
});

test('only who was helped rates, after having left', async () => {
  const id = await talk();
  const five = { id, stars: 5, cryptoSchema: 0 as const };
  await expect(luca.call(contracts.rateCall, five)).rejects.toEqual(refusal('notAllowed'));
  await luca.call(contracts.leaveCall, { id });
  for (const person of [giulia, marco])
    await expect(person.call(contracts.rateCall, five)).rejects.toEqual(refusal('notAllowed'));
  expect(await ratingsSeenBy(giulia, id)).toEqual([]);
});

test('a call that nobody answered is not rated', async () => {
  const socket = await giulia.socket();
  const { call } = await luca.call(contracts.createCall, plain(giulia));
  await luca.call(contracts.leaveCall, { id: call.uniqueId });
  await socket.close();
  await expect(luca.call(contracts.rateCall, { id: call.uniqueId, stars: 1, cryptoSchema: 0 })).rejects.toEqual(
    refusal('notAllowed'),
  );
});

test.each([
  ['no stars', { stars: 0, cryptoSchema: 0 as const }, 'invalidInput'],
  ['six stars', { stars: 6, cryptoSchema: 0 as const }, 'invalidInput'],
  ['half a star', { stars: 2.5, cryptoSchema: 0 as const }, 'invalidInput'],
  ['a comment that is not sealed', { stars: 3, comment: 'plain', cryptoSchema: 1 as const }, 'envelopeInvalid'],
] as const)('refuses %s', async (_, wrong, expected) => {
  const id = await talked();
  await expect(luca.call(contracts.rateCall, { id, ...wrong })).rejects.toEqual(refusal(expected));
});

describe('a guest, whose session is over', () => {
  /** A guest and their link; `end`: the call with Giulia has taken place. */
  async function invited() {
    const code = codeOf(await giulia.call(contracts.makeGuestLink, {}));
    const { guest, ratingToken } = await enterToRate(server, code);
    const rate = (stars: number, more: Partial<contracts.CallInput<typeof contracts.rateAsGuest>> = {}) =>
      server.visitor().call(contracts.rateAsGuest, { code, ratingToken, stars, ...more });
    async function talk() {
      const socket = await giulia.socket();
      const { call } = await guest.call(contracts.createCall, plain(giulia));
      await giulia.call(contracts.joinCall, { id: call.uniqueId });
      return { id: call.uniqueId, socket };
    }
    async function end() {
      const { id, socket } = await talk();
      await guest.call(contracts.leaveCall, { id });
      await socket.close();
      return id;
    }
    return { code, guest, ratingToken, rate, talk, end };
  }

  test('rates the call of their link, after it, and may change that', async () => {
    const { guest, rate, talk } = await invited();
    await expect(rate(5)).rejects.toEqual(refusal('notAllowed'));
    const { id, socket } = await talk();
    await expect(rate(5)).rejects.toEqual(refusal('notAllowed'));
    await guest.call(contracts.leaveCall, { id });
    await rate(1);
    await rate(5);
    await expect(rate(9)).rejects.toEqual(refusal('invalidInput'));
    await expect(rate(5, { code: 'another' })).rejects.toEqual(refusal('invalidCode'));
    expect(await ratingsSeenBy(giulia, id)).toMatchObject([
      { stars: 5, comment: null, author: { uniqueId: guest.contactId, isGuest: true } },
    ]);
    await socket.close();
  });

  test('is the only one who can: not the maker of the link, who knows the code, nor another guest', async () => {
    const { code, ratingToken, rate, end } = await invited();
    const id = await end();
    const other = await invited();
    await other.end();
    const { rows } = await server.context.pool.query('select * from guest_links');
    expect(JSON.stringify(rows)).not.toContain(ratingToken);
    for (const guessed of ['guessed', code])
      await expect(rate(5, { ratingToken: guessed })).rejects.toEqual(refusal('notAllowed'));
    await expect(rate(5, { ratingToken: '' })).rejects.toEqual(refusal('invalidInput'));
    await expect(other.rate(5, { code })).rejects.toEqual(refusal('notAllowed'));
    expect(await ratingsSeenBy(giulia, id)).toEqual([]);
    await rate(4);
    expect(await ratingsSeenBy(giulia, id)).toMatchObject([{ stars: 4 }]);
  });

  test('who entered twice rates with the token of the second time', async () => {
    const code = codeOf(await giulia.call(contracts.makeGuestLink, {}));
    const first = await enterToRate(server, code);
    const again = await enterToRate(server, code, 'Rosa Blu', first.guest.deviceId);
    const socket = await giulia.socket();
    const { call } = await again.guest.call(contracts.createCall, plain(giulia));
    await giulia.call(contracts.joinCall, { id: call.uniqueId });
    await again.guest.call(contracts.leaveCall, { id: call.uniqueId });
    const rate = (ratingToken: string) => server.visitor().call(contracts.rateAsGuest, { code, ratingToken, stars: 5 });
    await expect(rate(first.ratingToken)).rejects.toEqual(refusal('notAllowed'));
    await rate(again.ratingToken);
    await socket.close();
  });
});
