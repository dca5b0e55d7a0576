import type { SignedInDevice } from '@earth/contracts';
import { render, screen } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { api } from '../../data';
import { queryClient } from '../../data/queries';
import { testProfile } from '../../testing/people';
import { Protect } from './Protect';

vi.mock('../calls', () => ({ useCall: () => ({ view: { phase: 'idle' } }) }));

afterEach(() => {
  queryClient.clear();
  vi.restoreAllMocks();
});

const deviceOf = (minutesAgo: number): SignedInDevice => {
  const signInDate = new Date(Date.now() - minutesAgo * 60_000).toISOString();
  return { deviceId: 'device-1', appOs: 'web', model: '', signInDate, lastSeen: signInDate, isCurrent: true };
};

test('who has signed in just now goes on; who did long ago is asked to sign in again first', async () => {
  const list = vi.spyOn(api, 'listDevices').mockResolvedValue([deviceOf(1)]);
  const { unmount } = render(<Protect profile={testProfile()} />);
  await vi.waitFor(() => expect(queryClient.isFetching()).toBe(0));
  expect(screen.getByRole('button', { name: 'Choose a passphrase' })).toHaveProperty('disabled', false);
  expect(screen.queryByText(/with a new code/)).toBeNull();
  unmount();

  queryClient.clear();
  list.mockResolvedValue([deviceOf(31)]);
  render(<Protect profile={testProfile()} />);
  await screen.findByText(/with a new code/);
  expect(screen.getByRole('button', { name: 'Choose a passphrase' })).toHaveProperty('disabled', true);
});
