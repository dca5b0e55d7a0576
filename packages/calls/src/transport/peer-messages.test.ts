import {
  DRAWING_ENTRIES_MAX,
  DRAWING_POINTS_MAX,
  DRAWING_TEXT_MAX,
  PEER_MESSAGE_MAX,
  type PeerMessage,
} from '@earth/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePeerMessage, encodePeerMessage } from './peer-messages';
import { drawingEntry, peerMessageOf } from '../../testing/peer-message';

const SEED = 20260105;
const fuzz = { seed: SEED, numRuns: 200 };

const peerMessage = peerMessageOf(fc.uuid({ version: 7 }));

test('every message arrives as it was sent', () => {
  fc.assert(
    fc.property(peerMessage, (message) => {
      expect(decodePeerMessage(encodePeerMessage(message))).toEqual(message);
    }),
    fuzz,
  );
});

test('entities travel under the names on the wire', () => {
  const uniqueId = '0190a000-0000-7000-8000-000000000001';
  expect(JSON.parse(encodePeerMessage({ type: 'participant', contact: { uniqueId, publicKey: 'k' } }))).toEqual({
    type: 'participant',
    contact: { UniqueId: uniqueId, PublicKey: 'k' },
  });
});

test('any data decodes to a message or null, never to an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), (data) => {
      expect(decodePeerMessage(data)).toBeNull();
    }),
    fuzz,
  );
});

/** Optional fields: the file of a message, the screen and the wish of a media state, and all fields of a camera command. */
const isOptional = (type: PeerMessage['type'], name: string) =>
  name === 'file' || name === 'screen' || name === 'prefers' || (type === 'camera' && name !== 'type');

test('a message with a field missing or of another type is dropped', () => {
  fc.assert(
    fc.property(peerMessage, fc.anything(), fc.nat(), (message, hostile, pick) => {
      const wire = JSON.parse(encodePeerMessage(message)) as Record<string, unknown>;
      const keys = Object.keys(wire).filter((name) => !isOptional(message.type, name));
      const key = keys[pick % keys.length] ?? 'type';
      const { [key]: _, ...rest } = wire;
      expect(decodePeerMessage(JSON.stringify(rest))).toBeNull();
      // With any other value in the field, it is still a valid message, or null.
      const decoded = decodePeerMessage(JSON.stringify({ ...rest, [key]: hostile }));
      const again = decoded && decodePeerMessage(encodePeerMessage(decoded));
      expect(again).toEqual(decoded);
    }),
    fuzz,
  );
});

test('unknown fields are dropped', () => {
  const hostile = '{"type":"askSelectedPic","__proto__":{"isAdmin":true},"more":1}';
  const decoded = decodePeerMessage(hostile);
  expect(decoded).toEqual({ type: 'askSelectedPic' });
  expect(decoded).not.toHaveProperty('isAdmin');
});

test('data longer than PEER_MESSAGE_MAX is dropped unread', () => {
  const message = (length: number) => {
    const frame = {
      type: 'msg',
      clientId: 'a',
      message: '',
      cryptoschema: 0,
      cryptoSchema: 0,
      date: '2026-01-05T10:00:00.000Z',
    };
    return JSON.stringify({ ...frame, message: 'x'.repeat(length - JSON.stringify(frame).length) });
  };
  expect(decodePeerMessage(message(PEER_MESSAGE_MAX))).toMatchObject({ type: 'msg' });
  expect(decodePeerMessage(message(PEER_MESSAGE_MAX + 1))).toBeNull();
});

test.each([
  ['binary', new ArrayBuffer(8)],
  ['deeply nested', '['.repeat(100_000)],
  ['an unknown type', '{"type":"ar","on":true}'],
  [
    'asking for too many keys',
    JSON.stringify({
      type: 'askKeys',
      items: Array.from({ length: 201 }, () => ({ Kind: 'pic', UniqueId: '0190a000-0000-7000-8000-000000000001' })),
    }),
  ],
  ['too many snapshots', JSON.stringify({ type: 'pic', pics: Array.from({ length: 501 }, () => ({})) })],
])('%s is dropped', (_, data) => {
  expect(decodePeerMessage(data)).toBeNull();
});

const drawing = (entries: unknown) =>
  JSON.stringify({
    type: 'drawing',
    picUniqueId: '0190a000-0000-7000-8000-000000000001',
    edition: 1,
    from: 0,
    entries,
  });
const begin = { op: 'begin', tool: 'pen', at: [1, 2], width: 3 };
const many = <T>(count: number, what: T): T[] => Array.from({ length: count }, () => what);

test('any drawing entries are valid by the contract, or the whole message is dropped', () => {
  const hostile = fc.oneof(fc.jsonValue(), fc.array(fc.oneof(drawingEntry, fc.jsonValue()), { maxLength: 8 }));
  fc.assert(
    fc.property(hostile, (entries) => {
      const decoded = decodePeerMessage(drawing(entries));
      const again = decoded && decodePeerMessage(encodePeerMessage(decoded));
      expect(again).toEqual(decoded);
    }),
    fuzz,
  );
});

test.each([
  ['none', []],
  ['too many', many(DRAWING_ENTRIES_MAX + 1, { op: 'undo' })],
  ['too many points', [{ op: 'move', points: many(DRAWING_POINTS_MAX + 1, [1, 1]) }]],
  ['a point far from any picture', [{ ...begin, at: [1, 1e9] }]],
  ['a point that is no place', [{ op: 'move', points: [[1]] }]],
  ['a pressure beyond the hardest', [{ ...begin, pressure: 101 }]],
  ['a pressure below none', [{ op: 'move', points: [[1, 1]], pressures: [-1] }]],
  ['a pressure that is no number', [{ op: 'move', points: [[1, 1]], pressures: ['50'] }]],
  ['fewer pressures than points', [{ op: 'move', points: many(2, [1, 1]), pressures: [50] }]],
  ['more pressures than points', [{ op: 'move', points: [[1, 1]], pressures: [50, 50] }]],
  ['a text that is not there yet', [{ op: 'edit', back: 0 }]],
  ['a width of nothing', [{ ...begin, width: 0 }]],
  ['an unknown tool', [{ ...begin, tool: 'bomb' }]],
  ['a text that is too long', [{ op: 'write', text: 'x'.repeat(DRAWING_TEXT_MAX + 1) }]],
  ['one good entry and a bad one', [begin, { op: 'fly' }]],
])('a drawing with %s is dropped', (_, entries) => {
  expect(decodePeerMessage(drawing(entries))).toBeNull();
});

test('a number that overflows is dropped', () => {
  expect(decodePeerMessage(drawing([begin]).replace('[1,2]', '[1,1e999]'))).toBeNull();
});

test('a message full of entries is rejected quickly', () => {
  const text = drawing(many(Math.floor(PEER_MESSAGE_MAX / 16), { op: 'undo' }));
  expect(text.length).toBeLessThan(PEER_MESSAGE_MAX);
  const since = performance.now();
  expect(decodePeerMessage(text)).toBeNull();
  expect(performance.now() - since).toBeLessThan(500);
});
