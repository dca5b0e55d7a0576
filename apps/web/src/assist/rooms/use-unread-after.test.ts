import { renderHook } from '@testing-library/react';
import { expect, test } from 'vitest';
import { testRoom } from '../../testing/rooms';
import { useUnreadAfter } from './use-unread-after';

const begin = (room: Parameters<typeof useUnreadAfter>[0]) =>
  renderHook((shown: typeof room) => useUnreadAfter(shown), { initialProps: room });
const room = testRoom([], { readPosition: 4, unreadMessages: 2 });

test('the position is that of opening the room, even when the user reads on', () => {
  const { result, rerender } = begin(room);
  expect(result.current).toBe(4);
  rerender({ ...room, readPosition: 6, unreadMessages: 0 });
  expect(result.current).toBe(4);
});

test('the position is known only when the server has answered, because the cache is older', () => {
  const { result, rerender } = begin({ ...room, isKept: true, readPosition: 3, unreadMessages: 0 });
  expect(result.current).toBeNull();
  rerender(room);
  expect(result.current).toBe(4);
});

test('messages unread in the cache may have been read on another device since', () => {
  const { result, rerender } = begin({ ...room, isKept: true });
  rerender({ ...room, readPosition: 6, unreadMessages: 0 });
  expect(result.current).toBeNull();
});

test('messages that arrive while the room is visible are not unread', () => {
  const { result, rerender } = begin({ ...room, unreadMessages: 0 });
  rerender(room);
  expect(result.current).toBeNull();
});
