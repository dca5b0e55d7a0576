/** The side panel (D2.28), and installation. */
import { encode, menuItem, type MenuItem } from '@earth/contracts';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { forgetCache } from '../../platform/storage/device-cache';
import { recordReceived } from '../../platform/push/received-notifications';
import { testEntry } from '../../testing/contents';
import { given, refused, serve, showApp } from '../../testing/visitor';
import { giveConfig } from '../../testing/config';
import { contentsClient } from '../lists/model/contents-client';
import { api } from '../../platform';

const start = testEntry({ title: 'Explore', code: '/earth' });
let menu: readonly MenuItem[];

beforeEach(async () => {
  vi.spyOn(api, 'countEvents').mockResolvedValue(null);
  giveConfig();
  menu = [start];
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  serve(() => given(menu.map((one) => encode(menuItem, one))));
  contentsClient.clear();
  await forgetCache();
});

async function openMenu() {
  showApp('/earth');
  fireEvent.click(await screen.findByRole('button', { name: 'Menu' }));
  return await screen.findByRole('dialog', { name: 'Menu' });
}

test('D2.28: the side panel has a logo that leads to the start, and the number of unread notifications', async () => {
  for (const number of [1, 2])
    await recordReceived({
      id: String(number),
      about: { kind: 'room', uniqueId: 'room' },
      title: 'Luca Moretti',
      descr: '',
      date: number,
      isRead: number === 1,
    });
  const panel = await openMenu();
  expect(await within(panel).findByRole('link', { name: 'Explore' })).toBeTruthy();
  expect(within(panel).getByRole('link', { name: 'Earth' }).getAttribute('href')).toBe('/earth');
  const link = await within(panel).findByRole('link', { name: /^Notifications.*1 unread/ });
  expect(link.getAttribute('href')).toBe('/notifications');
});

test('D2.28: the logo leads to /tutorial if the menu has no start entry', async () => {
  menu = [{ ...start, title: 'Vases', code: '/vases' }];
  const panel = await openMenu();
  await within(panel).findByRole('link', { name: 'Vases' });
  expect(within(panel).getByRole('link', { name: 'Earth' }).getAttribute('href')).toBe('/tutorial');
});

test.each([
  ['a build that has it on', true, true, 1],
  ['one that has it off', false, true, 0],
  ['a server without calls', true, false, 0],
] as const)('D9.22: an entry for calls in the menu of %s', async (_, videoCall, callsEnabled, ways) => {
  giveConfig({ callsEnabled, brand: { videoCall } });
  const panel = await openMenu();
  await within(panel).findByRole('link', { name: 'Explore' });
  const links = within(panel).queryAllByRole('link', { name: 'Video call' });
  expect(links.map((link) => link.getAttribute('href'))).toEqual(Array.from({ length: ways }, () => '/'));
});

test('the recognition camera is in the menu only with a catalogue to compare with', async () => {
  const camera = testEntry({ id: 2, title: 'Find a tile', code: '/asset-recognition' });
  menu = [start, camera];
  const panel = await openMenu();
  await within(panel).findByRole('link', { name: 'Explore' });
  expect(within(panel).queryByRole('link', { name: 'Find a tile' })).toBeNull();
  menu = [start, camera, testEntry({ id: 3, title: 'Tiles', modelCode: 'TILES' })];
  await act(() => contentsClient.invalidateQueries());
  expect(await within(panel).findByRole('link', { name: 'Find a tile' })).toBeTruthy();
});

test('D9.20: the logo of the menu has the width of the build', async () => {
  giveConfig({ brand: { menuLogoWidth: 144 } });
  const panel = await openMenu();
  expect(within(panel).getByRole('link', { name: 'Earth' }).style.width).toBe('144px');
});

test('while the menu loads or fails, the panel says so and still shows the fixed entries', async () => {
  const { fetch } = globalThis;
  vi.stubGlobal('fetch', () => new Promise(() => undefined));
  const panel = await openMenu();
  expect(within(panel).getByText('Loading')).toBeTruthy();
  expect(within(panel).getByRole('link', { name: 'Settings' })).toBeTruthy();
  vi.stubGlobal('fetch', async () => refused('notFound'));
  await act(() => contentsClient.resetQueries({ queryKey: ['menu'] }));
  await within(panel).findByText('Couldn’t load the menu');
  vi.stubGlobal('fetch', fetch);
  fireEvent.click(within(panel).getByRole('button', { name: 'Try again' }));
  await within(panel).findByRole('link', { name: 'Explore' });
});

test('installs the app from the menu if the browser offers it, and offers it once', async () => {
  const panel = await openMenu();
  expect(within(panel).queryByRole('button', { name: 'Install Earth' })).toBeNull();
  const prompt = vi.fn<() => Promise<void>>(async () => undefined);
  const offer = Object.assign(new Event('beforeinstallprompt', { cancelable: true }), { prompt });
  act(() => void dispatchEvent(offer));
  expect(offer.defaultPrevented).toBe(true);
  fireEvent.click(await within(panel).findByRole('button', { name: 'Install Earth' }));
  expect(prompt).toHaveBeenCalledOnce();
  await waitFor(() => expect(within(panel).queryByRole('button', { name: 'Install Earth' })).toBeNull());
});
