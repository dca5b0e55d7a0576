import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { testProfile } from '../../testing/people';
import { AppScope } from '../../testing/scope';
import { PhoneGroup } from './PhoneGroup';

const me = testProfile();
/** What the server has stored. */
let phone: string;

beforeEach(() => {
  setLanguage('en');
  phone = '';
  session.store.setState({ status: 'signedIn', profile: me }, true);
  vi.spyOn(api, 'setPhone').mockImplementation(async (sent) => {
    phone = sent.phone;
    return { ...me, phone };
  });
  vi.spyOn(session, 'renewProfile').mockImplementation(async () => {
    const { phone: _, ...rest } = me;
    session.store.setState({ status: 'signedIn', profile: phone ? { ...rest, phone } : rest }, true);
  });
});
afterEach(() => vi.restoreAllMocks());

async function write(name: string, number: string) {
  fireEvent.click(screen.getByRole('button', { name }));
  const field = await screen.findByRole('textbox', { name: 'Phone' });
  fireEvent.change(field, { target: { value: number } });
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

test('the telephone number is added, and removed by an empty one', async () => {
  render(
    <AppScope>
      <PhoneGroup />
    </AppScope>,
  );
  expect(screen.getByText('No phone number')).toBeDefined();
  await write('Add phone number', ' (+39) 0522 123456 ');
  expect(await screen.findByText('(+39) 0522 123456')).toBeDefined();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  await write('Change phone number', '');
  expect(await screen.findByText('No phone number')).toBeDefined();
  expect(phone).toBe('');
});

test('what is no number is not sent', async () => {
  render(
    <AppScope>
      <PhoneGroup />
    </AppScope>,
  );
  await write('Add phone number', 'call me');
  expect((await screen.findByRole('alert')).textContent).toContain('Enter a phone number');
  expect(api.setPhone).not.toHaveBeenCalled();
});
