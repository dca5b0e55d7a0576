import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** A closed call of Luca's that Giulia answered and Marco missed. */
let id: string;
let marco: SignedInClient;

beforeAll(async () => {
  server = await startTestServer();
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
  const sockets = [await giulia.socket(), await marco.socket()];
  const { call } = await luca.call(contracts.createCall, {
    subject: 's',
    targetContacts: [giulia.contactId, marco.contactId],
    cryptoSchema: 0,
  });
  id = call.uniqueId;
  await giulia.call(contracts.joinCall, { id });
  await luca.call(contracts.leaveCall, { id });
  for (const socket of sockets) await socket.close();
});
afterAll(() => server.close());

const peopleOfCall = async () =>
  (await giulia.call(contracts.listParticipants, { id })).map((target) => target.contact);
/** The version of the notes that the author has read before writing. */
const basis = async () => {
  const notes = await notesSeenBy(giulia);
  return notes ? { basedOn: notes.date } : {};
};
const notesSeenBy = async (person: SignedInClient) => (await person.call(contracts.getCall, { id })).notes;

test('a controller’s notes are read by all people of the call, and by nobody with the database alone', async () => {
  expect(await notesSeenBy(luca)).toBeNull();
  const notes = await sealText(1, 'Order a new seal', await peopleOfCall());
  const written = await giulia.call(contracts.writeCallNotes, { id, notes, cryptoSchema: 1 });

  expect(written).toMatchObject({ notes, author: { uniqueId: giulia.contactId, name: 'Giulia Ferri' } });
  for (const person of [luca, giulia, marco]) {
    const seen = await notesSeenBy(person);
    expect(seen).toEqual(written);
    expect(await openText(1, seen?.notes ?? '', await person.reader())).toBe('Order a new seal');
  }
  const { rows } = await server.context.pool.query('select * from call_notes where call_id = $1', [id]);
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('Order a new seal');
});

test('another controller of the call replaces and empties them', async () => {
  const write = async (person: SignedInClient, notes: string) =>
    person.call(contracts.writeCallNotes, { id, notes, cryptoSchema: 0, ...(await basis()) });
  await write(giulia, 'Order a seal');
  await write(marco, 'The seal is ordered');
  expect(await notesSeenBy(luca)).toMatchObject({ notes: 'The seal is ordered', author: { name: 'Marco Bassi' } });
  await write(giulia, '');
  expect(await notesSeenBy(luca)).toMatchObject({ notes: '' });
});

test('refuses notes that were written over another version than the stored one', async () => {
  const read = await basis();
  const theirs = { id, notes: 'The seal is ordered', cryptoSchema: 0 as const };
  const there = await marco.call(contracts.writeCallNotes, { ...theirs, ...read });
  const mine = { id, notes: 'Order a seal', cryptoSchema: 0 as const };
  for (const over of [read, {}, { basedOn: '2020-01-01T00:00:00.000Z' }])
    await expect(giulia.call(contracts.writeCallNotes, { ...mine, ...over })).rejects.toMatchObject({
      code: 409,
      error: 'notesChanged',
    });
  expect(await notesSeenBy(luca)).toEqual(there);
});

test('of two concurrent changes of the same version, one is refused', async () => {
  const read = await basis();
  const outcomes = await Promise.allSettled(
    [giulia, marco].map((person) =>
      person.call(contracts.writeCallNotes, { id, notes: `by ${person.contactId}`, cryptoSchema: 0, ...read }),
    ),
  );
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
});

test('answers a retry of the same notes as the first time', async () => {
  const notes = { id, notes: 'Order two seals', cryptoSchema: 0 as const, ...(await basis()) };
  const first = await giulia.call(contracts.writeCallNotes, notes);
  expect(await giulia.call(contracts.writeCallNotes, notes)).toEqual(first);
  await expect(marco.call(contracts.writeCallNotes, notes)).rejects.toMatchObject({ error: 'notesChanged' });
});

test('refuses notes by anybody but a controller', async () => {
  const before = await notesSeenBy(luca);
  await expect(luca.call(contracts.writeCallNotes, { id, notes: 'x', cryptoSchema: 0 })).rejects.toMatchObject({
    code: 403,
    error: 'notAllowed',
  });
  expect(await notesSeenBy(luca)).toEqual(before);
});

test.each([
  ['not sealed', { notes: 'plain', cryptoSchema: 1 as const }, { code: 400, error: 'envelopeInvalid' }],
  ['under an unknown scheme', { notes: 'x', cryptoSchema: 3 as 1 }, { code: 400 }],
  ['written over no date', { notes: 'x', cryptoSchema: 0 as const, basedOn: 'yesterday' }, { code: 400 }],
  ['too long', { notes: 'x'.repeat(contracts.SEALED_TEXT_MAX + 1), cryptoSchema: 0 as const }, { code: 400 }],
])('refuses notes that are %s', async (_, wrong, expected) => {
  await expect(giulia.call(contracts.writeCallNotes, { id, ...wrong })).rejects.toMatchObject(expected);
});

test('notes are for people of the call: for others, of the same or another company, they do not exist', async () => {
  const stranger = await server.signIn('admin');
  const elena = await server.signIn('tilesOperator');
  const notes = { id, notes: 'x', cryptoSchema: 0 as const, ...(await basis()) };
  for (const person of [stranger, elena])
    await expect(person.call(contracts.writeCallNotes, notes)).rejects.toMatchObject({ code: 404, error: 'notFound' });
  await expect(server.visitor().call(contracts.writeCallNotes, notes)).rejects.toMatchObject({ code: 401 });
});

test('refuses notes sealed for a person outside the call', async () => {
  const [somebody] = await peopleOfCall();
  if (!somebody) throw new Error('The call has no targets');
  const stranger = await addPerson(server);
  const notes = await sealText(1, 'x', [{ ...somebody, uniqueId: stranger.contactId }]);
  await expect(giulia.call(contracts.writeCallNotes, { id, notes, cryptoSchema: 1 })).rejects.toMatchObject({
    code: 400,
    error: 'recipientUnknown',
  });
});
