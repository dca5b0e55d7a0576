/** What is nearby, from the beacon that the shell receives to the page that is opened. */
import { encode, trigger } from '@earth/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logLines } from '../../platform/app-log';
import { choose } from '../../platform/storage/device-choices';
import { setLanguage } from '../../shared/i18n';
import { hideToast, toastStore } from '../../shared/toast';
import { standInBluetooth } from '../../testing/bluetooth';
import { beginScope } from '../../testing/scope';
import { NativeRejection, type NativeShell, standInShell } from '../../testing/shell';
import { forgetContents, given, serve, showPages } from '../../testing/visitor';
import { Nearby } from './Nearby';

const uuid = 'f7826da6-4fa2-4e98-8024-bc5b71e0893e';
const beacon = (minor: number) => ({ uuid, major: 1, minor });
const triggerOf = (id: number, sid: number, minor: number) => ({
  id,
  sid,
  title: `Hall ${minor}`,
  sType: 2 as const,
  imageUrl: null,
  viewId: null,
  beacon: { ...beacon(minor), range: 'near' as const },
});
const answer = (...triggers: ReturnType<typeof triggerOf>[]) => given(encode(z.array(trigger), triggers));

let asked: readonly string[];
/** Milliseconds. */
let now: number;

beforeEach(() => {
  setLanguage('en');
  beginScope();
  now = Date.now();
  vi.spyOn(Date, 'now').mockImplementation(() => now);
});
afterEach(() => {
  const { toast } = toastStore.getState();
  if (toast) hideToast(toast.id);
  forgetContents();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const shellOf = (start: () => void = () => undefined) => standInShell({ Beacons: { start, stop: () => undefined } });
function show(address = '/earth', triggers = [triggerOf(1, 7, 1), triggerOf(2, 8, 2)]) {
  asked = serve(() => answer(...triggers));
  const page = () => <Nearby />;
  return showPages({ '/earth': page, '/content-detail/$contentId': page }, address);
}
const started = (shell: NativeShell) => waitFor(() => expect(shell.calls).toContain('Beacons.start'));
/** The visitor stands at a beacon for three seconds. */
const stand = (shell: NativeShell, minor: number) =>
  act(() => {
    for (const distance of [2, 1.5, 2]) {
      now += 1000;
      shell.emit('Beacons', 'seen', { beacons: [{ ...beacon(minor), distance }] });
    }
  });
const hide = (isHidden: boolean) =>
  act(() => {
    vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(isHidden ? 'hidden' : 'visible');
    document.dispatchEvent(new Event('visibilitychange'));
  });

test.each([
  ['en', 'You are near “Hall 1”', 'Open'],
  ['it', 'Sei vicino a «Hall 1»', 'Apri'],
] as const)(
  'D7.24: the scene of a beacon that is near is offered and opened, and the server hears of nobody’s place, in «%s»',
  async (language, words, open) => {
    setLanguage(language);
    const shell = shellOf();
    const router = show();
    await started(shell);
    expect(shell.optionsOf('Beacons', 'start')).toEqual([{ uuids: [uuid] }]);
    stand(shell, 1);
    expect(await screen.findByText(words)).toBeDefined();
    expect(asked).toEqual([`GET /api/triggers?l=${language}&sType=2`]);
    fireEvent.click(screen.getByRole('button', { name: open }));
    await waitFor(() => expect(router.state.location.pathname).toBe('/content-detail/7'));
  },
);

test('a beacon is offered once within ten minutes, and no two follow each other at once', async () => {
  const shell = shellOf();
  show();
  await started(shell);
  const offered = () => toastStore.getState().lastId;
  const before = offered();
  stand(shell, 1);
  stand(shell, 1);
  stand(shell, 2);
  expect(offered() - before).toBe(1);
  now += 15_000;
  stand(shell, 2);
  expect(offered() - before).toBe(2);
  // The page was hidden meanwhile.
  hide(true);
  hide(false);
  await waitFor(() => expect(shell.listeners('Beacons', 'seen')).toBe(1));
  now += 9 * 60_000;
  stand(shell, 1);
  expect(offered() - before).toBe(2);
  now += 60_000;
  stand(shell, 1);
  expect(offered() - before).toBe(3);
});

test('in the background nothing is looked for', async () => {
  const shell = shellOf();
  show();
  await started(shell);
  hide(true);
  await waitFor(() => expect(shell.calls.at(-1)).toBe('Beacons.stop'));
  expect(shell.listeners('Beacons', 'seen')).toBe(0);
});

test('D7.24: without beacons among the triggers nothing is started and nobody is asked', async () => {
  const shell = shellOf();
  show('/earth', []);
  await waitFor(() => expect(asked).toHaveLength(1));
  await act(async () => undefined);
  expect(shell.calls).toEqual([]);
});

test('the scene that is open is not offered', async () => {
  const shell = shellOf();
  show('/content-detail/7');
  await started(shell);
  stand(shell, 1);
  expect(toastStore.getState().toast).toBeNull();
});

test('Bluetooth that is off is logged, and said to nobody who has asked for nothing', async () => {
  choose('nearbyWanted', true);
  shellOf(() => {
    throw new NativeRejection('Bluetooth is off', 'UNAVAILABLE');
  });
  show();
  await waitFor(() => expect(logLines().at(-1)?.words).toBe('PluginError: Beacons: Bluetooth is off'));
  expect(toastStore.getState().toast).toBeNull();
});

test('D7.24: after each load a browser that looks only in a click offers to look, and then finds the scene', async () => {
  choose('nearbyWanted', true);
  const bluetooth = standInBluetooth();
  bluetooth.activation.isActive = false;
  show();
  expect(await screen.findByText('Look for what is nearby?')).toBeDefined();
  expect(bluetooth.scans).toEqual([]);
  bluetooth.activation.isActive = true;
  fireEvent.click(screen.getByRole('button', { name: 'Look' }));
  await waitFor(() => expect(bluetooth.scans).toHaveLength(1));
  act(() => {
    for (const _ of [1, 2, 3]) {
      now += 1000;
      bluetooth.receive(uuid, 1, 1, { rssi: -65 });
    }
  });
  expect(await screen.findByText('You are near “Hall 1”')).toBeDefined();
  choose('nearbyWanted', false);
});
