/** Any data of a peer must not break or block anything, or change what the peer may not change. */
import type { Contact } from '@earth/contracts';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { UNCONFIRMED_MAX } from '../messages/chat';
import { STORE_AFTER_MS } from '../drawing/archive';
import { encodePeerMessage } from '../transport/peer-messages';
import { chatOf, createCallWorld, type TestPage } from '../testing/call-world';
import { drawingEntry as wholeEntry, peerMessageOf } from '../../testing/peer-message';
import { CALL_ID, giulia, luca, marco, OTHER_CALL_ID } from '../testing/people';
import { settled } from '../testing/promises';

/** Fixed, so that failures are reproducible. */
const fuzz = { seed: 20261120, numRuns: 60 };

/** Known and unknown ids. */
const id = fc.oneof(
  fc.constantFrom(CALL_ID, OTHER_CALL_ID, luca.uniqueId, giulia.uniqueId, marco.uniqueId),
  fc.constantFrom('0190b000-0000-7000-8000-000000000001', '0190b000-0000-7000-8000-000000000002'),
  fc.uuid({ version: 7 }),
);
/** Usually the id of the victim's snapshot. */
const PIC_ID = '0190b000-0000-7000-8000-000000000002';
const picture = fc.oneof({ weight: 6, arbitrary: fc.constant(PIC_ID) }, id);
const oddly = <Value>(value: fc.Arbitrary<Value>) => fc.oneof({ weight: 6, arbitrary: value }, fc.jsonValue());
const record = (type: string, fields: Readonly<Record<string, fc.Arbitrary<unknown>>>) =>
  fc.record({ type: fc.constant(type), ...fields }, { requiredKeys: ['type'] });
const pic = fc.record({
  UniqueId: oddly(id),
  CallUniqueId: oddly(id),
  ImageFileName: oddly(fc.string()),
  ContactUniqueId: oddly(id),
  Date: fc.constant('2026-01-05T10:00:00.000Z'),
  CryptoSchema: fc.constantFrom(0, 1, 2),
  ClientId: fc.option(fc.string()),
});
const sealed = fc.oneof(
  fc.string(),
  fc.constantFrom(giulia, luca, marco).map(({ publicKey }) => JSON.stringify({ text: 'x', keys: [publicKey] })),
);

/** Mostly within the limits, so that many drawings are valid. */
const coordinate = fc.integer({ min: -1_100, max: 20_500 });
const point = fc.tuple(coordinate, coordinate);
const pressure = fc.integer({ min: -2, max: 102 });
const drawingEntry = fc.oneof(
  fc.record({
    op: fc.constant('begin'),
    tool: oddly(fc.constantFrom('pen', 'text')),
    at: oddly(point),
    width: fc.integer({ min: 0, max: 520 }),
    pressure,
  }),
  fc.record(
    {
      op: fc.constant('move'),
      points: oddly(fc.array(point, { minLength: 1, maxLength: 3 })),
      pressures: oddly(fc.array(pressure, { maxLength: 3 })),
    },
    { requiredKeys: ['op', 'points'] },
  ),
  fc.record({ op: fc.constant('edit'), back: oddly(fc.integer({ min: 0, max: 5 })) }),
  fc.record({ op: fc.constantFrom('write', 'end', 'undo', 'redo', 'clear'), text: oddly(fc.string()) }),
);

const sealedKind = fc.constantFrom('message', 'pic', 'file', 'drawing', 'notes');
/** A valid or almost valid message: fields missing, of other types, or about contents of others. */
const nearly = fc
  .oneof(
    record('participant', { contact: oddly(fc.record({ UniqueId: id, PublicKey: fc.string() })) }),
    record('msg', {
      clientId: oddly(fc.string()),
      message: oddly(sealed),
      cryptoSchema: fc.constantFrom(0, 1, 7),
      date: fc.constant('2026-01-05T10:00:00.000Z'),
      file: oddly(fc.record({ Name: fc.string(), Size: fc.integer() })),
    }),
    record('pic', { pics: oddly(fc.array(pic, { maxLength: 8 })) }),
    record('update_video_screen_state', {
      state: oddly(fc.constantFrom('GUIMODE_LIVECAMERA', 'GUIMODE_ANNOTATIONS', 'GUIMODE_OTHER')),
      picUniqueId: oddly(fc.option(id)),
    }),
    record('onPicSelected', { picUniqueId: oddly(fc.option(id)) }),
    record('askSelectedPic', {}),
    record('askKeys', {
      items: oddly(fc.array(fc.record({ Kind: oddly(sealedKind), UniqueId: id }))),
    }),
    record('drawing', {
      picUniqueId: oddly(picture),
      edition: oddly(fc.integer({ min: -1, max: 3 })),
      from: oddly(fc.constantFrom(0, 0, 0, 1, 2)),
      entries: oddly(fc.array(oddly(drawingEntry), { maxLength: 6 })),
    }),
    record('askDrawing', { picUniqueId: oddly(picture), edition: oddly(fc.integer()), from: oddly(fc.nat(3)) }),
    record('laser', { picUniqueId: oddly(picture), x: oddly(coordinate), y: oddly(coordinate) }),
    record('ar', { on: fc.boolean() }),
    record('endCall', { callUniqueId: id }),
  )
  .map((message) => JSON.stringify(message));
