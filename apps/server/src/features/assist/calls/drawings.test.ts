import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { leftAgo } from '../../../../testing/left-ago';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]).toString('base64');

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** Rings, and does not answer. */
let marco: SignedInClient;
let id: string;
let picId: string;

/** Opens a call of Luca's that Giulia has accepted, with a snapshot; the others ring. */
async function openCall(of: TestServer, ...others: SignedInClient[]) {
  const caller = await of.signIn('assisted');
  const callee = await of.signIn('operator');
  await callee.socket();
  const { call } = await caller.call(contracts.createCall, {
    subject: 's',
    targetContacts: [callee, ...others].map(({ contactId }) => contactId),
    cryptoSchema: 0,
  });
  await callee.call(contracts.joinCall, { id: call.uniqueId });
  const pic = await caller.call(contracts.addCallPic, { id: call.uniqueId, picBase64: JPEG, cryptoSchema: 0 });
  return { caller, callee, id: call.uniqueId, picId: pic.uniqueId };
}

beforeAll(async () => {
  server = await startTestServer({ MAX_USERS_IN_CALL: '-1' });
  marco = await server.signIn('operator2');
  const socket = await marco.socket();
  ({ caller: luca, callee: giulia, id, picId } = await openCall(server, marco));
  await socket.close();
});
afterAll(() => server.close());

const log = (edition: number, entries: number, drawing = `${edition}:${entries}`) => ({
  id,
  picId,
  drawing,
  cryptoSchema: 0 as const,
  edition,
  entries,
});
const seenBy = (person: SignedInClient) => person.call(contracts.listPicDrawings, { id, picId });

test('a controller’s drawing is opened by its recipients, and by nobody with the database alone', async () => {
  const people = (await giulia.call(contracts.listParticipants, { id })).map((target) => target.contact);
  const drawing = await sealText(1, 'a circle round the seal', people);
  const sent = { id, picId, drawing, cryptoSchema: 1 as const, edition: 1, entries: 3 };
  expect(await giulia.call(contracts.saveDrawing, sent)).toBeNull();

  const [seen, ...more] = await seenBy(luca);
  expect(more).toEqual([]);
  expect(seen).toEqual({
    uniqueId: expect.any(String),
    picUniqueId: picId,
    contactUniqueId: giulia.contactId,
    drawing,
    cryptoSchema: 1,
    edition: 1,
    entries: 3,
  });
  expect(await openText(1, seen?.drawing ?? '', await luca.reader())).toBe('a circle round the seal');
  const { rows } = await server.context.pool.query<{ drawing: string }>('select drawing from call_drawings');
  expect(JSON.stringify(rows)).not.toContain('circle');
});

test('keeps the newer log, in whichever order they arrive', async () => {
  for (const [edition, entries] of [
    [5, 2],
    [5, 9],
    [5, 4],
    [4, 50],
  ] as const)
    await giulia.call(contracts.saveDrawing, log(edition, entries));
  expect(await seenBy(giulia)).toMatchObject([{ drawing: '5:9', edition: 5, entries: 9 }]);
  await giulia.call(contracts.saveDrawing, log(6, 1));
  expect(await seenBy(giulia)).toMatchObject([{ drawing: '6:1' }]);
});

test('field users store drawings only if the setting allows it', async () => {
  await expect(luca.call(contracts.saveDrawing, log(1, 1))).rejects.toMatchObject({ code: 403, error: 'notAllowed' });
  const open = await startTestServer({ FIELD_USERS_DRAW: 'true' });
  const { caller, callee, ...call } = await openCall(open);
  await caller.call(contracts.saveDrawing, { ...log(1, 1), ...call });
  await callee.call(contracts.saveDrawing, { ...log(1, 2), ...call });
  const authors = (await callee.call(contracts.listPicDrawings, call)).map((drawing) => drawing.contactUniqueId);
  expect(authors.toSorted()).toEqual([caller.contactId, callee.contactId].toSorted());
  await open.close();
});

