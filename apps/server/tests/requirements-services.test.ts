/**
 * The calls (part A7) for contacts, companies, the address book and notifications, over HTTP, by their field names on the wire, and
 * with them the entities (part A3).
 */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { mp3 } from '../testing/media';
import { people } from '../testing/people';
import { TestBrowser } from '../testing/push-service';
import { startPushWorld } from '../testing/push-world';
import { type SignedInClient, startTestServer, type TestServer } from '../testing/start-test-server';
import { dataOf, refusalOf } from '../testing/wire';

interface Profile {
  readonly UniqueId: string;
  readonly Company: { readonly Id: string };
}
interface Entry {
  readonly UniqueId: string;
  readonly Contact: { readonly UniqueId: string; readonly Name: string; readonly PublicKey: string };
}
interface Invitation {
  readonly UniqueId: string;
}

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** Of another company. */
let elena: SignedInClient;

beforeAll(async () => {
  server = await startTestServer();
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  elena = await server.signIn('tilesOperator');
});
afterAll(() => server.close());

const NOBODY = '0190a000-0000-7000-8000-0000000000aa';
const aKey = expect.stringMatching(/^\{"version":1,"keys":\[\{.*\}\]\}$/);

test.each([
  'PUT /services/contacts',
  'GET /services/contacts?ping',
  'DELETE /services/contacts',
  'POST /services/contacts?checkemail',
  'GET /services/companies',
  'GET /services/addressbook',
  'POST /services/addressbook',
  `DELETE /services/addressbook/${NOBODY}`,
  'GET /services/addressbook-invitations',
  'POST /services/addressbook-invitations',
  `PUT /services/addressbook-invitations/${NOBODY}`,
  `DELETE /services/addressbook-invitations/${NOBODY}`,
  'POST /services/notifications',
  'DELETE /services/notifications',
])('A7.3: %s is refused without a session', async (call) => {
  expect(await refusalOf(server.visitor(), call)).toBe(401);
});

test('A3.1, A3.3: the profile has UniqueId, PublicKey, Availability, Role with Code, Name, Company', async () => {
  expect(await dataOf(giulia, 'GET /services/contacts?profile')).toMatchObject({
    UniqueId: giulia.contactId,
    PublicKey: aKey,
    Availability: 2,
    Role: { Code: 'OPERATOR' },
    Name: 'Giulia Ferri',
    Company: { Code: 'DEMO', Name: 'Demo Water Works' },
  });
  expect(await dataOf(luca, 'GET /services/contacts?profile')).toMatchObject({ Role: { Code: 'ASSISTED' } });
});

test('A3.4: a company may have UnavailableAudioUrl, which its people hear', async () => {
  const companyOf = async (person: SignedInClient) =>
    (await dataOf<Profile>(person, 'GET /services/contacts?profile')).Company;
  expect(await companyOf(luca)).toMatchObject({ UnavailableAudioUrl: null });
  const admin = await server.signIn('admin');
  const audioBase64 = mp3().toString('base64');
  const { Id } = await companyOf(admin);
  await dataOf(admin, `PUT /services/companies/${Id}/unavailable-audio`, { audioBase64 });
  const { UnavailableAudioUrl } = (await companyOf(luca)) as { UnavailableAudioUrl?: string };
  const played = await fetch(new URL(UnavailableAudioUrl ?? '', server.url));
  expect(Buffer.from(await played.arrayBuffer()).toString('base64')).toBe(audioBase64);
  expect(await companyOf(elena)).toMatchObject({ UnavailableAudioUrl: null });
  await dataOf(admin, `DELETE /services/companies/${Id}/unavailable-audio`);
});

describe('contacts and session', () => {
  const checked = (email: string) => dataOf<unknown>(luca, 'POST /services/contacts?checkemail', { email });

  test('A7.7: PUT /services/contacts sets the availability and answers with the profile', async () => {
    for (const availability of [1, 2]) {
      const answer = await dataOf(giulia, 'PUT /services/contacts', { availability: String(availability) });
      expect(answer).toMatchObject({ UniqueId: giulia.contactId, Availability: availability });
      expect(await dataOf(giulia, 'GET /services/contacts?profile')).toEqual(answer);
    }
    for (const availability of ['0', '3', 'online'])
      expect(await refusalOf(giulia, 'PUT /services/contacts', { availability })).toBe(400);
  });

  test('A7.8: GET /services/contacts?ping keeps its sender online', async () => {
    const marco = await server.signIn('operator2');
    const seen = () => checked(people.operator2.email);
    await server.context.pool.query('update contacts set last_seen_at = null where id = $1', [marco.contactId]);
    expect(await seen()).toMatchObject({ Availability: 1 });
    await dataOf(marco, 'GET /services/contacts?ping');
    expect(await seen()).toMatchObject({ Availability: 2 });
  });

  test('A7.9: DELETE /services/contacts signs this device out', async () => {
    const [desk, phone] = [await server.signIn('operator'), await server.signIn('operator')];
    await dataOf(desk, 'DELETE /services/contacts');
    expect(await refusalOf(desk, 'GET /services/contacts?profile')).toBe(401);
    await dataOf(phone, 'GET /services/contacts?profile');
  });

  test('A7.10: POST /services/contacts?checkemail finds a contact with UniqueId and PublicKey', async () => {
    expect(await checked(people.operator.email)).toMatchObject({ UniqueId: giulia.contactId, PublicKey: aKey });
    for (const email of ['nobody@demo.example', people.tilesOperator.email]) expect(await checked(email)).toBeNull();
    expect(await refusalOf(luca, 'POST /services/contacts?checkemail', { email: 'giulia' })).toBe(400);
  });

  test('A7.11, A7.12, A7.13: GET /services/companies, products and app-company', async () => {
    expect(await dataOf(elena, 'GET /services/companies')).toMatchObject([
      { Code: 'TILES', Admin: { Name: 'Elena Riva' } },
    ]);
    expect(await dataOf(elena, 'GET /services/products')).toMatchObject([{ Name: 'Tile press 1' }, { Name: 'Kiln 1' }]);
    expect(await dataOf(server.visitor(), 'GET /services/app-company')).toMatchObject({ Code: 'earth', Name: 'Earth' });
  });
});

