/** Profile pictures with the real cipher: what is opened, and to whom the user's own is given. */
import { type Contact, CryptoSchema, type PushEvent, type RecipientKey } from '@earth/contracts';
import { importPrivateKeys, openText, type Reader, sealText } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as platform from '../../../platform';
import { recordComparison } from '../../../platform/crypto/key-trust';
import { forgetKnownKeys, recordKnownKeys } from '../../../platform/crypto/known-keys';
import type { SessionScope } from '../../../platform/session/session-scope';
import { testContact, testId, testProfile } from '../../../testing/people';
import { testRoom } from '../../../testing/rooms';
import { beginScope } from '../../../testing/scope';
import { createProfilePictures } from '../../../shared/profile-pictures';
import { changePicture } from './change-picture';
import { openPicture, placeOf } from './open-picture';
import { sharePicture } from './own-picture';
import { syncPictures } from './picture-sync';

interface Person {
  readonly contact: Contact;
  readonly reader: Reader;
}

async function createPerson(name: string): Promise<Person> {
  const { publicKey, privateKey } = await createKeyBundle();
  const contact = testContact({ name, publicKey });
  return { contact, reader: { uniqueId: contact.uniqueId, keys: await importPrivateKeys(privateKey) } };
}

const [luca, giulia, sara, marco] = await Promise.all(['Luca', 'Giulia', 'Sara', 'Marco'].map(createPerson));
if (!luca || !giulia || !sara || !marco) throw new Error('Four people are needed');
const me = testProfile({ ...luca.contact, company: testProfile().company });
const PICTURE = 'data:image/jpeg;base64,/9j/4AAQSkZJRg==';
const DATE = '2026-01-05T10:00:00.000Z';

let scope: SessionScope;
/** What the server has of Luca: the picture, and who has a key to it. */
let stored: { version: string; sealed: string; recipientIds: string[] };
/** The keys that Luca's device gives, in order. */
let given: { version: string; recipientKeys: RecipientKey[] }[];

type SetPicture = typeof stored & { replacedVersion?: string; recipientKeys: RecipientKey[] };

const seal = ({ contact, reader }: Person, text: string, version: string, recipients = [contact]) =>
  sealText(CryptoSchema.v2, text, recipients, { sender: reader, place: placeOf(contact.uniqueId, version) });

/** The server, by the names of its calls. */
const answers: Readonly<Record<string, (input: never) => unknown>> = {
  getSharedPicture: () => ({ version: stored.version, recipientIds: stored.recipientIds }),
  getProfilePicture: () => ({ ...stored, date: DATE, owner: luca.contact }),
  setProfilePicture: ({ version, replacedVersion, sealed, recipientKeys }: SetPicture) => {
    if (replacedVersion !== stored.version) throw new platform.ApiError({ code: 409, error: 'conflict', message: '' });
    stored = { version, sealed, recipientIds: recipientKeys.map(({ recipientId }) => recipientId) };
  },
  listProfilePictures: () => [{ contactUniqueId: me.uniqueId, version: stored.version }],
  shareProfilePicture: (input: (typeof given)[number]) => given.push(input),
};

beforeEach(async () => {
  scope = beginScope();
  await forgetKnownKeys();
  platform.session.store.setState({ status: 'signedIn', profile: me }, true);
  vi.spyOn(platform, 'readReader').mockImplementation(async () => luca.reader);
  vi.spyOn(platform, 'sendCall').mockImplementation(
    async (call: { readonly name: string }, input) => answers[call.name]?.(input) as never,
  );
  vi.spyOn(platform.api, 'listAddressBook').mockResolvedValue([{ uniqueId: testId(), contact: giulia.contact }]);
  vi.spyOn(platform.api, 'listRooms').mockResolvedValue([testRoom([luca.contact, sara.contact])]);
  vi.spyOn(platform.api, 'listRoomParticipants').mockResolvedValue(
    [luca, sara].map(({ contact }) => ({
      contact,
      joinedDate: DATE,
      joinedPosition: 0,
      deliveredPosition: 0,
      readPosition: 0,
    })),
  );
  const version = testId();
  stored = { version, sealed: await seal(luca, PICTURE, version), recipientIds: [] };
  given = [];
});
afterEach(() => vi.restoreAllMocks());

const recipientsOf = ({ recipientKeys }: (typeof given)[number]) => recipientKeys.map(({ recipientId }) => recipientId);

