import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testRoom } from '../../testing/rooms';
import { useUnreadAfter } from './use-unread-after';

const begin = (room: Parameters<typeof useUnreadAfter>[0]) =>
  renderHook((shown: typeof room) => useUnreadAfter(shown), { initialProps: room });
const room = testRoom([], { readPosition: 4, unreadMessages: 2 });

test('who comes had read up to where the room says, however far they read on', () => {
  const { result, rerender } = begin(room);
  expect(result.current).toBe(4);
  rerender({ ...room, readPosition: 6, unreadMessages: 0 });
  expect(result.current).toBe(4);
});

test('what is new is known once the server has been heard: the device kept the room as it was before', () => {
  const { result, rerender } = begin({ ...room, isKept: true, readPosition: 3, unreadMessages: 0 });
  expect(result.current).toBeNull();
  rerender(room);
  expect(result.current).toBe(4);
});

test('what was new when the device kept the room may have been read elsewhere since', () => {
  const { result, rerender } = begin({ ...room, isKept: true });
  rerender({ ...room, readPosition: 6, unreadMessages: 0 });
  expect(result.current).toBeNull();
});

test('what comes while one looks is not new', () => {
  const { result, rerender } = begin({ ...room, unreadMessages: 0 });
  rerender(room);
  expect(result.current).toBeNull();
});
