import type { CallDetails, Contact, SealedPlace } from '@earth/contracts';
import { afterEach, expect, test, vi } from 'vitest';
import { testContact, testId } from '../testing/people';
import { callQuery, originOf } from './call-queries';
import { currentScope, api } from '../platform';
import { queries } from '../testing/scope';

const luca = testContact({ name: 'Luca Moretti', publicKey: 'his' });
const sara = testContact({ name: 'Sara Conti', publicKey: 'hers' });
const callId = testId();
const place: SealedPlace = { kind: 'message', within: callId, id: 'a' };

const callWith = (...people: readonly Contact[]) =>
  ({ participants: people.map((contact) => ({ contact })) }) as unknown as CallDetails;

afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
});

test('accepts the message of a participant who joined after the call was fetched, never of a stranger', async () => {
  const getCall = vi.spyOn(api, 'getCall').mockResolvedValue(callWith(luca));
  await queries().query(callQuery(callId));
  getCall.mockResolvedValue(callWith(luca, sara));

  const senderOf = async (authorId: string) => (await originOf(currentScope(), { scheme: 2, authorId, place })).sender;
  expect(await senderOf(luca.uniqueId)).toEqual(luca);
  expect(getCall).toHaveBeenCalledTimes(1);
  expect(await senderOf(sara.uniqueId)).toEqual(sara);
  expect((await senderOf(testId())).publicKey).toBe('');
});