test('gives a key to the contacts and the people of rooms who have none, and these open the picture', async () => {
  stored.recipientIds = [giulia.contact.uniqueId];
  await sharePicture(scope);
  expect(given.map(recipientsOf)).toEqual([[sara.contact.uniqueId]]);
  const envelope = JSON.parse(stored.sealed) as { RecipientKeys: unknown[] };
  const [key] = given[0]?.recipientKeys ?? [];
  envelope.RecipientKeys.push({ CriptedKey: key?.encryptedKey, RecipientId: key?.recipientId });
  const origin = { sender: luca.contact, place: placeOf(me.uniqueId, stored.version), date: DATE };
  expect(await openText(CryptoSchema.v2, JSON.stringify(envelope), sara.reader, origin)).toBe(PICTURE);
  // There is nothing left to do.
  stored.recipientIds.push(sara.contact.uniqueId);
  await sharePicture(scope);
  expect(given).toHaveLength(1);
});

test('somebody who is no contact any more: the picture gets a new key, which only the others are given', async () => {
  const former = { ...stored };
  stored.recipientIds = [giulia, sara, marco].map(({ contact }) => contact.uniqueId);
  await sharePicture(scope);
  expect(stored.version).not.toBe(former.version);
  // In the same step: they never see initials meanwhile.
  expect(stored.recipientIds.toSorted()).toEqual([giulia, sara].map((one) => one.contact.uniqueId).toSorted());
  expect(given).toEqual([]);
  expect((await openPicture(scope, me.uniqueId)).picture).toBe(PICTURE);
});

test('a contact whose compared keys have changed is given none, and nobody is asked', async () => {
  await recordKnownKeys(scope, [giulia.contact]);
  await recordComparison(scope, giulia.contact, me.publicKey, true);
  const substituted = { ...giulia.contact, publicKey: marco.contact.publicKey };
  vi.spyOn(platform.api, 'listAddressBook').mockResolvedValue([{ uniqueId: testId(), contact: substituted }]);
  await sharePicture(scope);
  expect(given.flatMap(recipientsOf)).toEqual([sara.contact.uniqueId]);
});

test.each([
  [
    'sealed by somebody else',
    async (version: string) => seal({ ...luca, reader: { ...marco.reader, uniqueId: me.uniqueId } }, PICTURE, version),
  ],
  ['of another version', async () => seal(luca, PICTURE, testId())],
  [
    'that is an address to be loaded',
    async (version: string) => seal(luca, 'https://elsewhere.example/me.jpg', version),
  ],
  [
    'that could hold more than pixels',
    async (version: string) => seal(luca, 'data:image/svg+xml;base64,PHN2Zy8+', version),
  ],
  ['for somebody else', async (version: string) => seal(luca, PICTURE, version, [giulia.contact])],
])('shows no picture %s', async (_, sealWrongly) => {
  expect((await openPicture(scope, me.uniqueId)).picture).toBe(PICTURE);
  stored.sealed = await sealWrongly(stored.version);
  expect((await openPicture(scope, me.uniqueId)).picture).toBeNull();
});

test('a picture is chosen while another device seals the former one again: the choice is sent once more', async () => {
  const asked = vi.mocked(platform.sendCall);
  const versions = [testId(), stored.version];
  const answer = asked.getMockImplementation();
  asked.mockImplementation(async (call, input) => {
    if (call.name === 'getSharedPicture' && versions.length > 0)
      return { version: versions.shift(), recipientIds: [] } as never;
    return (await answer?.(call, input)) as never;
  });
  const before = stored.version;
  await changePicture(scope, PICTURE);
  expect(stored.version).not.toBe(before);
  expect(asked.mock.calls.filter(([{ name }]) => name === 'setProfilePicture')).toHaveLength(2);
});

test('a picture that cannot be opened is loaded again only when it may have another key', async () => {
  // The sign-in above has begun another one.
  const now = platform.currentScope();
  stored.sealed = await seal(luca, PICTURE, testId());
  stored.recipientIds = [giulia, sara].map(({ contact }) => contact.uniqueId);
  const loads = () =>
    vi.mocked(platform.sendCall).mock.calls.filter(([{ name }]) => name === 'getProfilePicture').length;
  const push = (messageType: PushEvent['messageType'], messageContent: object) =>
    ({ messageType, messageContent }) as PushEvent;
  await syncPictures(now);
  expect(loads()).toBe(1);
  await syncPictures(now, push('AddressBookChanged', {}));
  await syncPictures(now, push('ProfilePictureChanged', { contactUniqueId: giulia.contact.uniqueId }));
  expect(loads()).toBe(1);
  stored.sealed = await seal(luca, PICTURE, stored.version);
  await syncPictures(now, push('ProfilePictureChanged', { contactUniqueId: me.uniqueId }));
  expect(loads()).toBe(2);
  expect(now.get(createProfilePictures).getState()).toEqual({ [me.uniqueId]: PICTURE });
});