test('a target who has not answered can neither read nor store', async () => {
  const refused = { code: 403, error: 'notAllowed' };
  await expect(seenBy(marco)).rejects.toMatchObject(refused);
  await expect(marco.call(contracts.saveDrawing, log(1, 1))).rejects.toMatchObject(refused);
});

test.each([
  ['is empty', { drawing: '' }, { code: 400, fields: { drawing: expect.any(String) } }],
  ['is too long', { drawing: 'x'.repeat(contracts.SEALED_DRAWING_MAX + 1) }, { code: 400 }],
  ['is not sealed', { cryptoSchema: 1 as const }, { code: 400, error: 'envelopeInvalid' }],
  ['has an edition that is no number', { edition: 1.5 }, { code: 400 }],
  ['has more entries than there may be', { entries: contracts.LOG_ENTRIES_MAX + 1 }, { code: 400 }],
  ['is of a snapshot that is not there', { picId: randomUUID() }, { code: 404 }],
])('refuses a drawing that %s', async (_, wrong, expected) => {
  const before = await seenBy(giulia);
  await expect(giulia.call(contracts.saveDrawing, { ...log(9, 9), ...wrong })).rejects.toMatchObject(expected);
  expect(await seenBy(giulia)).toEqual(before);
});

test('refuses a drawing sealed for a person outside the call', async () => {
  const [somebody] = (await giulia.call(contracts.listParticipants, { id })).map((target) => target.contact);
  if (!somebody) throw new Error('The call has no targets');
  const stranger = await addPerson(server);
  const drawing = await sealText(1, 'x', [{ ...somebody, uniqueId: stranger.contactId }]);
  await expect(giulia.call(contracts.saveDrawing, { ...log(9, 9, drawing), cryptoSchema: 1 })).rejects.toMatchObject({
    code: 400,
    error: 'recipientUnknown',
  });
});

test('a snapshot of another call is not found in this one', async () => {
  const [caller, target] = [await addPerson(server), await addPerson(server)];
  const { call } = await caller.call(contracts.createCall, {
    subject: 's',
    targetContacts: [target.contactId],
    cryptoSchema: 0,
  });
  const other = { ...log(1, 1), id: call.uniqueId };
  await expect(caller.call(contracts.listPicDrawings, other)).rejects.toMatchObject({ code: 404 });
  await expect(caller.call(contracts.saveDrawing, other)).rejects.toMatchObject({ code: 404 });
});

test('deletes a drawing with its snapshot', async () => {
  const pic = await luca.call(contracts.addCallPic, { id, picBase64: JPEG, cryptoSchema: 0 });
  const people = (await giulia.call(contracts.listParticipants, { id })).map((target) => target.contact);
  const sealed = { drawing: await sealText(1, 'x', people), cryptoSchema: 1 as const };
  const before = await giulia.call(contracts.listCallKeys, { id });
  await giulia.call(contracts.saveDrawing, { ...log(1, 1), ...sealed, picId: pic.uniqueId });
  expect(await giulia.call(contracts.listCallKeys, { id })).toHaveLength(before.length + 1);
  await giulia.call(contracts.deleteCallPic, { id, picId: pic.uniqueId });
  const { rows } = await server.context.pool.query('select 1 from call_drawings where pic_id = $1', [pic.uniqueId]);
  expect(rows).toEqual([]);
  expect(await giulia.call(contracts.listCallKeys, { id })).toEqual(before);
});

test('stores the last strokes shortly after the end of the call, and no later ones', async () => {
  await luca.call(contracts.leaveCall, { id });
  await giulia.call(contracts.leaveCall, { id });
  await giulia.call(contracts.saveDrawing, log(7, 1));
  expect(await seenBy(luca)).toMatchObject([{ drawing: '7:1' }]);

  await leftAgo(server, id, contracts.STORE_GRACE_MS + 1);
  await expect(giulia.call(contracts.saveDrawing, log(7, 2))).rejects.toMatchObject({ code: 410, error: 'callClosed' });
  expect(await seenBy(luca)).toMatchObject([{ drawing: '7:1' }]);
});
