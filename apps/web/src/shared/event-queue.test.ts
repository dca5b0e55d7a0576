import { EVENTS_MAX } from '@earth/contracts';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError, NO_ANSWER } from '../platform/http/api-error';
import { createEventQueue, type EventQueue } from './event-queue';

let isOnline: boolean;
let timers: (() => void)[];
let queue: EventQueue;
const send = vi.fn<(batch: object) => Promise<unknown>>();
beforeEach(() => {
  isOnline = true;
  timers = [];
  send.mockReset().mockResolvedValue(null);
  queue = createEventQueue({
    send,
    language: () => 'it',
    isOnline: () => isOnline,
    setTimer: (action) => timers.push(action),
  });
});

const runTimers = () => {
  for (const action of timers.splice(0)) action();
};
const settled = () => new Promise((resolve) => setTimeout(resolve));

test('D7.22: sends events in batches', () => {
  queue.screenView('Login');
  queue.contentView(7);
  queue.contentView(7);
  queue.favouriteAdded(7);
  expect(send).not.toHaveBeenCalled();
  expect(timers).toHaveLength(1);
  runTimers();
  expect(send.mock.calls).toEqual([[{ l: 'it', screens: ['Login'], contents: [7, 7], favourites: [7] }]]);
  queue.flush();
  expect(send).toHaveBeenCalledTimes(1);
});

test('sends nothing offline; sends the counted events later, up to the batch limit', () => {
  isOnline = false;
  for (let views = 0; views < EVENTS_MAX + 5; views += 1) queue.contentView(7);
  runTimers();
  expect(send).not.toHaveBeenCalled();
  isOnline = true;
  queue.screenView('Profile');
  runTimers();
  expect(send.mock.calls).toEqual([
    [{ l: 'it', screens: ['Profile'], contents: Array(EVENTS_MAX).fill(7), favourites: [] }],
  ]);
});

test('sends a batch without an answer again with the next event, but not a refused one', async () => {
  send.mockRejectedValueOnce(new ApiError({ code: NO_ANSWER, error: null, message: '' }));
  queue.contentView(1);
  queue.flush();
  await settled();
  send.mockRejectedValueOnce(new ApiError({ code: 429, error: 'tooManyTries', message: '' }));
  queue.contentView(2);
  queue.flush();
  await settled();
  queue.contentView(3);
  queue.flush();
  expect(send.mock.calls.map(([batch]) => batch)).toMatchObject([
    { contents: [1] },
    { contents: [1, 2] },
    { contents: [3] },
  ]);
});
