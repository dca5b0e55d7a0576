import type { ServerFrame, Signal } from '@earth/contracts';
import { expect, test } from 'vitest';
import { createMemoryPages } from './memory-pages';
import { createInProcessBus } from '../bus/bus';
import { type Link, MeshRooms } from './mesh-rooms';

const CALL = 'call-1';

function makeRooms(): MeshRooms {
  const onError = (error: unknown) => {
    throw error;
  };
  return new MeshRooms({ pages: createMemoryPages(), bus: createInProcessBus(), onError });
}

const pass = (contactId: string, callId = CALL) => ({ callId, contactId, deviceId: `${contactId}-device` });

/** Resolves when all have been told of what was done. */
const told = () => new Promise((resolve) => setImmediate(resolve));

interface Page extends Link {
  readonly heard: ServerFrame[];
}

function page(): Page {
  const heard: ServerFrame[] = [];
  return { heard, send: (frame) => heard.push(frame) };
}

/** Two who are in a room, and have been told so. */
async function talk() {
  const rooms = makeRooms();
  const luca = page();
  const giulia = page();
  await rooms.join(pass('luca'), 'luca-page', luca);
  await rooms.join(pass('giulia'), 'giulia-page', giulia);
  await told();
  luca.heard.length = 0;
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

test('whoever joins learns of the others, and they of them', async () => {
  const rooms = makeRooms();
  const luca = page();
  const giulia = page();

  expect(await rooms.join(pass('luca'), 'luca-page', luca)).toEqual([]);
  expect(await rooms.join(pass('giulia'), 'giulia-page', giulia)).toEqual([
    { contactUniqueId: 'luca', session: 'luca-page' },
  ]);

  await told();
  expect(luca.heard).toEqual([came('giulia', 'giulia-page')]);
  expect(giulia.heard).toEqual([]);
});

test('a signal reaches the page that it means, with the name of who sent it', async () => {
  const rooms = makeRooms();
  const luca = page();
  const giulia = page();
  await rooms.join(pass('giulia'), 'giulia-page', giulia);
  await rooms.join(pass('luca'), 'luca-page', luca);
  await told();
  giulia.heard.length = 0;

  expect(rooms.signal(luca, offer('luca-page', 'giulia', 'giulia-page'))).toBe(true);
  expect(rooms.signal(luca, offer('luca-page', 'giulia', 'an-older-page'))).toBe(true);

  await told();
  expect(giulia.heard).toEqual([
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

test('no signal gets in from outside the room, nor under the session of another page', async () => {
  const rooms = makeRooms();
  const giulia = page();
  const stranger = page();
  await rooms.join(pass('giulia'), 'giulia-page', giulia);
  await rooms.join(pass('stranger', 'call-2'), 'stranger-page', stranger);

  expect(rooms.signal(page(), offer('nobody-page', 'giulia', 'giulia-page'))).toBe(false);
  expect(rooms.signal(stranger, offer('stranger-page', 'giulia', 'giulia-page'))).toBe(false);
  expect(rooms.signal(stranger, offer('other-page', 'giulia', 'giulia-page', 'call-2'))).toBe(false);
  await told();
  expect(giulia.heard).toEqual([]);
});

test('a new page of the same contact takes the place of the old one', async () => {
  const { rooms, luca, giulia } = await talk();
  const giuliaReloaded = page();

  await rooms.join(pass('giulia'), 'giulia-reloaded', giuliaReloaded);

  const left = gone('giulia', 'giulia-page');
  await told();
  expect(luca.heard).toEqual([left, came('giulia', 'giulia-reloaded')]);
  expect(giulia.heard).toEqual([left]);
  expect(rooms.signal(giulia, offer('giulia-page', 'luca', 'luca-page'))).toBe(false);
});

test('a lost socket tells nobody; the same page that comes back goes on', async () => {
  const { rooms, luca, giulia } = await talk();

  await rooms.disconnected(giulia);
  await told();
  expect(luca.heard).toEqual([]);
  expect(await rooms.isConnected(pass('giulia'))).toBe(false);

  const giuliaAgain = page();
  expect(await rooms.join(pass('giulia'), 'giulia-page', giuliaAgain)).toEqual([
    { contactUniqueId: 'luca', session: 'luca-page' },
  ]);
  await told();
  expect(luca.heard.map((frame) => frame.type)).toEqual(['peerJoined']);
  expect(await rooms.isConnected(pass('giulia'))).toBe(true);
});

test('the old socket of a page that came back early takes nothing with it', async () => {
  const rooms = makeRooms();
  const before = page();
  await rooms.join(pass('giulia'), 'giulia-page', before);
  await rooms.join(pass('giulia'), 'giulia-page', page());

  await rooms.disconnected(before);

  await told();
  expect(before.heard).toEqual([]);
  expect(await rooms.isConnected(pass('giulia'))).toBe(true);
});

test('whoever leaves is out for everybody, and cannot signal any more', async () => {
  const { rooms, luca, giulia } = await talk();

  await rooms.leave(giulia, CALL);

  await told();
  expect(luca.heard).toEqual([gone('giulia', 'giulia-page')]);
  expect(rooms.signal(giulia, offer('giulia-page', 'luca', 'luca-page'))).toBe(false);
  expect(await rooms.join(pass('sara'), 'sara-page', page())).toEqual([
    { contactUniqueId: 'luca', session: 'luca-page' },
  ]);
});

test('the room of a call that is over is empty', async () => {
  const rooms = makeRooms();
  const luca = page();
  await rooms.join(pass('luca'), 'luca-page', luca);

  await rooms.close(CALL);

  expect(await rooms.isConnected(pass('luca'))).toBe(false);
  expect(rooms.signal(luca, offer('luca-page', 'luca', 'luca-page'))).toBe(false);
});

test('whoever leaves as the call ends is seen to leave, and nobody else is', async () => {
  const { rooms, luca, giulia } = await talk();

  await rooms.remove(CALL, 'giulia');
  await rooms.close(CALL);
  await told();

  const left = gone('giulia', 'giulia-page');
  expect(luca.heard).toEqual([left]);
  expect(giulia.heard.at(-1)).toEqual(left);
});
