/** The page of notifications (D2.62, D8.14). */
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import * as analytics from '../../shared/analytics';
import { setLanguage } from '../../shared/i18n';
import { createDeviceCache, forgetCache } from '../../platform/storage/device-cache';
import { push } from '../../platform/push/page-push';
import { recordReceived, readReceived, type ReceivedNotification } from '../../platform/push/received-notifications';
import { showPages } from '../../testing/visitor';
import { NotificationsPage } from '.';
import { queries } from '../../testing/scope';

const seen = vi.spyOn(analytics, 'screenView').mockReturnValue();
const room = '0190a000-0000-7000-8000-0000000000cc';
const call = '0190a000-0000-7000-8000-0000000000aa';
const written: ReceivedNotification = {
  id: `${room} 1`,
  about: { kind: 'room', uniqueId: room },
  title: 'Luca Moretti',
  descr: 'The pump leaks again',
  date: new Date(2026, 0, 6, 10, 31).getTime(),
  isRead: false,
};
const missed: ReceivedNotification = {
  id: call,
  about: { kind: 'call', uniqueId: call },
  title: 'Sara Conti',
  descr: 'Missed call',
  date: new Date(2026, 0, 7, 9, 5).getTime(),
  isRead: false,
};

const show = () => showPages({ '/notifications': NotificationsPage }, '/notifications');

beforeEach(async () => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  queries().clear();
  await forgetCache();
});

test('D2.13, D2.62: lists title, date and description, newest first, each a link to its subject', async () => {
  await recordReceived(written);
  await recordReceived(missed);
  show();
  const rows = within(await screen.findByRole('list', { name: 'Notifications' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Sara Conti, New.*7 January.*09:05.*Missed call$/),
    expect.stringMatching(/^Luca Moretti, New.*6 January.*10:31.*The pump leaks again$/),
  ]);
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/calls/${call}`,
    `/rooms/${room}`,
  ]);
  expect(seen).toHaveBeenCalledWith('Notifications');
  // Opening the list marks them as read; the list still shows which were new.
  await waitFor(async () => expect((await readReceived()).every(({ isRead }) => isRead)).toBe(true));
  expect(screen.getAllByText(/New/)).toHaveLength(2);
});

test.each([
  ['en', 'No notifications yet'],
  ['it', 'Ancora nessuna notifica'],
] as const)('D2.62: says that the list is empty, in «%s»', async (language, words) => {
  setLanguage(language);
  show();
  expect(await screen.findByText(words)).toBeDefined();
  expect(screen.queryByRole('list')).toBeNull();
});

test('an empty list offers to turn notifications on if the browser may ask; if they are on it offers nothing', async () => {
  push.store.setState('asking', true);
  const turnOn = vi.spyOn(push, 'turnOn').mockResolvedValue();
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Turn on notifications' }));
  expect(turnOn).toHaveBeenCalledOnce();
  act(() => push.store.setState('on', true));
  expect(screen.queryByRole('button', { name: 'Turn on notifications' })).toBeNull();
  expect(screen.queryByRole('link', { name: 'Settings' })).toBeNull();
  act(() => push.store.setState('blocked', true));
  expect(screen.getByRole('link', { name: 'Settings' })).toBeDefined();
});

test('D8.14: shows «ERRORE» if the list cannot be parsed', async () => {
  await createDeviceCache('device').keep('receivedNotifications', 'no list');
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('ERRORE');
});

test('clears all notifications, and can undo it', async () => {
  await recordReceived(written);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Clear all' }));
  expect(await screen.findByText('No notifications yet')).toBeDefined();
  expect(await readReceived()).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  expect(await screen.findByRole('link', { name: /Luca Moretti/ })).toBeDefined();
});
