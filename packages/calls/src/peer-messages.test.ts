import {
  DRAWING_ENTRIES_MAX,
  DRAWING_POINTS_MAX,
  DRAWING_TEXT_MAX,
  type DrawingEntry,
  LOG_ENTRIES_MAX,
  PEER_MESSAGE_MAX,
  type PeerMessage,
} from '@earth/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodePeerMessage, encodePeerMessage } from './peer-messages';

const SEED = 20260105;
const fuzz = { seed: SEED, numRuns: 200 };

const uuid = fc.uuid({ version: 7 });
const isoDate = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-01-01'), noInvalidDate: true })
  .map((date) => date.toISOString());
const scheme = fc.constantFrom(0 as const, 1 as const);
const guiMode = fc.constantFrom('GUIMODE_LIVECAMERA' as const, 'GUIMODE_ANNOTATIONS' as const);
const fraction = fc.double({ min: 0, max: 1, noNaN: true }).map((value) => value + 0);
const facing = fc.constantFrom('environment' as const, 'user' as const);
const zoom = fc.double({ min: 0.5, max: 10, noNaN: true });
const clientId = fc.string({ minLength: 1, maxLength: 64 });

const entryCount = fc.nat({ max: LOG_ENTRIES_MAX });
const coordinate = fc
  .double({ min: -1_000, max: 20_000, noNaN: true })
  .map((value) => Math.round(value * 10) / 10 || 0);
const point = fc.tuple(coordinate, coordinate);
const hundredths = fc.integer({ min: 0, max: 100 });
const drawingEntry: fc.Arbitrary<DrawingEntry> = fc.oneof(
  fc.record({
    op: fc.constant('begin' as const),
    tool: fc.constantFrom(...(['pen', 'arrow', 'rectangle', 'ellipse', 'text', 'marker'] as const)),
    at: point,
    width: fc.integer({ min: 1, max: 500 }),
    pressure: hundredths,
  }),
  fc.record({ op: fc.constant('move' as const), points: fc.array(point, { minLength: 1, maxLength: 20 }) }),
  fc.array(fc.tuple(point, hundredths), { minLength: 1, maxLength: 20 }).map((way) => ({
    op: 'move' as const,
    points: way.map(([at]) => at),
    pressures: way.map(([, pressure]) => pressure),
  })),
  fc.record({ op: fc.constant('write' as const), text: fc.string({ maxLength: DRAWING_TEXT_MAX }) }),
  fc.record({ op: fc.constant('edit' as const), back: fc.integer({ min: 1, max: 20_000 }) }),
  fc.record({ op: fc.constantFrom('end' as const, 'undo' as const, 'redo' as const, 'clear' as const) }),
);

/** Every message that the contract knows. */
const peerMessage: fc.Arbitrary<PeerMessage> = fc.oneof(
  fc.record({
    type: fc.constant('participant' as const),
    contact: fc.record({ uniqueId: uuid, publicKey: fc.string() }),
  }),
  fc.record({ type: fc.constant('msg' as const), clientId, message: fc.string(), cryptoSchema: scheme, date: isoDate }),
  fc.record({
    type: fc.constant('msg' as const),
    clientId,
    message: fc.string(),
    cryptoSchema: scheme,
    date: isoDate,
    file: fc.record({ name: fc.string({ maxLength: 255 }), size: fc.nat() }),
  }),
  fc.record({
    type: fc.constant('pic' as const),
    pics: fc.array(
      fc.record({
        uniqueId: uuid,
        callUniqueId: uuid,
        imageFileName: fc.string(),
        contactUniqueId: uuid,
        date: isoDate,
        cryptoSchema: scheme,
        clientId: fc.option(clientId),
      }),
      { maxLength: 5 },
    ),
  }),
  fc.record({ type: fc.constant('update_video_screen_state' as const), state: guiMode, picUniqueId: fc.option(uuid) }),
  fc.record({ type: fc.constant('onPicSelected' as const), picUniqueId: fc.option(uuid) }),
  fc.record({ type: fc.constant('askSelectedPic' as const) }),
  fc.record({
    type: fc.constant('askKeys' as const),
    items: fc.array(
      fc.record({ kind: fc.constantFrom('message' as const, 'file' as const, 'pic' as const), uniqueId: uuid }),
      { maxLength: 5 },
    ),
  }),
  fc.record({ type: fc.constant('media' as const), audio: fc.boolean(), video: fc.boolean() }),
  fc.record({
    type: fc.constant('drawing' as const),
    picUniqueId: uuid,
    edition: fc.nat(),
    from: entryCount,
    entries: fc.array(drawingEntry, { minLength: 1, maxLength: 20 }),
  }),
  fc.record({ type: fc.constant('askDrawing' as const), picUniqueId: uuid, edition: fc.nat(), from: entryCount }),
  fc.record({ type: fc.constant('laser' as const), picUniqueId: uuid, x: coordinate, y: coordinate }),
  fc.record({
    type: fc.constant('media' as const),
    audio: fc.boolean(),
    video: fc.boolean(),
    screen: fc.boolean(),
  }),
  fc.record({ type: fc.constant('askSnapshot' as const), requestId: clientId }),
  fc.record({ type: fc.constant('snapshotAnswer' as const), requestId: clientId, isTaken: fc.boolean() }),
  fc.record({ type: fc.constant('point' as const), of: uuid, at: fc.option(fc.record({ x: fraction, y: fraction })) }),
  fc.record({
    type: fc.constant('cameraState' as const),
    control: fc.constantFrom('none' as const, 'asked' as const, 'granted' as const, 'refused' as const),
    facing,
    canFlip: fc.boolean(),
    torch: fc.option(fc.boolean()),
    zoom: fc.option(fc.record({ min: zoom, max: zoom, step: zoom, value: zoom })),
  }),
  fc.record({ type: fc.constant('askCamera' as const) }),
  fc.record({ type: fc.constant('camera' as const), torch: fc.boolean(), zoom, facing }),
);

