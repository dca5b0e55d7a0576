import { encode, errorOf, type SignedInDevice, signedInDevice } from '@earth/contracts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { session } from '../../platform';
import { createLocalStore } from '../../platform/storage/local-store';
import { testProfile } from '../../testing/people';
import { toastStore } from '../../shared/toast';
import { SignedIn } from './SignedIn';
import { AppScope, queries } from '../../testing/scope';

const here: SignedInDevice = {
  deviceId: 'device-here',
  appOs: 'web',
  model: 'Chrome, Windows',
  signInDate: '2025-11-01T10:00:00Z',
  lastSeen: '2025-11-20T10:00:00Z',
  isCurrent: true,
};
const phone: SignedInDevice = { ...here, deviceId: 'device-phone', model: 'Chrome, Android', isCurrent: false };
const nameless: SignedInDevice = { ...here, deviceId: 'device-tablet', appOs: 'ios', model: '', isCurrent: false };

let devices: readonly SignedInDevice[];
/** The server's error, if any. */
let refusal: 'internal' | 'notFound' | null;
const requests: string[] = [];

function answer(method: string, url: string): Response {
  if (refusal) {
    const [code, message] = errorOf(refusal);
    return Response.json({ result: { success: false, code, message }, data: { error: refusal } }, { status: code });
  }
  if (method === 'DELETE') devices = devices.filter(({ deviceId }) => !url.endsWith(deviceId));
  const data = method === 'GET' ? devices.map((device) => encode(signedInDevice, device)) : null;
  return Response.json({ result: { success: true, code: 200, message: '' }, data });
}

beforeEach(async () => {
  setLanguage('en');
  devices = [here, phone, nameless];
  refusal = null;
  requests.length = 0;
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    requests.push(`${method} ${url}`);
    return answer(method, url);
  });
});
afterEach(() => {
  queries().clear();
  vi.unstubAllGlobals();
});

function show() {
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'device-here' });
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
  render(
    <AppScope>
      <SignedIn />
    </AppScope>,
  );
}

test('lists the user’s devices; marks this one, which cannot be signed out here', async () => {
  show();
  const rows = await screen.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringContaining('Chrome, WindowsThis device'),
    expect.stringMatching(/^Chrome, AndroidLast used .+Sign out$/),
    expect.stringMatching(/^A phoneLast used .+Sign out$/),
  ]);
  expect(rows.map((row) => within(row).queryByRole('button')?.getAttribute('aria-label'))).toEqual([
    undefined,
    'Sign out Chrome, Android',
    'Sign out A phone',
  ]);
});

test('signs out another device after a confirmation', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out Chrome, Android' }));
  await screen.findByRole('dialog', { name: 'Sign out Chrome, Android?' });
  expect(requests).toEqual(['GET /services/devices']);
  fireEvent.click(screen.getByRole('button', { name: 'Sign out' }));
  await waitFor(() => expect(toastStore.getState().toast?.words).toBe('Chrome, Android is signed out'));
  expect(requests[1]).toBe('DELETE /services/devices/device-phone');
  await waitFor(() => expect(screen.queryByText('Chrome, Android')).toBeNull());
});

test('shows why a device could not be signed out, and lets the user retry', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out Chrome, Android' }));
  refusal = 'internal';
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  await screen.findByText(/Something went wrong/);
  refusal = null;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(screen.queryByText('Chrome, Android')).toBeNull());
});

test('counts a device that has signed out meanwhile as done', async () => {
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out Chrome, Android' }));
  const ending = await screen.findByRole('button', { name: 'Sign out' });
  devices = [here];
  vi.stubGlobal('fetch', async (url: string, { method = 'GET' }: RequestInit) => {
    refusal = method === 'DELETE' ? 'notFound' : null;
    return answer(method, url);
  });
  fireEvent.click(ending);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getAllByRole('listitem')).toHaveLength(1);
});

test('a list that failed to load can be retried', async () => {
  refusal = 'notFound';
  show();
  await screen.findByText('Couldn’t load your devices');
  refusal = null;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await expect(screen.findByText('This device')).resolves.toBeTruthy();
});
