/** Profile pictures: contacts and people of the same rooms open them, nobody else gets them, and the server reads none. */
import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { type Recipient, openText, ownKeyIn, rewrapKey, sealText } from '@earth/crypto';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { contactOf } from '../../../../testing/contacts';
import { isPush } from '../../../../testing/frames';
import { addPersonWithKeys, protect } from '../../../../testing/own-keys';
import { refusal, type SignedInClient, startTestServer, type TestServer } from '../../../../testing/start-test-server';

const PATH = '/services/profile-picture';
const PICTURE = 'data:image/jpeg;base64,/9j/4AAQSkZJRg==';

let server: TestServer;
let luca: SignedInClient;
let giulia: SignedInClient;
/** Of the same company, and no contact of Luca's. */
let stranger: SignedInClient;
/** Of another company. */
let elena: SignedInClient;
let people: Record<'luca' | 'giulia' | 'elena', contracts.Contact>;
beforeAll(async () => {
  server = await startTestServer();
  luca = await server.signIn('assisted');
  giulia = await server.signIn('operator');
  elena = await server.signIn('tilesOperator');
  stranger = await addPersonWithKeys(server);
  people = {
    luca: await contactOf(giulia, 'assisted'),
    giulia: await contactOf(luca, 'operator'),
    elena: await contactOf(elena, 'tilesOperator'),
  };
});
afterAll(() => server.close());
beforeEach(() => luca.call(contracts.removeProfilePicture, {}));

const placeOf = (version: string) => ({ kind: 'profilePicture', within: luca.contactId, id: version }) as const;

/** As Luca's device seals it: for Luca alone. */
async function seal(version: string, recipients: readonly Recipient[] = [people.luca]) {
  return await sealText(2, PICTURE, recipients, { sender: await luca.reader(), place: placeOf(version) });
}

async function set(replacedVersion?: string, people: readonly Recipient[] = []) {
  const version = randomUUID();
  const sealed = await seal(version);
  const keysFor = async (...recipients: Recipient[]) =>
    (await rewrapKey(ownKeyIn(sealed, await luca.reader()) ?? '', await luca.reader(), recipients)) ?? [];
  const recipientKeys = people.length > 0 ? await keysFor(...people) : undefined;
  await luca.call(contracts.setProfilePicture, { version, replacedVersion, sealed, recipientKeys });
  const share = async (...recipients: Recipient[]) =>
    await luca.call(contracts.shareProfilePicture, { version, recipientKeys: await keysFor(...recipients) });
  return { version, keysFor, share };
}

const read = (reader: SignedInClient) => reader.call(contracts.getProfilePicture, { id: luca.contactId });
const listed = async (reader: SignedInClient) =>
  (await reader.call(contracts.listProfilePictures, {})).filter((one) => one.contactUniqueId === luca.contactId);
async function opened(reader: SignedInClient) {
  const { sealed, version, date, owner } = await read(reader);
  return await openText(2, sealed, await reader.reader(), { sender: owner, place: placeOf(version), date });
}

test.each([
  ['GET', PATH],
  ['PUT', PATH],
  ['DELETE', PATH],
  ['POST', `${PATH}/keys`],
  ['GET', `${PATH}s`],
  ['GET', `${PATH}s/0190a000-0000-7000-8000-0000000000aa`],
])('%s %s requires a session', async (method, path) => {
  const { status, json } = await server.visitor().raw(path, { method });
  expect([status, json]).toMatchObject([401, { data: { error: 'notSignedIn' } }]);
});

test('a contact with a key opens the picture and proves its owner; the server stores nothing that it could read', async () => {
  const { version, share } = await set();
  await share(people.giulia);
  expect(await opened(giulia)).toBe(PICTURE);
  expect(await opened(luca)).toBe(PICTURE);
  expect(await listed(giulia)).toEqual([{ contactUniqueId: luca.contactId, version }]);
  expect(await luca.call(contracts.getSharedPicture, {})).toEqual({ version, recipientIds: [giulia.contactId] });
  const { rows } = await server.context.pool.query('select sealed from profile_pictures');
  expect(JSON.stringify(rows)).not.toContain(PICTURE.slice(-16));
  const { sealed } = await read(giulia);
  expect(JSON.parse(sealed)).toMatchObject({ Recipients: [luca.contactId] });
});

