import * as contracts from '@earth/contracts';
import { openText, sealText } from '@earth/crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;
/** A closed call of Luca's that Giulia answered and Marco missed, and an open one of Giulia's. */
let id: string;
let openId: string;

const plain = (...targets: SignedInClient[]) => ({
  subject: 's',
  targetContacts: targets.map(({ contactId }) => contactId),
  cryptoSchema: 0 as const,
});

beforeAll(async () => {
  server = await startTestServer();
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
  const sockets = [await giulia.socket(), await marco.socket()];
  const { call } = await luca.call(contracts.createCall, plain(giulia, marco));
  id = call.uniqueId;
  await giulia.call(contracts.joinCall, { id });
  await luca.call(contracts.leaveCall, { id });
  openId = (await giulia.call(contracts.createCall, plain(marco))).call.uniqueId;
  for (const socket of sockets) await socket.close();
});
afterAll(() => server.close());

const peopleOfCall = async () =>
  (await giulia.call(contracts.listParticipants, { id })).map((target) => target.contact);
const labelsSeenBy = async (person: SignedInClient) => (await person.call(contracts.getCall, { id })).labels;
const basis = async () => {
  const labels = await labelsSeenBy(giulia);
  return labels ? { basedOn: labels.date } : {};
};

test('a controller’s reference and tags are read by all people of the call, and by nobody with the database alone', async () => {
  expect(await labelsSeenBy(luca)).toBeUndefined();
  const labels = await sealText(1, '{"reference":"ORD-4711"}', await peopleOfCall());
  const written = await giulia.call(contracts.writeCallLabels, { id, labels, cryptoSchema: 1 });
  expect(written).toMatchObject({ labels, author: { uniqueId: giulia.contactId, name: 'Giulia Ferri' } });
  for (const person of [luca, giulia, marco]) {
    const seen = await labelsSeenBy(person);
    expect(seen).toEqual(written);
    expect(await openText(1, seen?.labels ?? '', await person.reader())).toBe('{"reference":"ORD-4711"}');
    const { items } = await person.call(contracts.listCalls, {});
    expect(items.find(({ call }) => call.uniqueId === id)?.labels).toEqual(written);
    expect(items.filter(({ labels }) => labels)).toHaveLength(1);
  }
  const { rows } = await server.context.pool.query('select * from call_labels');
  expect(rows).toHaveLength(1);
  expect(JSON.stringify(rows)).not.toContain('ORD-4711');
});

test('refuses labels over another version than the stored one; of two at once, one is refused', async () => {
  const read = await basis();
  const write = (person: SignedInClient, labels: string, over: { basedOn?: string }) =>
    person.call(contracts.writeCallLabels, { id, labels, cryptoSchema: 0, ...over });
  const outcomes = await Promise.allSettled([write(giulia, 'hers', read), write(marco, 'his', read)]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  const there = await labelsSeenBy(luca);
  for (const over of [read, {}, { basedOn: '2020-01-01T00:00:00.000Z' }])
    await expect(write(giulia, 'late', over)).rejects.toEqual(refusal('conflict'));
  expect(await labelsSeenBy(luca)).toEqual(there);
});

test('answers a retry of the same labels as the first time', async () => {
  const labels = { id, labels: 'again', cryptoSchema: 0 as const, ...(await basis()) };
  const first = await giulia.call(contracts.writeCallLabels, labels);
  expect(await giulia.call(contracts.writeCallLabels, labels)).toEqual(first);
  await expect(marco.call(contracts.writeCallLabels, labels)).rejects.toEqual(refusal('conflict'));
});

test('only controllers write labels, and only after the call', async () => {
  const labels = { labels: 'x', cryptoSchema: 0 as const };
  await expect(luca.call(contracts.writeCallLabels, { id, ...labels, ...(await basis()) })).rejects.toEqual(
    refusal('notAllowed'),
  );
  await expect(giulia.call(contracts.writeCallLabels, { id: openId, ...labels })).rejects.toEqual(
    refusal('notAllowed'),
  );
});

test.each([
  ['not sealed', { labels: 'plain', cryptoSchema: 1 as const }, 'envelopeInvalid'],
  ['empty', { labels: '', cryptoSchema: 0 as const }, 'invalidInput'],
  ['written over no date', { labels: 'x', cryptoSchema: 0 as const, basedOn: 'yesterday' }, 'invalidInput'],
  ['too long', { labels: 'x'.repeat(contracts.SEALED_LABELS_MAX + 1), cryptoSchema: 0 as const }, 'invalidInput'],
] as const)('refuses labels that are %s', async (_, wrong, expected) => {
  await expect(giulia.call(contracts.writeCallLabels, { id, ...wrong })).rejects.toEqual(refusal(expected));
});

test('labels are for people of the call, of the same or another company', async () => {
  const labels = { id, labels: 'x', cryptoSchema: 0 as const, ...(await basis()) };
  for (const person of [await server.signIn('admin'), await server.signIn('tilesOperator')])
    await expect(person.call(contracts.writeCallLabels, labels)).rejects.toEqual(refusal('notFound'));
  await expect(server.visitor().call(contracts.writeCallLabels, labels)).rejects.toEqual(refusal('notSignedIn'));
  const [somebody] = await peopleOfCall();
  const stranger = await addPerson(server);
  if (!somebody) throw new Error('The call has no targets');
  const sealed = await sealText(1, 'x', [{ ...somebody, uniqueId: stranger.contactId }]);
  await expect(giulia.call(contracts.writeCallLabels, { ...labels, labels: sealed, cryptoSchema: 1 })).rejects.toEqual(
    refusal('recipientUnknown'),
  );
});
