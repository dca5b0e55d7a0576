import { randomUUID } from 'node:crypto';
import * as contracts from '@earth/contracts';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { refusal, startTestServer, type TestServer } from '../../../../testing/start-test-server';
import { watchClosedPages } from './closed-pages';

let server: TestServer;
beforeAll(async () => {
  server = await startTestServer();
});
afterAll(() => server.close());
afterEach(() => void vi.useRealTimers());

const device = { contactId: 'luca', deviceId: 'phone' };

test('the grace period of a closed page ends once, ten seconds after the last close', () => {
  vi.useFakeTimers();
  const onEnd = vi.fn<(callId: string, device: unknown) => void>();
  const pages = watchClosedPages({ clock: { now: () => new Date() }, onEnd });
  pages.record('call', device);
  vi.advanceTimersByTime(contracts.PAGE_RETURN_MS - 1);
  pages.record('call', device);
  vi.advanceTimersByTime(contracts.PAGE_RETURN_MS - 1);
  expect(onEnd).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(onEnd).toHaveBeenCalledExactlyOnceWith('call', device);
  pages.record('call', device);
  pages.stop();
  vi.advanceTimersByTime(contracts.PAGE_RETURN_MS);
  expect(onEnd).toHaveBeenCalledOnce();
});

test('only a participant can report a closed page, and stays in the call for the time being', async () => {
  const luca = await server.signIn('assisted');
  const giulia = await server.signIn('operator');
  const marco = await server.signIn('operator2');
  const elena = await server.signIn('tilesOperator');
  await giulia.socket();
  await marco.socket();
  const { call } = await luca.call(contracts.createCall, {
    targetContacts: [giulia.contactId],
    subject: 'The pump drips',
    cryptoSchema: 0,
  });
  const id = call.uniqueId;
  await giulia.call(contracts.joinCall, { id });
  const { status } = await server.visitor().raw(`/services/calls/${id}/closed-pages`, { method: 'POST' });
  expect(status).toBe(401);
  await expect(luca.call(contracts.closePage, { id: 'x' })).rejects.toMatchObject({ code: 400 });
  for (const [client, of] of [
    [elena, id],
    [marco, id],
    [luca, randomUUID()],
  ] as const)
    await expect(client.call(contracts.closePage, { id: of })).rejects.toEqual(refusal('notFound'));

  expect(await luca.call(contracts.closePage, { id })).toBeNull();
  const people = await giulia.call(contracts.listParticipants, { id });
  expect(people.map(({ state }) => state)).toEqual(['joined', 'joined']);
  await giulia.call(contracts.leaveCall, { id });
  await expect(luca.call(contracts.closePage, { id })).rejects.toEqual(refusal('callClosed'));
});
