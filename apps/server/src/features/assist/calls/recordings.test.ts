import { randomBytes, randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { openFile, sealFile } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { leftAgo } from '../../../../testing/left-ago';
import { loseNextAnswer } from '../../../../testing/lost-answer';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { storedFiles } from '../../../../testing/stored-files';

const LIMIT = 64 * 1024;
const base64 = (bytes: Buffer | string) => Buffer.from(bytes).toString('base64');
const bytes = randomBytes(500);

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** A call of Luca, a field user, with Giulia, a controller. */
let id: string;

type Piece = contracts.CallInput<typeof contracts.addRecordingPiece>;
const add = (person: SignedInClient, piece: Partial<Piece> & Pick<Piece, 'recordingId'>) =>
  person.call(contracts.addRecordingPiece, {
    id,
    number: 0,
    pieceBase64: base64(bytes),
    cryptoSchema: 0,
    milliseconds: 2000,
    ...piece,
  });
const list = () => luca.call(contracts.listCallRecordings, { id });
const files = () => storedFiles(server, `calls/${id}`);

beforeAll(async () => {
  server = await startTestServer({ MAX_FILE_BYTES: String(LIMIT) });
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  const socket = await giulia.socket();
  const made = { subject: 's', targetContacts: [giulia.contactId], cryptoSchema: 0 as const };
  id = (await luca.call(contracts.createCall, made)).call.uniqueId;
  await giulia.call(contracts.joinCall, { id });
  await socket.close();
});
afterAll(() => server.close());

test('a recording grows piece by piece, and everybody in the call reads what was sealed', async () => {
  const recordingId = randomUUID();
  const people = (await giulia.call(contracts.listParticipants, { id })).map(({ contact }) => contact);
  const sealed = await sealFile(1, bytes, people);
  await add(giulia, { recordingId, pieceBase64: sealed, cryptoSchema: 1 });
  expect((await list()).at(-1)).toMatchObject({
    uniqueId: recordingId,
    milliseconds: 2000,
    pieces: [{ number: 0, milliseconds: 2000 }],
  });

  await add(giulia, { recordingId, number: 2, pieceBase64: sealed, cryptoSchema: 1, milliseconds: 6010 });
  expect((await list()).at(-1)).toEqual({
    uniqueId: recordingId,
    callUniqueId: id,
    contactUniqueId: giulia.contactId,
    date: expect.any(String),
    cryptoSchema: 1,
    milliseconds: 6010,
    pieces: [
      { number: 0, milliseconds: 2000 },
      { number: 2, milliseconds: 6010 },
    ],
  });
  const piece = await luca.call(contracts.getRecordingPiece, { id, recordingId, number: 2 });
  expect(piece).toMatchObject({ base64: sealed, cryptoSchema: 1 });
  expect(Buffer.from((await openFile(1, piece.base64, await luca.reader())) ?? [])).toEqual(bytes);
  await expect(luca.call(contracts.getRecordingPiece, { id, recordingId, number: 1 })).rejects.toEqual(
    refusal('notFound'),
  );
});

test('the same piece sent many times at once, or after a lost answer, is stored once, and stays', async () => {
  const recordingId = randomUUID();
  const before = await files();
  await Promise.all(Array.from({ length: 6 }, () => add(giulia, { recordingId })));
  await add(giulia, { recordingId, pieceBase64: base64('another') });
  expect(await files()).toHaveLength(before.length + 1);
  const piece = await luca.call(contracts.getRecordingPiece, { id, recordingId, number: 0 });
  expect(piece.base64).toBe(base64(bytes));

  loseNextAnswer(server.context);
  await expect(add(giulia, { recordingId, number: 1 })).rejects.toMatchObject({ code: 500 });
  await add(giulia, { recordingId, number: 1 });
  expect((await list()).at(-1)).toMatchObject({ pieces: [{ number: 0 }, { number: 1 }] });
  const second = await luca.call(contracts.getRecordingPiece, { id, recordingId, number: 1 });
  expect(second.base64).toBe(base64(bytes));
});

test('only a controller of the call records it, and nobody adds to the recording of another', async () => {
  const recordingId = randomUUID();
  await expect(add(luca, { recordingId })).rejects.toEqual(refusal('notAllowed'));
  const stranger = await addPerson(server, { role: 'OPERATOR' });
  const elena = await server.signIn('tilesOperator');
  for (const person of [stranger, elena])
    await expect(add(person, { recordingId })).rejects.toEqual(refusal('notFound'));
  await add(giulia, { recordingId });

  // Another call of another controller, who knows the id.
  const marco = await server.signIn('operator2');
  const socket = await marco.socket();
  const made = { subject: 's', targetContacts: [marco.contactId], cryptoSchema: 0 as const };
  const other = (await stranger.call(contracts.createCall, made)).call.uniqueId;
  await socket.close();
  await expect(add(stranger, { id: other, recordingId, number: 1 })).rejects.toEqual(refusal('notFound'));
  await expect(stranger.call(contracts.getRecordingPiece, { id: other, recordingId, number: 0 })).rejects.toEqual(
    refusal('notFound'),
  );
  await expect(stranger.call(contracts.deleteCallRecording, { id: other, recordingId })).rejects.toEqual(
    refusal('notFound'),
  );
  expect((await list()).at(-1)).toMatchObject({ uniqueId: recordingId, pieces: [{ number: 0 }] });
});

test('a deleted recording is gone with its files, and no later piece brings it back', async () => {
  const before = await files();
  const recordingId = randomUUID();
  await add(giulia, { recordingId });
  await add(giulia, { recordingId, number: 1 });
  await expect(luca.call(contracts.deleteCallRecording, { id, recordingId })).rejects.toEqual(refusal('notAllowed'));
  await giulia.call(contracts.deleteCallRecording, { id, recordingId });
  expect(await files()).toEqual(before);
  expect((await list()).map(({ uniqueId }) => uniqueId)).not.toContain(recordingId);
  await expect(add(giulia, { recordingId, number: 2 })).rejects.toEqual(refusal('recordingDeleted'));
  await expect(luca.call(contracts.getRecordingPiece, { id, recordingId, number: 0 })).rejects.toEqual(
    refusal('notFound'),
  );
  await expect(giulia.call(contracts.deleteCallRecording, { id, recordingId })).rejects.toEqual(refusal('notFound'));
  expect(await files()).toEqual(before);
});

test.each<readonly [string, Partial<Piece>, object]>([
  ['is empty', { pieceBase64: '' }, { code: 400, fields: { piecebase64: expect.any(String) } }],
  ['is not base64', { pieceBase64: '%%%' }, { code: 400, message: expect.stringContaining('piecebase64') }],
  ['is not sealed', { cryptoSchema: 1 }, { code: 400, error: 'envelopeInvalid' }],
  ['is too large', { pieceBase64: base64(Buffer.alloc(LIMIT + 1)) }, { code: 413, error: 'tooLarge' }],
  ['has a negative number', { number: -1 }, { code: 400 }],
  ['is one too many', { number: contracts.RECORDING_PIECES_MAX }, { code: 400 }],
  ['ends too late', { milliseconds: contracts.RECORDING_MS_MAX + 1 }, { code: 400 }],
  ['has no recording', { recordingId: '../x' }, { code: 400 }],
])('refuses a piece that %s, and leaves nothing', async (_, wrong, expected) => {
  const before = [await files(), await list()];
  await expect(add(giulia, { recordingId: randomUUID(), ...wrong })).rejects.toMatchObject(expected);
  expect([await files(), await list()]).toEqual(before);
});

test('the last pieces are stored after the end of the call, for a day', async () => {
  const recordingId = randomUUID();
  await giulia.call(contracts.leaveCall, { id });
  await add(giulia, { recordingId });
  await leftAgo(server, id, contracts.STORE_GRACE_MS + 1000);
  await expect(add(giulia, { recordingId, number: 1 })).rejects.toEqual(refusal('callClosed'));
  expect((await list()).at(-1)).toMatchObject({ uniqueId: recordingId, pieces: [{ number: 0 }] });
});
