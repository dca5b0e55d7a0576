/**
 * The calls (part A7) under `/services/calls` and `/storage/calls`, over HTTP, by their field names on the wire. Refusals are in
 * `calls-tenancy.test.ts`.
 */
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { isPush } from '../testing/frames';
import { createOnline } from '../testing/online';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';
import { dataOf, refusalOf } from '../testing/wire';

interface Target {
  readonly Contact: { readonly UniqueId: string; readonly Name: string };
  readonly State: string;
}
interface Started {
  readonly Call: { readonly UniqueId: string; readonly Targets: readonly Target[] };
  readonly Participant: Readonly<Record<string, unknown>>;
}
interface Message {
  readonly UniqueId: string;
  readonly Message: string;
  readonly FileName: string | null;
  readonly FileUrl: string | null;
}
interface Pic {
  readonly UniqueId: string;
  readonly ImageFileName: string;
}

const jpeg = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 1, 2, 3, 4]).toString('base64');
const NO_CALL = '0190a000-0000-7000-8000-0000000000aa';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
let marco: SignedInClient;
const online = createOnline();

beforeAll(async () => {
  server = await startTestServer();
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  marco = await server.signIn('operator2');
});
afterAll(() => server.close());
afterEach(async () => {
  for (const person of [luca, giulia]) await person.call(contracts.deleteLockedCalls, {});
});

const callGiulia = (more: Readonly<Record<string, string>> = {}) => {
  const targetContacts = `${luca.contactId},${giulia.contactId}`;
  return { subject: 'The pump is leaking', targetContacts, cryptoschema: '0', ...more };
};
const start = (more: Readonly<Record<string, string>> = {}) =>
  dataOf<Started>(luca, 'POST /services/calls', callGiulia(more));
const statesIn = (targets: readonly Target[]) =>
  Object.fromEntries(targets.map(({ Contact, State }) => [Contact.UniqueId, State]));

/** A call that both have joined. */
async function talk(): Promise<string> {
  await online(giulia);
  const id = (await start()).Call.UniqueId;
  await dataOf(giulia, `POST /services/calls/${id}/participants`);
  return id;
}