test('every message arrives as it was sent', () => {
  fc.assert(
    fc.property(peerMessage, (message) => {
      expect(decodePeerMessage(encodePeerMessage(message))).toEqual(message);
    }),
    fuzz,
  );
});

test('entities travel under the names of the documents', () => {
  const uniqueId = '0190a000-0000-7000-8000-000000000001';
  expect(JSON.parse(encodePeerMessage({ type: 'participant', contact: { uniqueId, publicKey: 'k' } }))).toEqual({
    type: 'participant',
    contact: { UniqueId: uniqueId, PublicKey: 'k' },
  });
});

test('text of any kind is a message or nothing, and never an exception', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string(), fc.json(), fc.anything()), (data) => {
      expect(decodePeerMessage(data)).toBeNull();
    }),
    fuzz,
  );
});

/** A message may come without a file, a media state without a screen, and an order to a camera without either. */
const isOptional = (type: PeerMessage['type'], name: string) =>
  name === 'file' || name === 'screen' || (type === 'camera' && name !== 'type');

test('a message with a field missing or of another type is dropped', () => {
  fc.assert(
    fc.property(peerMessage, fc.anything(), fc.nat(), (message, hostile, pick) => {
      const wire = JSON.parse(encodePeerMessage(message)) as Record<string, unknown>;
      const keys = Object.keys(wire).filter((name) => !isOptional(message.type, name));
      const key = keys[pick % keys.length] ?? 'type';
      const { [key]: _, ...rest } = wire;
      expect(decodePeerMessage(JSON.stringify(rest))).toBeNull();
      // Whatever takes the field's place: either it is a whole message all the same, or nothing comes of it.
      const decoded = decodePeerMessage(JSON.stringify({ ...rest, [key]: hostile }));
      const again = decoded && decodePeerMessage(encodePeerMessage(decoded));
      expect(again).toEqual(decoded);
    }),
    fuzz,
  );
});

test('a field that nobody knows is dropped, the rest is kept', () => {
  const hostile = '{"type":"askSelectedPic","__proto__":{"isAdmin":true},"more":1}';
  const decoded = decodePeerMessage(hostile);
  expect(decoded).toEqual({ type: 'askSelectedPic' });
  expect(decoded).not.toHaveProperty('isAdmin');
});

test('what is longer than the largest message is dropped unread', () => {
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

test('entries of any kind are entries as the contract wants them, or nothing comes of the whole message', () => {
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

test('a number beyond all numbers is dropped', () => {
  expect(decodePeerMessage(drawing([begin]).replace('[1,2]', '[1,1e999]'))).toBeNull();
});

test('as many entries as fit into a message are not even looked at', () => {
  const text = drawing(many(Math.floor(PEER_MESSAGE_MAX / 16), { op: 'undo' }));
  expect(text.length).toBeLessThan(PEER_MESSAGE_MAX);
  const since = performance.now();
  expect(decodePeerMessage(text)).toBeNull();
  expect(performance.now() - since).toBeLessThan(500);
});
