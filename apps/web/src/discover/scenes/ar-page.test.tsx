/** The start buttons of augmented reality, and its tutorials (D2.8, D2.34, D2.54, D3.30, D4.14). */
import { encode, menuItem } from '@earth/contracts';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { session } from '../../platform';
import { giveConfig } from '../../testing/config';
import { testEntry, testItem } from '../../testing/contents';
import { forgetContents, given, giveHeights, serve, several, showApp } from '../../testing/visitor';

const scene = testItem({ id: 3, title: 'The pump', ctnView: 11 });
let menu: readonly ReturnType<typeof testEntry>[];

beforeEach(() => {
  setLanguage('en');
  localStorage.clear();
  giveConfig();
  giveHeights();
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  menu = [testEntry({ id: 1, title: 'Explore', code: '/earth' }), testEntry({ id: 2, title: 'AR Logo', code: '/ar' })];
  serve((call) => {
    if (call.startsWith('GET /api/infocontents?menu')) return given(menu.map((one) => encode(menuItem, one)));
    if (call.startsWith('GET /api/infocontents/3')) return given(scene);
    if (call.startsWith('POST /api/markers')) return given([]);
    return several(scene);
  });
});
afterEach(() => {
  forgetContents();
  vi.unstubAllGlobals();
});

const tutorial = () => screen.findByRole('dialog', { name: 'How it works' });
const slides = async () => within(await tutorial()).getAllByRole('button', { name: /^Slide/ }).length;
/** This device has no camera. */
const camera = () => screen.findByText('No camera found');

test('D2.8, D2.34, D4.14: the home’s start button opens the tutorial, past which the camera opens', async () => {
  showApp('/earth');
  const entry = await screen.findByRole('region', { name: 'AR Logo' });
  fireEvent.click(within(entry).getByRole('link', { name: 'Start the camera' }));
  expect(await slides()).toBe(2);
  fireEvent.click(within(await tutorial()).getByRole('button', { name: 'Skip' }));
  expect(await camera()).toBeDefined();
});

test('without augmented reality in the menu the home has no entry', async () => {
  menu = [testEntry({ id: 1, title: 'Explore', code: '/earth' }), testEntry({ id: 4, title: 'Gallery' })];
  showApp('/earth');
  await screen.findByRole('link', { name: 'Gallery' });
  expect(screen.queryByRole('link', { name: 'Start the camera' })).toBeNull();
});

test('D2.54, D3.30: the Start of a scene has a tutorial of its own with three slides, which the switch skips from then on', async () => {
  const router = showApp('/content-detail/3');
  fireEvent.click(await screen.findByRole('link', { name: 'Start The pump' }));
  expect(await slides()).toBe(3);
  fireEvent.click(within(await tutorial()).getByRole('switch', { name: 'Don’t show again' }));
  expect([localStorage.getItem('skip_ar_scene_tutorial'), localStorage.getItem('skip_ar_logo_tutorial')]).toEqual([
    'true',
    null,
  ]);
  router.history.back();
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'How it works' })).toBeNull());
  await waitFor(() => expect(router.state.location.pathname).toBe('/content-detail/3'));
  fireEvent.click(await screen.findByRole('link', { name: 'Start The pump' }));
  expect(await camera()).toBeDefined();
});