test('no key, no picture: for a stranger, for another company, and for a contact to whom none was given', async () => {
  const { keysFor } = await set();
  for (const reader of [stranger, elena, giulia]) {
    await expect(read(reader)).rejects.toEqual(refusal('notFound'));
    expect(await listed(reader)).toEqual([]);
  }
  // Not even Luca's own device can give them one.
  const { publicKey } = await stranger.call(contracts.getProfile, {});
  const version = (await luca.call(contracts.getSharedPicture, {}))?.version ?? '';
  for (const one of [{ uniqueId: stranger.contactId, publicKey }, people.elena]) {
    const recipientKeys = await keysFor(people.giulia, one);
    const sharing = luca.call(contracts.shareProfilePicture, { version, recipientKeys });
    await expect(sharing).rejects.toEqual(refusal('recipientUnknown'));
  }
  await expect(read(giulia)).rejects.toEqual(refusal('notFound'));
});

test('who has added the owner, without being a contact of the owner, is a stranger; a common room changes that', async () => {
  const { share, version } = await set();
  const them = { uniqueId: stranger.contactId, publicKey: (await stranger.call(contracts.getProfile, {})).publicKey };
  await stranger.call(contracts.addToAddressBook, { contactUniqueId: luca.contactId });
  await expect(share(them)).rejects.toEqual(refusal('recipientUnknown'));
  const room = { targetContacts: [stranger.contactId], cryptoSchema: 0 as const };
  const { uniqueId: id } = await luca.call(contracts.createRoom, room);
  await share(them);
  expect(await listed(stranger)).toEqual([{ contactUniqueId: luca.contactId, version }]);
  await luca.call(contracts.leaveRoom, { id });
  expect(await listed(stranger)).toEqual([]);
  await expect(read(stranger)).rejects.toEqual(refusal('notFound'));
  // The owner's device learns that a key must be replaced.
  expect(await luca.call(contracts.getSharedPicture, {})).toMatchObject({ recipientIds: [stranger.contactId] });
});

test('a deleted person in a common room keeps nobody else from the picture', async () => {
  const other = await addPersonWithKeys(server);
  const them = { uniqueId: other.contactId, publicKey: (await other.call(contracts.getProfile, {})).publicKey };
  await luca.call(contracts.createRoom, {
    targetContacts: [other.contactId, giulia.contactId],
    isGroup: true,
    subject: 'Night shift',
    cryptoSchema: 0,
  });
  const admin = await server.signIn('admin');
  await admin.call(contracts.deletePerson, { personId: other.contactId });
  const { share } = await set();
  await share(people.giulia, them);
  expect(await opened(giulia)).toBe(PICTURE);
});

test('a replaced picture takes all keys with it; the removed one is gone for everybody', async () => {
  const first = await set();
  await first.share(people.giulia);
  const second = await set(first.version);
  await expect(read(giulia)).rejects.toEqual(refusal('notFound'));
  await expect(first.share(people.giulia)).rejects.toEqual(refusal('conflict'));
  await second.share(people.giulia);
  expect(await opened(giulia)).toBe(PICTURE);
  await luca.call(contracts.removeProfilePicture, {});
  await expect(read(giulia)).rejects.toEqual(refusal('notFound'));
  await expect(read(luca)).rejects.toEqual(refusal('notFound'));
  expect(await luca.call(contracts.getSharedPicture, {})).toBeNull();
});

