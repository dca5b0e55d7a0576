import * as contracts from '@earth/contracts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const SIXTY_SECONDS = 60_000;

let server: TestServer;
let operator: SignedInClient;
let assisted: SignedInClient;
beforeAll(async () => {
  server = await startTestServer();
  operator = await server.signIn('operator');
  assisted = await server.signIn('assisted');
});
afterAll(() => server.close());

/** How `assisted` sees `operator` in the address book. */
async function seen(): Promise<contracts.Contact | undefined> {
  const entries = await assisted.call(contracts.listAddressBook, {});
  return entries.find(({ contact }) => contact.uniqueId === operator.contactId)?.contact;
}

test.each([
  ['GET', '/services/contacts?profile'],
  ['GET', '/services/contacts?ping'],
  ['PUT', '/services/contacts'],
  ['GET', '/services/contacts?helpers'],
  ['POST', '/services/contacts?checkemail'],
  ['DELETE', '/services/contacts'],
  ['GET', '/services/companies'],
  ['GET', '/services/addressbook'],
])('%s %s requires a session', async (method, path) => {
  const { status, json } = await server.visitor().raw(path, { method });
  expect(status).toBe(401);
  expect(json).toMatchObject({ result: { success: false, code: 401 }, data: { error: 'notSignedIn' } });
});

describe('the profile', () => {
  test('A3.1: the profile has the names on the wire', async () => {
    const { json } = await operator.raw('/services/contacts?profile');
    expect(json).toMatchObject({
      result: { success: true, code: 200, message: 'OK' },
      data: {
        UniqueId: operator.contactId,
        Availability: 2,
        Name: 'Giulia Ferri',
        Email: 'operator@demo.example',
        Role: { UniqueId: contracts.ROLE_IDS.OPERATOR, Code: 'OPERATOR', Name: 'Operator', AllowedToCall: true },
        Company: { Code: 'DEMO', Name: 'Demo Water Works', Admin: { Name: 'Paolo Neri' } },
        PaidService: false,
        ExpirationDate: null,
      },
    });
  });

  test('A7.7: PUT /services/contacts stores the availability, also across sign-ins', async () => {
    const chosen = await operator.call(contracts.setAvailability, { availability: 1 });
    expect(chosen.availability).toBe(1);
    const elsewhere = await server.signIn('operator');
    await expect(elsewhere.call(contracts.getProfile, {})).resolves.toMatchObject({ availability: 1 });
    await elsewhere.call(contracts.signOut, {});
    await operator.call(contracts.setAvailability, { availability: 2 });
  });

  test('refuses any other availability', async () => {
    for (const value of ['3', '', 'online']) {
      const body = new URLSearchParams({ availability: value });
      const { status, json } = await operator.raw('/services/contacts', { method: 'PUT', body });
      expect(status).toBe(400);
      expect(json).toMatchObject({ data: { error: 'invalidInput', fields: { availability: expect.any(String) } } });
    }
  });
});

