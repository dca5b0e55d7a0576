/** Private notes about contacts: only their author gets and opens them, and the server reads none. */
import * as contracts from '@earth/contracts';
import { openText, type Recipient, sealText } from '@earth/crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contactOf } from '../../../../testing/contacts';
import { addDevice, addPerson } from '../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const SOME_ID = '0190a000-0000-7000-8000-0000000000aa';
const WORDS = 'Knows the press in hall 2\nCall after nine';

let server: TestServer;
let giulia: SignedInClient;
let luca: SignedInClient;
/** Of another company. */
let elena: SignedInClient;
let people: Record<'giulia' | 'luca', contracts.Contact>;
beforeAll(async () => {
  server = await startTestServer();
  giulia = await server.signIn('operator');
  luca = await server.signIn('assisted');
  elena = await server.signIn('tilesOperator');
  people = { giulia: await contactOf(luca, 'operator'), luca: await contactOf(giulia, 'assisted') };
});
afterAll(() => server.close());
beforeEach(() => server.context.pool.query('delete from contact_notes'));

/** As Giulia's device seals a note about Luca. */
const seal = async (text: string, recipients: readonly Recipient[] = [people.giulia]) =>
  await sealText(2, text, recipients, {
    sender: await giulia.reader(),
    place: contracts.contactNotePlace(giulia.contactId, luca.contactId),
  });
const read = (reader: SignedInClient, id = luca.contactId) => reader.call(contracts.getContactNote, { id });
const write = (author: SignedInClient, note: string, basedOn?: string) =>
  author.call(contracts.setContactNote, { id: luca.contactId, note, basedOn });
const query = (statement: string, ...values: string[]) => server.context.pool.query(statement, values);