test('a replaced picture brings its keys along: at no moment is there none for those who go on seeing it', async () => {
  const first = await set(undefined, [people.giulia]);
  expect(await opened(giulia)).toBe(PICTURE);
  const socket = await giulia.socket();
  const second = await set(first.version, [people.giulia]);
  await socket.next(isPush('ProfilePictureChanged'));
  expect(await listed(giulia)).toEqual([{ contactUniqueId: luca.contactId, version: second.version }]);
  expect(await opened(giulia)).toBe(PICTURE);
  // With a key for somebody who may not have one, nothing is replaced.
  await expect(set(second.version, [people.giulia, people.elena])).rejects.toEqual(refusal('recipientUnknown'));
  const { publicKey } = await stranger.call(contracts.getProfile, {});
  const them = { uniqueId: stranger.contactId, publicKey };
  await expect(set(second.version, [them])).rejects.toEqual(refusal('recipientUnknown'));
  const version = randomUUID();
  const forged = {
    version,
    replacedVersion: second.version,
    sealed: await seal(version),
    recipientKeys: [{ recipientId: giulia.contactId, encryptedKey: 'AAAA' }],
  };
  await expect(luca.call(contracts.setProfilePicture, forged)).rejects.toEqual(refusal('envelopeInvalid'));
  expect(await opened(giulia)).toBe(PICTURE);
  await socket.close();
});

test('of two devices that replace one version the second is refused', async () => {
  const { version } = await set();
  const results = await Promise.allSettled([set(version), set(version)]);
  expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await expect(set(version)).rejects.toEqual(refusal('conflict'));
  await expect(set()).rejects.toEqual(refusal('conflict'));
});

test('whose keys were replaced needs another key', async () => {
  const other = await addPersonWithKeys(server);
  await luca.call(contracts.addToAddressBook, { contactUniqueId: other.contactId });
  const { share } = await set();
  await share({ uniqueId: other.contactId, publicKey: (await other.call(contracts.getProfile, {})).publicKey });
  const { publicKey } = await protect(other);
  expect(await luca.call(contracts.getSharedPicture, {})).toMatchObject({ recipientIds: [] });
  await share({ uniqueId: other.contactId, publicKey });
  expect(await luca.call(contracts.getSharedPicture, {})).toMatchObject({ recipientIds: [other.contactId] });
});

test('refuses what is not sealed for its owner alone, what is too large, and what is no key', async () => {
  const version = randomUUID();
  const put = (sealed: string) => luca.call(contracts.setProfilePicture, { version, sealed });
  await expect(put(PICTURE)).rejects.toEqual(refusal('envelopeInvalid'));
  await expect(put(await sealText(1, PICTURE, [people.luca]))).rejects.toEqual(refusal('envelopeInvalid'));
  await expect(put(await seal(version, [people.luca, people.giulia]))).rejects.toEqual(refusal('recipientUnknown'));
  const large = { sealed: 'x'.repeat(contracts.PROFILE_PICTURE_MAX + 1), version };
  await expect(luca.call(contracts.setProfilePicture, large)).rejects.toEqual(refusal('invalidInput'));
  const set2 = luca.call(contracts.setProfilePicture, { sealed: await seal(version), version: 'newest' });
  await expect(set2).rejects.toEqual(refusal('invalidInput'));
  expect(await luca.call(contracts.getSharedPicture, {})).toBeNull();

  await put(await seal(version));
  const share = (recipientKeys: contracts.RecipientKey[]) =>
    luca.call(contracts.shareProfilePicture, { version, recipientKeys });
  await expect(share([{ recipientId: giulia.contactId, encryptedKey: 'AAAA' }])).rejects.toEqual(
    refusal('envelopeInvalid'),
  );
  await expect(share([])).rejects.toEqual(refusal('invalidInput'));
});

test('tells all devices concerned: of those with a key, and of the owner', async () => {
  const { share, version } = await set();
  const sockets = await Promise.all([luca.socket(), giulia.socket()]);
  const [own, theirs] = sockets;
  const isChange = isPush('ProfilePictureChanged');
  await share(people.giulia);
  await theirs.next(isChange);
  await set(version);
  await Promise.all([theirs.next(isChange), own.next(isChange)]);
  await Promise.all(sockets.map((socket) => socket.close()));
});
