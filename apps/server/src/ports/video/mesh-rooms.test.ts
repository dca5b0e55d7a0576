import type { ServerFrame, Signal } from '@earth/contracts';
import { expect, test } from 'vitest';
import { type Link, MeshRooms } from './mesh-rooms';

const CALL = 'call-1';
const pass = (contactId: string, callId = CALL) => ({ callId, contactId, deviceId: `${contactId}-device` });

interface Page extends Link {
  readonly heard: ServerFrame[];
}

function page(): Page {
  const heard: ServerFrame[] = [];
  return { heard, send: (frame) => heard.push(frame) };
}

const offer = (session: string, to: string, toSession: string, callUniqueId = CALL): Signal => ({
  type: 'signal',
  callUniqueId,
  to,
  session,
  toSession,
  description: { type: 'offer', sdp: 'v=0' },
});

test('whoever joins learns of the others, and they of them', () => {
  const rooms = new MeshRooms();
  const luca = page();
  const giulia = page();

  expect(rooms.join(pass('luca'), 'luca-page', luca)).toEqual([]);
  expect(rooms.join(pass('giulia'), 'giulia-page', giulia)).toEqual([
    { contactUniqueId: 'luca', session: 'luca-page' },
  ]);

  expect(luca.heard).toEqual([
    { type: 'peerJoined', callUniqueId: CALL, contactUniqueId: 'giulia', session: 'giulia-page' },
  ]);
  expect(giulia.heard).toEqual([]);
});

test('a signal reaches the page that it means, with the name of who sent it', () => {
  const rooms = new MeshRooms();
  const luca = page();
  const giulia = page();
  rooms.join(pass('giulia'), 'giulia-page', giulia);
  rooms.join(pass('luca'), 'luca-page', luca);
  giulia.heard.length = 0;

  expect(rooms.signal(luca, offer('luca-page', 'giulia', 'giulia-page'))).toBe(true);
  expect(rooms.signal(luca, offer('luca-page', 'giulia', 'an-older-page'))).toBe(true);

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

test('no signal gets in from outside the room, nor under the session of another page', () => {
  const rooms = new MeshRooms();
  const giulia = page();
  const stranger = page();
  rooms.join(pass('giulia'), 'giulia-page', giulia);
  rooms.join(pass('stranger', 'call-2'), 'stranger-page', stranger);

  expect(rooms.signal(page(), offer('nobody-page', 'giulia', 'giulia-page'))).toBe(false);
  expect(rooms.signal(stranger, offer('stranger-page', 'giulia', 'giulia-page'))).toBe(false);
  expect(rooms.signal(stranger, offer('other-page', 'giulia', 'giulia-page', 'call-2'))).toBe(false);
  expect(giulia.heard).toEqual([]);
});

test('a new page of the same contact takes the place of the old one', () => {
  const rooms = new MeshRooms();
  const luca = page();
  const giulia = page();
  const giuliaReloaded = page();
  rooms.join(pass('luca'), 'luca-page', luca);
  rooms.join(pass('giulia'), 'giulia-page', giulia);
  luca.heard.length = 0;

  rooms.join(pass('giulia'), 'giulia-reloaded', giuliaReloaded);

  const left = { type: 'peerLeft', callUniqueId: CALL, contactUniqueId: 'giulia', session: 'giulia-page' };
  expect(luca.heard).toEqual([
    left,
    { type: 'peerJoined', callUniqueId: CALL, contactUniqueId: 'giulia', session: 'giulia-reloaded' },
  ]);
  expect(giulia.heard).toEqual([left]);
  expect(rooms.signal(giulia, offer('giulia-page', 'luca', 'luca-page'))).toBe(false);
});

test('a lost socket tells nobody; the same page that comes back goes on', () => {
  const rooms = new MeshRooms();
  const luca = page();
  const giulia = page();
  rooms.join(pass('luca'), 'luca-page', luca);
  rooms.join(pass('giulia'), 'giulia-page', giulia);
  luca.heard.length = 0;

  rooms.disconnected(giulia);
  expect(luca.heard).toEqual([]);
  expect(rooms.isConnected(pass('giulia'))).toBe(false);

  const giuliaAgain = page();
  expect(rooms.join(pass('giulia'), 'giulia-page', giuliaAgain)).toEqual([
    { contactUniqueId: 'luca', session: 'luca-page' },
  ]);
  expect(luca.heard.map((frame) => frame.type)).toEqual(['peerJoined']);
  expect(rooms.isConnected(pass('giulia'))).toBe(true);
});

test('the old socket of a page that came back early takes nothing with it', () => {
  const rooms = new MeshRooms();
  const before = page();
  rooms.join(pass('giulia'), 'giulia-page', before);
  rooms.join(pass('giulia'), 'giulia-page', page());

  rooms.disconnected(before);

  expect(before.heard).toEqual([]);
  expect(rooms.isConnected(pass('giulia'))).toBe(true);
});

test('whoever leaves is out for everybody, and cannot signal any more', () => {
  const rooms = new MeshRooms();
  const luca = page();
  const giulia = page();
  rooms.join(pass('luca'), 'luca-page', luca);
  rooms.join(pass('giulia'), 'giulia-page', giulia);

  rooms.leave(giulia, CALL);

  expect(luca.heard.at(-1)).toEqual({
    type: 'peerLeft',
    callUniqueId: CALL,
    contactUniqueId: 'giulia',
    session: 'giulia-page',
  });
  expect(rooms.signal(giulia, offer('giulia-page', 'luca', 'luca-page'))).toBe(false);
  expect(rooms.join(pass('sara'), 'sara-page', page())).toEqual([{ contactUniqueId: 'luca', session: 'luca-page' }]);
});

test('the room of a call that is over is empty', () => {
  const rooms = new MeshRooms();
  const luca = page();
  rooms.join(pass('luca'), 'luca-page', luca);

  rooms.close(CALL);

  expect(rooms.isConnected(pass('luca'))).toBe(false);
  expect(rooms.signal(luca, offer('luca-page', 'luca', 'luca-page'))).toBe(false);
});
