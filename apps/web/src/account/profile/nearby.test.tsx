/** The switch «Tell me what is nearby». */
import { encode, trigger } from '@earth/contracts';
import { act, fireEvent, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, expect, test, vi } from 'vitest';
import { choose, isChosen } from '../../platform/storage/device-choices';
import { setLanguage } from '../../shared/i18n';
import { standInBluetooth } from '../../testing/bluetooth';
import { NativeRejection, type NativePlugin, type NativeShell, standInShell } from '../../testing/shell';
import { forgetContents, given, serve, showPages } from '../../testing/visitor';
import { NearbyGroup } from './NearbyGroup';

const uuid = 'f7826da6-4fa2-4e98-8024-bc5b71e0893e';
const hall = {
  id: 1,
  sid: 7,
  title: 'Hall',
  sType: 2 as const,
  imageUrl: null,
  viewId: null,
  beacon: { uuid, major: 1, minor: 1, range: null },
};

afterEach(() => {
  forgetContents();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

function show(triggers: (typeof hall)[] = [hall]) {
  const asked = serve(() => given(encode(z.array(trigger), triggers)));
  const Settings = () => (
    <>
      <h1>Settings</h1>
      <NearbyGroup />
    </>
  );
  showPages({ '/settings': Settings }, '/settings');
  return asked;
}

function plugins(answer: string, Beacons?: NativePlugin) {
  let state = 'prompt';
  return {
    Beacons: { start: () => undefined, stop: () => undefined, ...Beacons },
    Permissions: {
      check: () => ({ state }),
      request() {
        state = answer;
        return { state };
      },
      openSettings: () => undefined,
    },
  };
}

test.each([
  ['en', 'Tell me what is nearby', /^This device doesn’t let the app look for beacons/, 'Open the device’s settings'],
  ['it', 'Dimmi che cosa c’è vicino', /^Questo dispositivo non permette/, 'Apri le impostazioni del dispositivo'],
] as const)(
  'D7.24: the permission is asked for by the switch alone; refused, it stays off and leads to the settings, in «%s»',
  async (language, label, refused, settings) => {
    setLanguage(language);
    const shell = standInShell(plugins('denied'));
    show();
    const toggle = await screen.findByRole<HTMLInputElement>('switch', { name: label });
    expect([toggle.checked, shell.calls]).toEqual([false, []]);
    fireEvent.click(toggle);
    expect(await screen.findByText(refused)).toBeDefined();
    expect([toggle.checked, isChosen('nearbyWanted')]).toEqual([false, false]);
    expect(shell.calls).toEqual(['Permissions.check', 'Permissions.request']);
    fireEvent.click(screen.getByRole('button', { name: settings }));
    await waitFor(() => expect(shell.optionsOf('Permissions', 'openSettings')).toEqual([{ page: 'app' }]));
  },
);

/** The switch, after it was turned on and the scan has begun. */
async function tryOut(shell: NativeShell) {
  show();
  const toggle = await screen.findByRole<HTMLInputElement>('switch');
  fireEvent.click(toggle);
  expect(await screen.findByText('Checking whether this device can find beacons…')).toBeDefined();
  await waitFor(() => expect(shell.calls).toContain('Beacons.start'));
  return toggle;
}
const found = { beacons: [{ uuid, major: 1, minor: 1, distance: 2 }] };

test('allowed, the scan is tried once, and the switch is on until it is turned off', async () => {
  setLanguage('en');
  const shell = standInShell(plugins('granted'));
  const toggle = await tryOut(shell);
  expect(toggle.checked).toBe(false);
  shell.emit('Beacons', 'seen', found);
  await waitFor(() => expect(toggle.checked).toBe(true));
  expect(shell.optionsOf('Permissions', 'request')).toEqual([{ name: 'beacons' }]);
  await screen.findByText(/^When you stand near something with a beacon/);
  expect(shell.calls.filter((call) => /Beacons\.st/.test(call))).toEqual(['Beacons.start', 'Beacons.stop']);
  fireEvent.click(toggle);
  expect([toggle.checked, isChosen('nearbyWanted')]).toEqual([false, false]);
});

test('Bluetooth that is off is said, and the switch stays off', async () => {
  setLanguage('en');
  const start = () => {
    throw new NativeRejection('Bluetooth is off', 'UNAVAILABLE');
  };
  standInShell(plugins('granted', { start }));
  show();
  const toggle = await screen.findByRole<HTMLInputElement>('switch');
  fireEvent.click(toggle);
  expect(await screen.findByText(/Bluetooth is off/)).toBeDefined();
  expect(toggle.checked).toBe(false);
});

test('Bluetooth that is off is said on iOS too, where the scan starts all the same', async () => {
  setLanguage('en');
  const shell = standInShell(plugins('granted'), 'ios');
  const toggle = await tryOut(shell);
  shell.emit('Beacons', 'failed', { message: 'Bluetooth is off' });
  expect(await screen.findByText(/Bluetooth is off/)).toBeDefined();
  await waitFor(() => expect(shell.calls).toContain('Beacons.stop'));
  expect([toggle.checked, isChosen('nearbyWanted')]).toEqual([false, false]);
});

test('a permission that was withdrawn is said while the switch is on, until it is given again', async () => {
  setLanguage('en');
  choose('nearbyWanted', true);
  let state = 'denied';
  standInShell({ Beacons: {}, Permissions: { check: () => ({ state }) } });
  show();
  expect(await screen.findByText(/^This device doesn’t let the app look for beacons/)).toBeDefined();
  expect(screen.getByRole<HTMLInputElement>('switch').checked).toBe(true);
  state = 'granted';
  for (const visibility of ['hidden', 'visible'] as const)
    act(() => {
      vi.spyOn(document, 'visibilityState', 'get').mockReturnValue(visibility);
      document.dispatchEvent(new Event('visibilitychange'));
    });
  expect(await screen.findByText(/^When you stand near something with a beacon/)).toBeDefined();
});

test('without beacons, or on a device that cannot find any, there is no switch', async () => {
  standInShell(plugins('granted'));
  const asked = show([]);
  await waitFor(() => expect(asked).toHaveLength(1));
  expect(screen.queryByRole('switch')).toBeNull();
  forgetContents();
  vi.unstubAllGlobals();
  const askedByBrowser = show();
  await screen.findByText('Settings');
  await act(async () => undefined);
  expect(askedByBrowser).toEqual([]);
  expect(screen.queryByRole('switch')).toBeNull();
});

test('a browser asks for nothing but its own permission; refused, the switch stays off and says so', async () => {
  setLanguage('en');
  choose('nearbyWanted', false);
  const bluetooth = standInBluetooth();
  bluetooth.next.error = 'NotAllowedError';
  show();
  const toggle = await screen.findByRole<HTMLInputElement>('switch');
  fireEvent.click(toggle);
  expect(await screen.findByText(/^This browser didn’t look for beacons/)).toBeDefined();
  expect([toggle.checked, isChosen('nearbyWanted')]).toEqual([false, false]);
  expect(screen.queryByRole('button')).toBeNull();
  bluetooth.next.error = null;
  fireEvent.click(toggle);
  await screen.findByText('Checking whether this device can find beacons…');
  await waitFor(() => expect(bluetooth.scans).toHaveLength(1));
  bluetooth.receive(uuid, 1, 1);
  await waitFor(() => expect(toggle.checked).toBe(true));
  expect(await screen.findByText(/^When you stand near something with a beacon/)).toBeDefined();
  expect(bluetooth.scans[0]?.active).toBe(true);
  fireEvent.click(toggle);
  expect([toggle.checked, bluetooth.scans[0]?.active]).toEqual([false, false]);
});
