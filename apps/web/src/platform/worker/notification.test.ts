import type { PushMessage } from '@earth/contracts';
import { expect, test } from 'vitest';
import { notificationOf } from './notification';

const push = (isMention: boolean) =>
  ({
    messageType: 'RoomMessage',
    messageContent: {
      roomUniqueId: 'r',
      sender: { name: 'Luca Moretti' },
      date: '2026-01-06T10:00:00.000Z',
      isMention,
    },
  }) as Extract<PushMessage, { readonly messageType: 'RoomMessage' }>;
const shownOf = (isMention: boolean, date: string) => {
  const opened = { senderName: 'Marco Bassi', date, text: 'See you', fileName: null };
  const { title, options } = notificationOf(push(isMention), { language: 'en', now: 0, callerName: '', opened });
  return [title, options.body];
};

test('a mention names who wrote it, also if another message is the newest by now; other messages show the newest', () => {
  const later = '2026-01-06T10:00:05.000Z';
  expect(shownOf(true, later)).toEqual(['Luca Moretti mentioned you', 'New message']);
  expect(shownOf(true, '2026-01-06T10:00:00.000Z')).toEqual(['Marco Bassi mentioned you', 'See you']);
  expect(shownOf(false, later)).toEqual(['Marco Bassi', 'See you']);
});