/** The participation, in the response to the caller and to the person who accepts. */
const participation = (state: string) => ({
  Token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
  AnnotationsColor: expect.stringMatching(/^#[0-9a-f]{6}$/i),
  CallTargets: expect.arrayContaining([
    expect.objectContaining({ Contact: expect.objectContaining({ UniqueId: giulia.contactId }), State: state }),
  ]),
});

test('A7.21: POST /services/calls takes subject, targetContacts, productCode, cryptoschema and gives Call and Participant', async () => {
  const socket = await online(giulia);
  const { Call, Participant } = await start({ productCode: 'P-204' });

  expect(Call).toMatchObject({
    Subject: 'The pump is leaking',
    ProductCode: 'P-204',
    CryptoSchema: 0,
    CallerUniqueId: luca.contactId,
    IsIstantCall: true,
  });
  expect(statesIn(Call.Targets)).toEqual({ [luca.contactId]: 'joined', [giulia.contactId]: 'ringing' });
  expect(Participant).toMatchObject(participation('ringing'));
  const { messageContent } = await socket.next(isPush('IncomingCall'));
  expect(messageContent.call.uniqueId).toBe(Call.UniqueId);
});

test.each([
  ['no subject', { subject: '' }],
  ['targets that are no ids', { targetContacts: 'giulia' }],
  ['no such scheme', { cryptoschema: '3' }],
  ['no such product', { productCode: 'P-999' }],
])('A7.21: POST /services/calls: %s is a 400 and rings nobody', async (_, wrong) => {
  await online(giulia);
  expect(await refusalOf(luca, 'POST /services/calls', callGiulia(wrong))).toBe(400);
  expect(await dataOf(giulia, 'GET /services/calls?online')).toEqual([]);
});

test('A7.22: GET /services/calls gives the history to the people of the call', async () => {
  const id = await talk();
  await dataOf(luca, `DELETE /services/calls/${id}/participants`);
  for (const person of [luca, giulia]) {
    const history = await dataOf<{ items: unknown[] }>(person, 'GET /services/calls?page=1&pageSize=1');
    expect(history.items).toMatchObject([
      { Call: { UniqueId: id, Subject: 'The pump is leaking' }, State: 'closed', Reason: 'answered' },
    ]);
  }
  expect(await refusalOf(luca, 'GET /services/calls?page=0')).toBe(400);
});

test('A7.23: GET /services/calls?online gives open calls, and no closed ones', async () => {
  await online(giulia);
  const id = (await start()).Call.UniqueId;
  for (const person of [luca, giulia])
    expect(await dataOf(person, 'GET /services/calls?online')).toMatchObject([{ UniqueId: id, IsIstantCall: true }]);
  await dataOf(luca, `DELETE /services/calls/${id}/participants`);
  for (const person of [luca, giulia]) expect(await dataOf(person, 'GET /services/calls?online')).toEqual([]);
});

test('A7.24: DELETE /services/calls removes the locked calls of this device only', async () => {
  await online(giulia);
  const id = (await start()).Call.UniqueId;
  const elsewhere = await server.signIn('assisted');
  await dataOf(elsewhere, 'DELETE /services/calls');
  expect(await dataOf(luca, 'GET /services/calls?online')).toMatchObject([{ UniqueId: id }]);

  await dataOf(luca, 'DELETE /services/calls');
  expect(await dataOf(luca, 'GET /services/calls?online')).toEqual([]);
  expect(await dataOf(luca, `GET /services/calls/${id}`)).toMatchObject({ State: 'closed' });
  // Not locked any more: a person who left it open can call, and be called.
  expect((await start()).Participant).toMatchObject(participation('ringing'));
});

describe('/services/calls/{id}/participants', () => {
  test('A7.25: POST /services/calls/{id}/participants gives Token, AnnotationsColor, CallTargets', async () => {
    await online(giulia);
    const { Call, Participant } = await start();
    const hers = await dataOf(giulia, `POST /services/calls/${Call.UniqueId}/participants`);
    expect(hers).toMatchObject(participation('joined'));
    for (const own of ['Token', 'AnnotationsColor']) expect(hers[own]).not.toBe(Participant[own]);
  });

  test('A7.27: GET /services/calls/{id}/participants lists joined and ringing people', async () => {
    await online(giulia);
    const id = (await start()).Call.UniqueId;
    const people = () => dataOf<Target[]>(luca, `GET /services/calls/${id}/participants`);
    expect(statesIn(await people())).toEqual({ [luca.contactId]: 'joined', [giulia.contactId]: 'ringing' });
    await dataOf(giulia, `POST /services/calls/${id}/participants`);
    expect(statesIn(await people())).toEqual({ [luca.contactId]: 'joined', [giulia.contactId]: 'joined' });
  });

  test('A7.26, A7.51: DELETE /services/calls/{id}/participants leaves the call, and the other participant is notified of its end', async () => {
    const id = await talk();
    const socket = await online(giulia);
    await dataOf(luca, `DELETE /services/calls/${id}/participants`);
    const { messageContent } = await socket.next(isPush('EndedCall'));
    expect(messageContent.callUniqueId).toBe(id);
    const people = await dataOf<Target[]>(luca, `GET /services/calls/${id}/participants`);
    expect(statesIn(people)[luca.contactId]).toBe('left');
    expect(await refusalOf(giulia, `POST /services/calls/${id}/participants`)).toBe(410);
  });

  test('A8.5: accepting a call with nobody in it is refused with «Call already closed»', async () => {
    await online(giulia);
    const id = (await start()).Call.UniqueId;
    await dataOf(luca, `DELETE /services/calls/${id}/participants`);
    await expect(giulia.call(contracts.joinCall, { id })).rejects.toMatchObject({
      code: 410,
      message: 'Call already closed',
    });
  });
});

test('A7.28, A7.50: DELETE /services/calls/{id}/invitations notifies the caller and ends the ring', async () => {
  await online(giulia);
  const socket = await online(luca);
  const id = (await start()).Call.UniqueId;
  await dataOf(giulia, `DELETE /services/calls/${id}/invitations`);
  const { messageContent } = await socket.next(isPush('TargetRefused'));
  expect(messageContent).toEqual({ callUniqueId: id, contactUniqueId: giulia.contactId });
  const people = await dataOf<Target[]>(luca, `GET /services/calls/${id}/participants`);
  expect(statesIn(people)[giulia.contactId]).toBe('refused');
  expect(await refusalOf(giulia, `DELETE /services/calls/${NO_CALL}/invitations`)).toBe(404);
});

test('A7.52: targets that still ring get CallHandledByGroup when the call is full', async () => {
  await online(giulia);
  const socket = await online(marco);
  const targetContacts = `${giulia.contactId},${marco.contactId}`;
  const id = (await start({ targetContacts })).Call.UniqueId;
  await dataOf(giulia, `POST /services/calls/${id}/participants`);
  const { messageContent } = await socket.next(isPush('CallHandledByGroup'));
  expect(messageContent).toMatchObject({ callUniqueId: id, contactUniqueId: giulia.contactId });
  await expect(marco.call(contracts.joinCall, { id })).rejects.toMatchObject({
    code: 403,
    message: 'Reached the maximum number of participants',
  });
});

describe('/services/calls/{id}/messages', () => {
  const file = { base64file: btoa('%PDF-1.7 The plan'), fileName: 'plan.pdf' };

  test('A7.30: POST /services/calls/{id}/messages takes message, base64file, fileName, cryptoschema', async () => {
    const id = await talk();
    const path = `/services/calls/${id}/messages`;
    const fields = { message: 'Close valve 2', cryptoschema: '0', ...file };
    const sent = await dataOf<Message>(luca, `POST ${path}`, fields);
    expect(sent).toMatchObject({ Message: 'Close valve 2', CryptoSchema: 0, FileName: 'plan.pdf' });
    expect(await dataOf(giulia, `GET ${sent.FileUrl}`)).toEqual({
      FileName: 'plan.pdf',
      Base64: file.base64file,
      CryptoSchema: 0,
    });
    for (const wrong of [{ message: '' }, { cryptoschema: '3' }, { base64file: '?' }])
      expect(await refusalOf(luca, `POST ${path}`, { ...fields, ...wrong })).toBe(400);
    expect(await dataOf(luca, `GET ${path}`)).toHaveLength(1);
  });

  test('A7.29: GET /services/calls/{id}/messages lists all messages, oldest first', async () => {
    const id = await talk();
    const path = `/services/calls/${id}/messages`;
    await dataOf(luca, `POST ${path}`, { message: 'Which valve?', cryptoschema: '0' });
    await dataOf(giulia, `POST ${path}`, { message: 'Valve 2', cryptoschema: '0' });
    for (const person of [luca, giulia])
      expect(await dataOf(person, `GET ${path}`)).toMatchObject([
        { Message: 'Which valve?', Sender: { UniqueId: luca.contactId }, FileUrl: null },
        { Message: 'Valve 2', Sender: { UniqueId: giulia.contactId }, FileUrl: null },
      ]);
  });
});

describe('/services/calls/{id}/pics', () => {
  const addPic = (id: string) =>
    dataOf<Pic>(luca, `POST /services/calls/${id}/pics`, { picbase64: jpeg, cryptoschema: '0' });

  test('A7.32: POST /services/calls/{id}/pics takes picbase64, cryptoschema', async () => {
    const id = await talk();
    expect(await addPic(id)).toMatchObject({
      CallUniqueId: id,
      ContactUniqueId: luca.contactId,
      ImageFileName: expect.stringMatching(/\.jpg$/),
    });
    const pics = `POST /services/calls/${id}/pics`;
    expect(await refusalOf(luca, pics, { picbase64: jpeg })).toBe(400);
    expect(await refusalOf(luca, pics, { picbase64: '', cryptoschema: '0' })).toBe(400);
    expect(await refusalOf(luca, pics, { picbase64: btoa('no picture'), cryptoschema: '0' })).toBe(415);
  });

  test('A7.31: GET /services/calls/{id}/pics lists all snapshots, oldest first', async () => {
    const id = await talk();
    const pics = [await addPic(id), await addPic(id)];
    expect(await dataOf(giulia, `GET /services/calls/${id}/pics`)).toEqual(pics);
  });

  test('A7.33: DELETE /services/calls/{id}/pics/{picId} deletes the snapshot and its file', async () => {
    const id = await talk();
    const { UniqueId, ImageFileName } = await addPic(id);
    expect(await refusalOf(luca, `DELETE /services/calls/${id}/pics/no-id`)).toBe(400);
    expect(await refusalOf(luca, `DELETE /services/calls/${id}/pics/${NO_CALL}`)).toBe(404);
    await dataOf(luca, `DELETE /services/calls/${id}/pics/${UniqueId}`);
    expect(await dataOf(luca, `GET /services/calls/${id}/pics`)).toEqual([]);
    expect(await refusalOf(luca, `GET /storage/calls/${id}/${ImageFileName}`)).toBe(404);
  });

  test('A7.34: GET /storage/calls/{callId}/{imageFileName} gives Base64 and CryptoSchema', async () => {
    const id = await talk();
    const { ImageFileName } = await addPic(id);
    const path = `GET /storage/calls/${id}/${ImageFileName}`;
    expect(await dataOf(giulia, path)).toEqual({ FileName: ImageFileName, Base64: jpeg, CryptoSchema: 0 });
    expect(await refusalOf(giulia, `GET /storage/calls/${id}/..%2Fmaster.key`)).toBe(400);
  });
});