test.each(['GET', 'PUT'])('%s of a note requires a session', async (method) => {
  const { status, json } = await server.visitor().raw(`/services/contacts/${SOME_ID}/note`, { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

test('a note is opened by its author, on each device; the server stores nothing that it could read', async () => {
  expect(await read(giulia)).toBeNull();
  const written = await write(giulia, await seal(WORDS));
  const there = await read(await addDevice(server, giulia.contactId));
  expect(there).toEqual(written);
  const origin = {
    sender: people.giulia,
    place: contracts.contactNotePlace(giulia.contactId, luca.contactId),
    date: there?.date,
  };
  expect(await openText(2, there?.note ?? '', await giulia.reader(), origin)).toBe(WORDS);
  const { rows } = await query('select * from contact_notes');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('press');
});

test('neither its subject nor a colleague gets it, and what they write is theirs', async () => {
  await write(giulia, await seal(WORDS));
  const colleague = await server.signIn('operator2');
  expect(await read(colleague)).toBeNull();
  expect(await read(luca, giulia.contactId)).toBeNull();
  await expect(read(luca)).rejects.toEqual(refusal('notFound'));
  // Sealed by Giulia for Giulia: it cannot be stored as another's.
  const stored = (await read(giulia))?.note ?? '';
  await expect(write(colleague, stored)).rejects.toEqual(refusal('recipientUnknown'));
  expect(await read(colleague)).toBeNull();
});

test('people whom the user does not see have no note: another company, guests, oneself, nobody', async () => {
  const note = await seal(WORDS);
  const guest = await addPerson(server);
  await query('update contacts set guest = true where id = $1', guest.contactId);
  for (const id of [elena.contactId, guest.contactId, giulia.contactId, SOME_ID]) {
    await expect(read(giulia, id)).rejects.toEqual(refusal('notFound'));
    await expect(giulia.call(contracts.setContactNote, { id, note })).rejects.toEqual(refusal('notFound'));
  }
  await expect(read(elena)).rejects.toEqual(refusal('notFound'));
  await expect(write(elena, note)).rejects.toEqual(refusal('notFound'));
});

test('somebody of another company in the address book may have one', async () => {
  await query(
    'insert into address_book (id, owner_id, contact_id) values (gen_random_uuid(), $1, $2)',
    giulia.contactId,
    elena.contactId,
  );
  const note = await seal(WORDS);
  await giulia.call(contracts.setContactNote, { id: elena.contactId, note });
  expect(await read(giulia, elena.contactId)).toMatchObject({ note });
  await query('delete from address_book where contact_id = $1', elena.contactId);
});

test('refuses what is not sealed for its author alone, what is too large, and what is no date', async () => {
  await expect(write(giulia, WORDS)).rejects.toEqual(refusal('envelopeInvalid'));
  await expect(write(giulia, await sealText(1, WORDS, [people.giulia]))).rejects.toEqual(refusal('envelopeInvalid'));
  const forBoth = await seal(WORDS, [people.giulia, people.luca]);
  await expect(write(giulia, forBoth)).rejects.toEqual(refusal('recipientUnknown'));
  const large = 'x'.repeat(contracts.SEALED_CONTACT_NOTE_MAX + 1);
  await expect(write(giulia, large)).rejects.toEqual(refusal('invalidInput'));
  await expect(write(giulia, await seal(WORDS), 'yesterday')).rejects.toEqual(refusal('invalidInput'));
  const { status } = await giulia.raw(`/services/contacts/${luca.contactId}/note`, { method: 'PUT' });
  expect(status).toBe(400);
  expect(await read(giulia)).toBeNull();
});

test('the longest text fits, whatever its letters', async () => {
  for (const letter of ['w', 'é', '漢', '😀']) {
    const text = letter.repeat(contracts.CONTACT_NOTE_MAX / letter.length);
    const before = await read(giulia);
    await expect(write(giulia, await seal(text), before?.date)).resolves.toBeTruthy();
  }
});

test('a note is replaced and deleted by the device that has read it; another one is refused', async () => {
  const first = await write(giulia, await seal('first'));
  const [one, other] = [await seal('of the desk'), await seal('of the phone')];
  const results = await Promise.allSettled([write(giulia, one, first?.date), write(giulia, other, first?.date)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const stored = await read(giulia);
  expect(results).toContainEqual({ status: 'fulfilled', value: stored });
  expect(results).toContainEqual({ status: 'rejected', reason: refusal('conflict') });
  for (const basedOn of [undefined, first?.date])
    for (const note of ['', await seal('late')])
      await expect(write(giulia, note, basedOn)).rejects.toEqual(refusal('conflict'));
  // The first answer was lost.
  expect(await write(giulia, stored?.note ?? '', first?.date)).toEqual(stored);

  expect(await write(giulia, '', stored?.date)).toBeNull();
  expect(await write(giulia, '', stored?.date)).toBeNull();
  expect(await read(giulia)).toBeNull();
  await expect(write(giulia, await seal('late'), stored?.date)).rejects.toEqual(refusal('conflict'));
});

test('an author’s notes are in the export of their data; a deleted person leaves none, of theirs or about them', async () => {
  const admin = await server.signIn('admin');
  const sara = await server.signIn('assisted2');
  const owner = await contactOf(giulia, 'assisted2');
  const place = contracts.contactNotePlace(sara.contactId, luca.contactId);
  const sealed = await sealText(2, WORDS, [owner], { sender: await sara.reader(), place });
  await write(sara, sealed);
  await giulia.call(contracts.setContactNote, { id: sara.contactId, note: await seal(WORDS) });
  await write(giulia, await seal(WORDS));
  const exported = await admin.call(contracts.exportPerson, { personId: sara.contactId });
  expect((JSON.parse(exported) as Record<string, unknown>)['contact_notes']).toEqual([
    expect.objectContaining({ contact_id: luca.contactId, note: sealed }),
  ]);
  await admin.call(contracts.deletePerson, { personId: sara.contactId });
  const { rows } = await query('select owner_id, contact_id from contact_notes');
  expect(rows).toEqual([{ owner_id: giulia.contactId, contact_id: luca.contactId }]);
  await expect(read(giulia, sara.contactId)).rejects.toEqual(refusal('notFound'));
});
