import { cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { testProfile } from '../../../testing/people';
import { currentScope, session } from '../../../platform';
import { startRoomSending, useRoomOutbox } from './room-sending';
import { AppScope, beginScope } from '../../../testing/scope';
import { giveConfig } from '../../../testing/config';

giveConfig({ maxFileBytes: 10 });
const { sendLeft, stop } = vi.hoisted(() => ({ sendLeft: vi.fn<() => Promise<void>>(), stop: vi.fn<() => void>() }));
vi.mock('@earth/messaging', async (load) => ({ ...(await load<object>()), createOutbox: () => ({ sendLeft, stop }) }));

Object.defineProperty(navigator, 'locks', { configurable: true, value: { request: async () => {} } });

/** The outbox is loaded on demand, which takes more than the usual second on a busy machine. In ms. */
const LOADED = 15_000;

beforeEach(() => {
  sendLeft.mockReset().mockResolvedValue();
  stop.mockReset();
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
});
afterEach(() => {
  cleanup();
  beginScope();
});

test('nothing can be written before stored messages are claimed, to keep their order', async () => {
  let taken = () => {};
  sendLeft.mockReturnValue(new Promise((resolve) => (taken = resolve)));
  const { result } = renderHook(useRoomOutbox, { wrapper: AppScope });
  const starting = startRoomSending(currentScope());
  await vi.waitFor(() => expect(sendLeft).toHaveBeenCalled(), LOADED);
  expect(result.current).toBeNull();
  taken();
  const outbox = await starting;
  await waitFor(() => expect(result.current).toBe(outbox));
});

test('messages left by another tab are claimed each time, also after a failure', async () => {
  sendLeft.mockRejectedValueOnce(new Error('busy'));
  const outbox = await startRoomSending(currentScope());
  expect(await startRoomSending(currentScope())).toBe(outbox);
  expect(sendLeft).toHaveBeenCalledTimes(2);
});

test('after signing out meanwhile nothing can be written', async () => {
  let taken = () => {};
  sendLeft.mockReturnValue(new Promise((resolve) => (taken = resolve)));
  const { result } = renderHook(useRoomOutbox, { wrapper: AppScope });
  const starting = startRoomSending(currentScope());
  await vi.waitFor(() => expect(sendLeft).toHaveBeenCalled(), LOADED);
  currentScope().dispose();
  // Before all stored messages are decrypted: no more of them are sent.
  await vi.waitFor(() => expect(stop).toHaveBeenCalledOnce(), LOADED);
  taken();
  await expect(starting).rejects.toThrow('aborted');
  expect(result.current).toBeNull();
});