describe('the address book', () => {
  const book = (person: SignedInClient) => dataOf<Entry[]>(person, 'GET /services/addressbook');
  const idsIn = (entries: readonly Entry[]) => entries.map(({ Contact }) => Contact.UniqueId);

  test('A7.14: GET /services/addressbook lists contacts with UniqueId, Name and PublicKey', async () => {
    const entries = await book(luca);
    const giuliaEntry = { Contact: { UniqueId: giulia.contactId, Name: 'Giulia Ferri', PublicKey: aKey } };
    expect(entries.find(({ Contact }) => Contact.UniqueId === giulia.contactId)).toMatchObject(giuliaEntry);
    expect(idsIn(entries)).not.toContain(elena.contactId);
  });

  test('A7.15, A7.16: POST /services/addressbook adds contactUniqueId, and DELETE removes it', async () => {
    const entry = (await book(luca)).find(({ Contact }) => Contact.UniqueId === giulia.contactId);
    const before = idsIn(await book(giulia));
    expect(await refusalOf(elena, `DELETE /services/addressbook/${entry?.UniqueId}`)).toBe(404);
    expect(await refusalOf(luca, 'DELETE /services/addressbook/no-id')).toBe(400);
    await dataOf(luca, `DELETE /services/addressbook/${entry?.UniqueId}`);
    expect(idsIn(await book(luca))).not.toContain(giulia.contactId);

    const add = { contactUniqueId: giulia.contactId };
    expect(await refusalOf(luca, 'POST /services/addressbook', { contactUniqueId: 'giulia' })).toBe(400);
    expect(await refusalOf(elena, 'POST /services/addressbook', add)).toBe(404);
    expect(await dataOf(luca, 'POST /services/addressbook', add)).toMatchObject({ Contact: { Name: 'Giulia Ferri' } });
    expect(idsIn(await book(luca))).toContain(giulia.contactId);
    expect(idsIn(await book(giulia))).toEqual(before);
  });

  test('A7.17, A7.18, A7.19, A7.20: /services/addressbook-invitations creates, changes and revokes invitations', async () => {
    const invitations = '/services/addressbook-invitations';
    const ada = { email: 'ada@new.example', name: 'Ada Verdi', roleUniqueId: contracts.ROLE_IDS.ASSISTED };
    const sent = { Email: ada.email, Name: ada.name, RoleUniqueId: ada.roleUniqueId };
    const { UniqueId } = await dataOf<Invitation>(giulia, `POST ${invitations}`, ada);
    expect(await dataOf(giulia, `GET ${invitations}`)).toMatchObject([{ UniqueId, ...sent }]);
    expect(await dataOf(elena, `GET ${invitations}`)).toEqual([]);
    expect(await refusalOf(luca, `GET ${invitations}`)).toBe(403);
    for (const wrong of [{ email: 'ada' }, { name: '' }, { roleUniqueId: NOBODY }])
      expect(await refusalOf(giulia, `POST ${invitations}`, { ...ada, ...wrong })).toBe(400);

    const one = `${invitations}/${UniqueId}`;
    for (const method of ['PUT', 'DELETE']) expect(await refusalOf(elena, `${method} ${one}`)).toBe(404);
    await dataOf(giulia, `PUT ${one}`, { name: 'Ada Bruni' });
    expect(await dataOf(giulia, `GET ${invitations}`)).toMatchObject([{ UniqueId, ...sent, Name: 'Ada Bruni' }]);
    await dataOf(giulia, `DELETE ${one}`);
    expect(await dataOf(giulia, `GET ${invitations}`)).toEqual([]);
  });
});

test('A7.45, A7.46: POST and DELETE /services/notifications take token, deviceId, optional type', async () => {
  const world = await startPushWorld();
  const person = await world.server.signIn('operator');
  const { deviceId } = person;
  const browser = new TestBrowser(world.service);
  const devices = async () => {
    const { rows } = await world.server.context.pool.query<{ kind: string; device_id: string }>(
      'select kind, device_id from push_tokens join sessions on sessions.id = session_id where address = $1',
      [browser.endpoint],
    );
    return rows;
  };
  const given = { token: browser.subscription, deviceId };
  for (const method of ['POST', 'DELETE']) {
    const call = `${method} /services/notifications`;
    const foreign = { ...given, deviceId: randomUUID() };
    expect(await refusalOf(person, call, foreign)).toBe(404);
    for (const wrong of [{ token: '' }, { deviceId: '' }, { type: 'telegram' }])
      expect(await refusalOf(person, call, { ...given, ...wrong })).toBe(400);
  }
  await dataOf(person, 'POST /services/notifications', given);
  expect(await devices()).toEqual([{ kind: 'web', device_id: deviceId }]);
  await dataOf(person, 'DELETE /services/notifications', given);
  expect(await devices()).toEqual([]);
  await world.close();
});
