/** What happens to calls at the same time is stored together: each of it as if it had come alone. */
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { addPerson } from '../../../../testing/crowd';
import { startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { ApiError } from '../../../http/api-error';
import { findCall } from './store';
import { type CallWriter, createCallWriter } from './call-writer';
import { type Device, leave, open, type Step, unchanged } from './transitions';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterEach(() => vi.restoreAllMocks());
afterAll(() => server.close());

/** A person of the demo's company, with the company's id. */
async function addCaller() {
  const person = await addPerson(server);
  return await server.context.access.read(person.token);
}

type Caller = Awaited<ReturnType<typeof addCaller>>;

function newCall(caller: Caller, called: Device, id = server.context.random.id()): Step {
  const startedAt = server.clock.now();
  const made = { id, companyId: caller.companyId, subject: 's', cryptoSchema: 0 as const, productCode: null };
  const times = { startedAt, ringsUntil: new Date(startedAt.getTime() + 60_000) };
  const invited = { contactId: called.contactId, isReachable: true, isBusy: false };
  return unchanged(open({ ...made, ...times, instant: true, forHelp: false }, caller, [invited]));
}

const begin = (writer: CallWriter, call: Step) =>
  writer.begin({ contactIds: call.targets.map(({ contactId }) => contactId), open: () => call });

async function addCalls(count: number) {
  const writer = createCallWriter(server.context);
  const pairs = await Promise.all(Array.from({ length: count }, () => Promise.all([addCaller(), addCaller()])));
  const calls = pairs.map(([caller, called]) => ({ caller, called, call: newCall(caller, called) }));
  return { writer, calls };
}

const stateOf = async ({ call: { id } }: Step) => (await findCall(server.context.db, id))?.call;

test('calls that begin at the same time, and their transitions, take one transaction', async () => {
  const { writer, calls } = await addCalls(3);
  const transactions = vi.spyOn(server.context.db, 'transaction');
  await Promise.all(calls.map(({ call }) => begin(writer, call)));
  expect(transactions).toHaveBeenCalledTimes(1);

  const now = server.clock.now();
  await Promise.all(
    calls.map(({ caller, call }) => writer.apply({ callId: call.call.id, step: (state) => leave(state, caller, now) })),
  );
  expect(transactions).toHaveBeenCalledTimes(2);
  for (const { call } of calls) expect(await stateOf(call)).toMatchObject({ closedAt: now, reason: 'left' });
});

test('a batch has no more people than a statement takes', async () => {
  const { writer, calls } = await addCalls(10);
  const crowd = Array.from({ length: 1000 }, () => server.context.random.id());
  const transactions = vi.spyOn(server.context.db, 'transaction');
  await Promise.all(calls.map(({ call }) => writer.begin({ contactIds: crowd, open: () => call })));
  expect(transactions).toHaveBeenCalledTimes(2);
});

test('a transition that is refused fails alone', async () => {
  const { writer, calls } = await addCalls(3);
  await Promise.all(calls.map(({ call }) => begin(writer, call)));
  const now = server.clock.now();
  const [first, second, third] = calls;
  if (!first || !second || !third) throw new Error('There are three calls');
  const leaving = ({ caller, call }: typeof first) =>
    writer.apply({ callId: call.call.id, step: (state) => leave(state, caller, now) });
  const refusing = writer.apply({
    callId: second.call.call.id,
    step: () => {
      throw new ApiError('callFull');
    },
  });
  const unknown = writer.apply({ callId: server.context.random.id(), step: unchanged });
  const outcomes = await Promise.allSettled([leaving(first), refusing, unknown, leaving(third)]);

  expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled', 'fulfilled']);
  expect(outcomes[1]).toMatchObject({ reason: { error: 'callFull' } });
  expect(outcomes[2]).toMatchObject({ value: null });
  expect(await stateOf(first.call)).toMatchObject({ reason: 'left' });
  expect(await stateOf(second.call)).toMatchObject({ closedAt: null });
  expect(await stateOf(third.call)).toMatchObject({ reason: 'left' });
});

test('of two calls that begin together the second sees who is in the first', async () => {
  const { writer, calls } = await addCalls(2);
  const seen: boolean[] = [];
  await Promise.all(
    calls.map(({ caller, call }) => {
      const contactIds = [calls[0]?.caller.contactId ?? '', caller.contactId];
      return writer.begin({
        contactIds,
        open(inCall) {
          seen.push(inCall.has(contactIds[0] ?? ''));
          return call;
        },
      });
    }),
  );
  expect(seen).toEqual([false, true]);
});

test('a call whose id is taken is refused, and one that begins with it is stored', async () => {
  const { writer, calls } = await addCalls(2);
  const [taken, other] = calls;
  if (!taken || !other) throw new Error('There are two calls');
  await begin(writer, taken.call);
  const again = newCall(other.caller, other.called, taken.call.call.id);
  const outcomes = await Promise.allSettled([begin(writer, again), begin(writer, other.call)]);
  expect(outcomes).toMatchObject([
    { status: 'rejected', reason: { error: 'invalidInput', field: 'uniqueId' } },
    { status: 'fulfilled' },
  ]);
  expect(await stateOf(taken.call)).toMatchObject({ callerId: taken.caller.contactId });
  expect(await stateOf(other.call)).toMatchObject({ callerId: other.caller.contactId });
});
