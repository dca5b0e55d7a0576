import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testContact, testId, testProfile } from '../../../testing/people';
import { testRoom } from '../../../testing/rooms';
import { ApiError } from '../../../platform/http/api-error';
import { currentScope, api, session } from '../../../platform';
import { nameRoom } from './room-actions';
import { beginScope, queries } from '../../../testing/scope';
import { createRoomCipher } from '../../../platform/crypto/cipher';

const [me, luca, sara, marco] = Array.from({ length: 4 }, () => testContact());
if (!me || !luca || !sara || !marco) throw new Error('Four people are needed');
const id = testId();
const notForAll = new ApiError({ code: 400, error: 'recipientUnknown', message: 'Not for all' });

const peopleAre = (...people: readonly (typeof me)[]) =>
  people.map((contact) => ({
    contact,
    joinedDate: '2026-01-05T09:00:00.000Z',
    joinedPosition: 0,
    deliveredPosition: 0,
    readPosition: 0,
  }));
const { title: _, lastText: __, ...room } = testRoom([me, luca], { uniqueId: id, isGroup: true });
const cipher = {
  schemeFor: async () => 1,
  sealText: async (_: unknown, text: string, people: readonly { readonly uniqueId: string }[]) =>
    `${text} for ${people.map(({ uniqueId }) => uniqueId).join()}`,
  openText: async () => null,
};
const sent = () => vi.mocked(api.changeRoom).mock.calls.map(([input]) => input);

beforeEach(() => {
  session.store.setState({ status: 'signedIn', profile: testProfile({ ...me, company: testProfile().company }) }, true);
  beginScope([[createRoomCipher, cipher]]);
  vi.spyOn(api, 'listAddressBook').mockResolvedValue([]);
  vi.spyOn(api, 'listRooms').mockResolvedValue([]);
});
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
});

test('if the members have changed, the name is sealed again for the present and the added ones', async () => {
  vi.spyOn(api, 'listRoomParticipants')
    .mockResolvedValueOnce(peopleAre(me, luca))
    .mockResolvedValue(peopleAre(me, luca, sara));
  vi.spyOn(api, 'changeRoom').mockRejectedValueOnce(notForAll).mockResolvedValue(room);
  await nameRoom(currentScope(), id, 'Kiln 2', [marco]);
  const added = { id, cryptoSchema: 1, targetContacts: [marco.uniqueId] };
  const ids = (...people: readonly (typeof me)[]) => people.map(({ uniqueId }) => uniqueId).join();
  expect(sent()).toEqual([
    { ...added, subject: `Kiln 2 for ${ids(me, luca, marco)}` },
    { ...added, subject: `Kiln 2 for ${ids(me, luca, sara, marco)}` },
  ]);
});

test('other errors, and repeated refusals, reject', async () => {
  vi.spyOn(api, 'listRoomParticipants').mockResolvedValue(peopleAre(me, luca));
  const away = new ApiError({ code: 0, error: null, message: '' });
  vi.spyOn(api, 'changeRoom').mockRejectedValueOnce(away).mockRejectedValue(notForAll);
  await expect(nameRoom(currentScope(), id, 'Kiln 2')).rejects.toBe(away);
  expect(sent()).toHaveLength(1);
  await expect(nameRoom(currentScope(), id, 'Kiln 2')).rejects.toBe(notForAll);
  expect(sent()).toHaveLength(4);
  expect(sent()[0]).not.toHaveProperty('targetContacts');
});
