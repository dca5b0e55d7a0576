import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { TYPING_MS } from '@earth/contracts';
import { currentScope, realtime } from '../../../platform';
import { createTyping } from './typing';

const send = vi.spyOn(realtime, 'send');
const typing = () => currentScope().get(createTyping);
const announcement = [{ type: 'typing', roomUniqueId: 'room' }];

beforeEach(() => {
  vi.useFakeTimers();
  send.mockReset().mockReturnValue(true);
  typing().stopAnnouncing();
});
afterEach(() => void vi.useRealTimers());

test('the user who types is announced, and again as long as they go on', () => {
  for (let key = 0; key < 5; key += 1) {
    typing().announce('room');
    vi.advanceTimersByTime(200);
  }
  expect(send.mock.calls).toEqual([announcement]);
  vi.advanceTimersByTime(TYPING_MS);
  typing().announce('room');
  vi.advanceTimersByTime(1_000);
  expect(send.mock.calls).toEqual([announcement, announcement]);
});

test('a message that is sent at once is not announced, and the next one is', () => {
  typing().announce('room');
  typing().stopAnnouncing();
  vi.advanceTimersByTime(TYPING_MS);
  expect(send).not.toHaveBeenCalled();
  typing().announce('room');
  vi.advanceTimersByTime(1_000);
  expect(send.mock.calls).toEqual([announcement]);
});

test('who goes on in another room is announced there only', () => {
  typing().announce('left');
  typing().announce('room');
  vi.advanceTimersByTime(1_000);
  expect(send.mock.calls).toEqual([announcement]);
});

test('what could not be announced without a connection is, with the next character', () => {
  send.mockReturnValueOnce(false);
  typing().announce('room');
  vi.advanceTimersByTime(1_000);
  typing().announce('room');
  vi.advanceTimersByTime(1_000);
  expect(send).toHaveBeenCalledTimes(2);
});