/** A valid message of any type, or one with a field missing or of another type. */
const spoilt = fc
  .tuple(peerMessageOf(id), fc.option(fc.nat()), fc.option(fc.jsonValue(), { nil: undefined }))
  .map(([message, pick, hostile]) => {
    const wire = JSON.parse(encodePeerMessage(message)) as Record<string, unknown>;
    const names = Object.keys(wire);
    const name = pick === null ? undefined : names[pick % names.length];
    return JSON.stringify(name === undefined ? wire : { ...wire, [name]: hostile });
  });
/** Valid messages of the types that a missing guard would let through. */
const whole = fc
  .oneof(
    fc.record({
      type: fc.constant('drawing'),
      picUniqueId: picture,
      edition: fc.integer({ min: 1, max: 3 }),
      from: fc.constantFrom(0, 0, 0, 1, 2),
      entries: fc
        .array(wholeEntry, { maxLength: 5 })
        .map((more) => [{ op: 'begin', tool: 'pen', at: [1, 1], width: 4 }, ...more]),
    }),
    fc.record({
      type: fc.constant('camera'),
      torch: fc.boolean(),
      zoom: fc.integer({ min: 1, max: 5 }),
      facing: fc.constantFrom('user', 'environment'),
    }),
  )
  .map((message) => JSON.stringify(message));
const anything = fc.oneof(
  { weight: 10, arbitrary: whole },
  { weight: 8, arbitrary: nearly },
  { weight: 8, arbitrary: spoilt },
  fc.string(),
  fc.json(),
  fc.constantFrom('{"type":"msg"', `"${'x'.repeat(300_000)}"`, '['.repeat(50_000), '{"__proto__":{"type":"askKeys"}}'),
  fc.uint8Array({ maxLength: 64 }).map((bytes) => bytes.buffer),
);
const barrage = fc.array(anything, { minLength: 1, maxLength: 30 });

/** The requests that a peer's messages may cause: reading, and giving the peer keys that it may have. */
const READING = ['listParticipants', 'listCallMessages', 'listCallPics', 'listPicDrawings', 'getCallFile'];
const HARMLESS = [...READING, 'listCallKeys', 'addCallKeys'];

/** A call with a stored message and a stored snapshot. The first page is the victim, the second the attacker. */
async function besiege(victim: Contact, hostile: Contact) {
  const world = createCallWorld();
  const page = world.page(victim);
  // A camera that can be switched.
  page.abilities = { torch: true, zoom: { min: 1, max: 5, step: 1, value: 1 } };
  const { caller, callee } = await world.talk(page, world.page(hostile));
  caller.session.sendMessage('Mine');
  caller.session.takeSnapshot(null);
  await settled();
  await settled();
  await world.pass(1_000);
  const picId = caller.view('inCall').snapshots[0]?.pic.uniqueId ?? '';
  expect(picId).toBe(PIC_ID);
  // A stroke by the victim, if they may draw.
  caller.session.drawing.begin(picId, { tool: 'pen', at: [10, 10], width: 4 });
  caller.session.drawing.end();
  await world.pass(STORE_AFTER_MS);
  world.server.asked.length = 0;
  // The mesh sends only text, but a hostile page may send anything.
  const say = (data: string | ArrayBuffer) => world.net.connections[1]?.channel?.sendAnything(data);
  return { ...world, victim: caller, hostile: callee, say, picId };
}

/** The others' strokes on the victim's snapshot, as the victim sees them. */
function strokesOfOthers({ session, view }: TestPage) {
  const { me } = view('inCall');
  return session.drawing.getDrawing(PIC_ID).strokes.filter(({ color }) => color !== me.color);
}