describe('contacts, as others see them', () => {
  test('A7.8: GET /services/contacts?ping keeps the user online for 90 seconds', async () => {
    await operator.call(contracts.ping, {});
    expect(await seen()).toMatchObject({ availability: 2, inCall: false });
    server.clock.advance(SIXTY_SECONDS);
    expect(await seen()).toMatchObject({ availability: 2 });
    server.clock.advance(SIXTY_SECONDS);
    expect(await seen()).toMatchObject({ availability: 1 });
  });

  test('choosing to be available is a sign of life as well', async () => {
    server.clock.advance(SIXTY_SECONDS);
    server.clock.advance(SIXTY_SECONDS);
    expect(await seen()).toMatchObject({ availability: 1 });
    await operator.call(contracts.setAvailability, { availability: 2 });
    expect(await seen()).toMatchObject({ availability: 2 });
    server.clock.advance(SIXTY_SECONDS);
    expect(await seen()).toMatchObject({ availability: 2 });
    server.clock.advance(SIXTY_SECONDS);
    expect(await seen()).toMatchObject({ availability: 1 });
  });

  test('are offline at once if they chose it, or signed out everywhere', async () => {
    await operator.call(contracts.ping, {});
    await operator.call(contracts.setAvailability, { availability: 1 });
    expect(await seen()).toMatchObject({ availability: 1 });
    await operator.call(contracts.setAvailability, { availability: 2 });
    expect(await seen()).toMatchObject({ availability: 2 });
    await operator.call(contracts.signOut, {});
    expect(await seen()).toMatchObject({ availability: 1 });
    operator = await server.signIn('operator');
  });

  test('come and go, for contacts who have them in the address book', async () => {
    server.clock.advance(2 * SIXTY_SECONDS);
    const notified: string[] = [];
    const unsubscribe = server.context.bus.subscribe('push', ({ contactIds, event }) => {
      if (event.messageType === 'ContactAvailability' && event.messageContent.contactUniqueId === operator.contactId)
        for (const id of contactIds) notified.push(`${id} ${event.messageContent.availability}`);
    });
    const { contactId } = assisted;
    const notifiedAssisted = () => notified.filter((line) => line.startsWith(contactId));
    await operator.call(contracts.ping, {});
    // The sign-out before may be announced late, and first.
    await expect.poll(() => notifiedAssisted().at(-1)).toBe(`${contactId} 2`);
    notified.length = 0;
    await operator.call(contracts.ping, {});
    await operator.call(contracts.setAvailability, { availability: 1 });
    await expect.poll(notifiedAssisted).toEqual([`${contactId} 1`]);
    await expect.poll(() => notified).toHaveLength(5);
    unsubscribe();
    await operator.call(contracts.setAvailability, { availability: 2 });
  });
});

describe('the look-up by e-mail', () => {
  test('A7.10: POST /services/contacts?checkemail finds colleagues only', async () => {
    const colleague = await operator.call(contracts.findContact, { email: 'Assisted@demo.example' });
    expect(colleague).toMatchObject({ uniqueId: assisted.contactId, name: 'Luca Moretti', role: { code: 'ASSISTED' } });
    await expect(operator.call(contracts.findContact, { email: 'operator@tiles.example' })).resolves.toBeNull();
    await expect(operator.call(contracts.findContact, { email: 'nobody@demo.example' })).resolves.toBeNull();
  });

  test('requires an e-mail address', async () => {
    const { status, json } = await operator.raw('/services/contacts?checkemail', {
      method: 'POST',
      body: new FormData(),
    });
    expect(status).toBe(400);
    expect(json).toMatchObject({ data: { fields: { email: 'Please fill out this field' } } });
  });
});

describe('the candidates of «Call for help»', () => {
  const namesFor = async (person: SignedInClient) =>
    (await person.call(contracts.listHelpers, {})).map(({ name }) => name);

  test('are the controllers of the company: free ones first, without the user', async () => {
    await operator.call(contracts.ping, {});
    expect(await namesFor(assisted)).toEqual(['Giulia Ferri', 'Anna Villa', 'Marco Bassi', 'Paolo Neri']);
    expect(await namesFor(operator)).toEqual(['Anna Villa', 'Marco Bassi', 'Paolo Neri']);
  });

  test('need not be in the address book', async () => {
    const stranger = await addPerson(server);
    const ids = (await assisted.call(contracts.listHelpers, {})).map(({ uniqueId }) => uniqueId);
    expect(ids).toContain(stranger.contactId);
    await stranger.call(contracts.signOut, {});
  });

  test('are nobody of another company', async () => {
    const elena = await server.signIn('tilesOperator');
    expect(await namesFor(elena)).not.toContain('Giulia Ferri');
    expect(await namesFor(assisted)).not.toContain('Elena Riva');
  });
});

describe('the address book', () => {
  test('A3.12: entries of the address book have names and public keys, nothing secret', async () => {
    const entries = await operator.call(contracts.listAddressBook, {});
    expect(entries.map(({ contact }) => contact.name)).toEqual([
      'Anna Villa',
      'Luca Moretti',
      'Marco Bassi',
      'Paolo Neri',
      'Sara Conti',
    ]);
    expect(new Set(entries.map(({ uniqueId }) => uniqueId)).size).toBe(5);
    const { text } = await operator.raw('/services/addressbook');
    expect(text).not.toContain('@demo.example');
    expect(text).not.toMatch(/"d\\?":/);
  });

  test('is empty in a company without acquaintances', async () => {
    const elena = await server.signIn('tilesOperator');
    await expect(elena.call(contracts.listAddressBook, {})).resolves.toEqual([]);
  });
});
