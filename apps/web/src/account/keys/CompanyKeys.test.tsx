import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, session } from '../../platform';
import { testProfile } from '../../testing/people';
import { CompanyKeys } from './CompanyKeys';
import { AppScope, queries } from '../../testing/scope';

const profile = testProfile();
const { id } = profile.company;
beforeEach(() => session.store.setState({ status: 'signedIn', profile }, true));
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
});

const show = () =>
  render(
    <AppScope>
      <CompanyKeys />
    </AppScope>,
  );

test('shows an admin how many members have protected keys, and requires them of everyone', async () => {
  vi.spyOn(api, 'getCompanyKeys').mockResolvedValue({ required: false, people: 7, protectedPeople: 2 });
  const change = vi
    .spyOn(api, 'requireCompanyKeys')
    .mockResolvedValue({ required: true, people: 7, protectedPeople: 3 });
  show();
  const choice = await screen.findByRole('switch', { name: 'Require protected keys' });
  expect(choice).toHaveProperty('checked', false);
  expect(screen.getByRole('status').textContent).toBe('2 of 7 people have protected keys.');
  fireEvent.click(choice);
  await screen.findByText(/3 of 7/);
  expect(change).toHaveBeenCalledWith({ id, required: true });
  expect(choice).toHaveProperty('checked', true);
  screen.getByText(/can’t continue without/);
});

test('rolls back a change that the server refuses', async () => {
  vi.spyOn(api, 'getCompanyKeys').mockResolvedValue({ required: false, people: 7, protectedPeople: 2 });
  const refused = vi.spyOn(api, 'requireCompanyKeys').mockRejectedValue(new Error('no net'));
  show();
  const choice = await screen.findByRole('switch');
  fireEvent.click(choice);
  await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(1));
  await vi.waitFor(() => expect(choice).toHaveProperty('checked', false));
});