/** Everything that a peer must not change. */
function untouchable({ session, view, adjustments, contact: own }: TestPage, picId: string) {
  const { people, snapshots, messages, outgoing, call, subject, local, me, cameraHeldBy } = view('inCall');
  return {
    people: people.map(({ contact, state, color }) => ({ contact, state, color })),
    snapshot: snapshots.find(({ pic }) => pic.uniqueId === picId),
    mine: [...messages.filter(({ sender }) => sender.uniqueId === own.uniqueId), ...outgoing],
    call,
    subject,
    local,
    me,
    cameraHeldBy,
    adjustments: [...adjustments],
    strokes: session.drawing.getDrawing(picId).strokes.filter(({ color }) => color === me.color),
  };
}

/** @param mayAskForSnapshots whether the hostile one is a controller: each message may then cost one snapshot, and no more */
async function expectUnharmed(
  { victim, hostile, server, say, pass, picId }: Awaited<ReturnType<typeof besiege>>,
  messages: readonly (string | ArrayBuffer)[],
  mayAskForSnapshots: boolean,
) {
  const before = untouchable(victim, picId);
  const kept = () => structuredClone([server.messages, server.pics.slice(0, 1), server.targets, server.drawings]);
  const stored = kept();
  for (const message of messages) say(message);
  await settled();
  await pass(4_000);
  expect(untouchable(victim, picId)).toEqual(before);
  expect(kept()).toEqual(stored);
  const harmless = mayAskForSnapshots ? [...HARMLESS, 'addCallPic'] : HARMLESS;
  expect(server.asked.filter((asked) => !harmless.includes(asked.split(' ')[1] ?? ''))).toEqual([]);
  expect(server.asked.length).toBeLessThan(messages.length * 6 + 10);
  expect(server.pics.length).toBeLessThanOrEqual(mayAskForSnapshots ? 1 + messages.length : 1);
  const theirs = victim.view('inCall').messages.filter(({ sender }) => sender.uniqueId !== victim.contact.uniqueId);
  expect(theirs.length).toBeLessThanOrEqual(UNCONFIRMED_MAX);
  expect(theirs.every(({ sender }) => sender.uniqueId === hostile.contact.uniqueId)).toBe(true);
  // After any data the call goes on, and the next message arrives.
  hostile.session.sendMessage('Still here?');
  await settled();
  await pass(1_000);
  expect(chatOf(victim).some((line) => line.includes('Still here?'))).toBe(true);
}

test('any messages of a field user to a controller change nothing, not even the screen', async () => {
  await fc.assert(
    fc.asyncProperty(barrage, async (messages) => {
      const world = await besiege(giulia, luca);
      await expectUnharmed(world, messages, false);
      expect(world.victim.view('inCall')).toMatchObject({ mode: 'GUIMODE_LIVECAMERA', selectedPicId: null });
      // A participant who is no controller may not draw.
      expect(strokesOfOthers(world.victim)).toEqual([]);
    }),
    fuzz,
  );
}, 120_000);

test('any messages of a controller to a field user only select snapshots that exist', async () => {
  let drawn = 0;
  await fc.assert(
    fc.asyncProperty(barrage, async (messages) => {
      const world = await besiege(luca, giulia);
      await expectUnharmed(world, messages, true);
      const { mode, selectedPicId, snapshots } = world.victim.view('inCall');
      expect(mode === 'GUIMODE_ANNOTATIONS').toBe(selectedPicId !== null);
      expect([null, ...snapshots.map(({ pic: { uniqueId } }) => uniqueId)]).toContain(selectedPicId);
      if (strokesOfOthers(world.victim).length > 0) drawn += 1;
    }),
    fuzz,
  );
  // Proof that the fuzzed messages work if they are allowed.
  expect(drawn).toBeGreaterThan(fuzz.numRuns / 10);
}, 120_000);

test('thousands of messages at once do not cause thousands of requests', async () => {
  const world = await besiege(giulia, luca);
  const flood = fc.sample(nearly, { numRuns: 3_000, seed: fuzz.seed });
  for (const message of flood) world.say(message);
  await settled();
  await world.pass(4_000);
  expect(world.server.asked.length).toBeLessThan(50);
  expect(world.victim.view('inCall').people).toHaveLength(1);
});

test('the fuzzed channel works: a controller’s valid message changes the screen', async () => {
  const world = await besiege(luca, giulia);
  const picUniqueId = world.victim.view('inCall').snapshots[0]?.pic.uniqueId;
  world.say(JSON.stringify({ type: 'onPicSelected', picUniqueId }));
  await settled();
  expect(world.victim.view('inCall')).toMatchObject({ mode: 'GUIMODE_ANNOTATIONS', selectedPicId: picUniqueId });
});
