import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../testing/crowd';
import { type SignedInClient, startTestServer, type TestServer } from '../../../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** A call of Luca's that Giulia took and Marco missed. It is over. */
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
const notesSeenBy = async (person: SignedInClient) => (await person.call(contracts.getCall, { id })).notes;

test('a controller’s notes are read by all people of the call, and by nobody in the database', async () => {
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

test('another controller of the call writes in their place, and empties them', async () => {
  await giulia.call(contracts.writeCallNotes, { id, notes: 'Order a seal', cryptoSchema: 0 });
  await marco.call(contracts.writeCallNotes, { id, notes: 'The seal is ordered', cryptoSchema: 0 });
  expect(await notesSeenBy(luca)).toMatchObject({ notes: 'The seal is ordered', author: { name: 'Marco Bassi' } });
  await giulia.call(contracts.writeCallNotes, { id, notes: '', cryptoSchema: 0 });
  expect(await notesSeenBy(luca)).toMatchObject({ notes: '' });
});

test('who is no controller writes none', async () => {
  const before = await notesSeenBy(luca);
  await expect(luca.call(contracts.writeCallNotes, { id, notes: 'x', cryptoSchema: 0 })).rejects.toMatchObject({
    code: 403,
    error: 'notAllowed',
  });
  expect(await notesSeenBy(luca)).toEqual(before);
});

test.each([
  ['not sealed', { notes: 'plain', cryptoSchema: 1 as const }, { code: 400, error: 'envelopeInvalid' }],
  ['under an unknown scheme', { notes: 'x', cryptoSchema: 2 as 1 }, { code: 400 }],
  ['too long', { notes: 'x'.repeat(contracts.SEALED_TEXT_MAX + 1), cryptoSchema: 0 as const }, { code: 400 }],
])('notes that are %s are refused', async (_, wrong, expected) => {
  await expect(giulia.call(contracts.writeCallNotes, { id, ...wrong })).rejects.toMatchObject(expected);
});

test('sealed for somebody outside the call: refused', async () => {
  const [somebody] = await peopleOfCall();
  if (!somebody) throw new Error('The call has no people');
  const stranger = await addPerson(server);
  const notes = await sealText(1, 'x', [{ ...somebody, uniqueId: stranger.contactId }]);
  await expect(giulia.call(contracts.writeCallNotes, { id, notes, cryptoSchema: 1 })).rejects.toMatchObject({
    code: 400,
    error: 'recipientUnknown',
  });
});
