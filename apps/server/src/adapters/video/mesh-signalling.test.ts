import type { ServerFrame, Signal } from '@earth/contracts';
import { expect, test } from 'vitest';
import { createMemoryPages } from './memory-pages';
import { createInProcessBus } from '../bus/bus';
import { type PageSocket, MeshSignalling } from './mesh-signalling';

const CALL = 'call-1';

function makeRooms(): MeshSignalling {
  const onError = (error: unknown) => {
    throw error;
  };
  return new MeshSignalling({ pages: createMemoryPages(), bus: createInProcessBus(), onError });
}

const pass = (contactId: string, callId = CALL) => ({ callId, contactId, deviceId: `${contactId}-device` });

/** Resolves when all members have been notified. */
const notified = () => new Promise((resolve) => setImmediate(resolve));

interface Page extends PageSocket {
  readonly received: ServerFrame[];
}

function page(): Page {
  const received: ServerFrame[] = [];
  return { received, send: (frame) => received.push(frame) };
}

/** Two members of a mesh who know of each other. */
async function talk() {
  const rooms = makeRooms();
  const luca = page();
  const giulia = page();
  await rooms.join(pass('luca'), 'luca-page', luca);
  await rooms.join(pass('giulia'), 'giulia-page', giulia);
  await notified();
  luca.received.length = 0;
  return { rooms, luca, giulia };
}

const came = (contactUniqueId: string, session: string) =>
  ({ type: 'peerJoined', callUniqueId: CALL, contactUniqueId, session }) as const;
const gone = (contactUniqueId: string, session: string) =>
  ({ ...came(contactUniqueId, session), type: 'peerLeft' }) as const;

const offer = (session: string, to: string, toSession: string, callUniqueId = CALL): Signal => ({
  type: 'signal',
  callUniqueId,
  to,
  session,
  toSession,
  description: { type: 'offer', sdp: 'v=0' },
});

test('a page that joins learns of the others, and they of it', async () => {
  const rooms = makeRooms();
  const luca = page();
  const giulia = page();

  expect(await rooms.join(pass('luca'), 'luca-page', luca)).toEqual([]);
  expect(await rooms.join(pass('giulia'), 'giulia-page', giulia)).toEqual([
    { contactUniqueId: 'luca', session: 'luca-page' },
  ]);

  await notified();
  expect(luca.received).toEqual([came('giulia', 'giulia-page')]);
  expect(giulia.received).toEqual([]);
});

test('forwards a signal to its page, with the name of the sender', async () => {
  const rooms = makeRooms();
  const luca = page();
  const giulia = page();
  await rooms.join(pass('giulia'), 'giulia-page', giulia);
  await rooms.join(pass('luca'), 'luca-page', luca);
  await notified();
  giulia.received.length = 0;

  expect(rooms.signal(luca, offer('luca-page', 'giulia', 'giulia-page'))).toBe(true);
  expect(rooms.signal(luca, offer('luca-page', 'giulia', 'an-older-page'))).toBe(true);

  await notified();
  expect(giulia.received).toEqual([
    {
      type: 'signal',
      callUniqueId: CALL,
      from: 'luca',
      session: 'luca-page',
      toSession: 'giulia-page',
      description: { type: 'offer', sdp: 'v=0' },
    },
  ]);
});

test('refuses signals from outside the call, and under the session of another page', async () => {
  const rooms = makeRooms();
  const giulia = page();
  const stranger = page();
  await rooms.join(pass('giulia'), 'giulia-page', giulia);
  await rooms.join(pass('stranger', 'call-2'), 'stranger-page', stranger);

  expect(rooms.signal(page(), offer('nobody-page', 'giulia', 'giulia-page'))).toBe(false);
  expect(rooms.signal(stranger, offer('stranger-page', 'giulia', 'giulia-page'))).toBe(false);
  expect(rooms.signal(stranger, offer('other-page', 'giulia', 'giulia-page', 'call-2'))).toBe(false);
  await notified();
  expect(giulia.received).toEqual([]);
});

test('a new page of the same contact replaces the old one', async () => {
  const { rooms, luca, giulia } = await talk();
  const giuliaReloaded = page();

  await rooms.join(pass('giulia'), 'giulia-reloaded', giuliaReloaded);

  const left = gone('giulia', 'giulia-page');
  await notified();
  expect(luca.received).toEqual([left, came('giulia', 'giulia-reloaded')]);
  expect(giulia.received).toEqual([left]);
  expect(rooms.signal(giulia, offer('giulia-page', 'luca', 'luca-page'))).toBe(false);
});

test('a lost socket notifies nobody; the same page goes on when it reconnects', async () => {
  const { rooms, luca, giulia } = await talk();

  await rooms.disconnected(giulia);
  await notified();
  expect(luca.received).toEqual([]);
  expect(await rooms.isConnected(pass('giulia'))).toBe(false);

  const giuliaAgain = page();
  expect(await rooms.join(pass('giulia'), 'giulia-page', giuliaAgain)).toEqual([
    { contactUniqueId: 'luca', session: 'luca-page' },
  ]);
  await notified();
  expect(luca.received.map((frame) => frame.type)).toEqual(['peerJoined']);
  expect(await rooms.isConnected(pass('giulia'))).toBe(true);
});

test('the old socket of a page that reconnected early removes nothing when it closes', async () => {
  const rooms = makeRooms();
  const before = page();
  await rooms.join(pass('giulia'), 'giulia-page', before);
  await rooms.join(pass('giulia'), 'giulia-page', page());

  await rooms.disconnected(before);

  await notified();
  expect(before.received).toEqual([]);
  expect(await rooms.isConnected(pass('giulia'))).toBe(true);
});

test('a page that leaves is removed for everybody, and cannot signal any more', async () => {
  const { rooms, luca, giulia } = await talk();

  await rooms.leave(giulia, CALL);

  await notified();
  expect(luca.received).toEqual([gone('giulia', 'giulia-page')]);
  expect(rooms.signal(giulia, offer('giulia-page', 'luca', 'luca-page'))).toBe(false);
  expect(await rooms.join(pass('sara'), 'sara-page', page())).toEqual([
    { contactUniqueId: 'luca', session: 'luca-page' },
  ]);
});

test('closing a call removes all its pages', async () => {
  const rooms = makeRooms();
  const luca = page();
  await rooms.join(pass('luca'), 'luca-page', luca);

  await rooms.close(CALL);

  expect(await rooms.isConnected(pass('luca'))).toBe(false);
  expect(rooms.signal(luca, offer('luca-page', 'luca', 'luca-page'))).toBe(false);
});

test('if a page leaves as the call ends, only its leaving is announced', async () => {
  const { rooms, luca, giulia } = await talk();

  await rooms.remove(CALL, 'giulia');
  await rooms.close(CALL);
  await notified();

  const left = gone('giulia', 'giulia-page');
  expect(luca.received).toEqual([left]);
  expect(giulia.received.at(-1)).toEqual(left);
});
