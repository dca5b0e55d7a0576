import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api, session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { testProfile } from '../../testing/people';
import { AppScope, queries } from '../../testing/scope';
import { contentsClient } from '../lists/model/contents-client';
import { ownTermsQuery } from './model/own-terms';
import { TermsAtStart } from './TermsAtStart';

const section = (words: string) => [{ heading: 'Use', paragraphs: [words] }];
const terms = (version: number, words: string) => {
  const one = { updated: `Version ${version}`, terms: section(words), privacy: section('Privacy') };
  return { version, en: one, it: one };
};
const fetched = vi.fn<(url: string) => Promise<Response>>();

beforeEach(() => {
  setLanguage('en');
  localStorage.clear();
  contentsClient.clear();
  vi.stubGlobal('fetch', fetched);
  fetched.mockReset().mockImplementation(async () => Response.json(terms(2, 'Newer words')));
  session.store.setState({ status: 'signedIn', profile: testProfile() }, true);
});
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
});

const show = () =>
  render(
    <AppScope>
      <TermsAtStart version={2} />
    </AppScope>,
  );

test('shows the version in force, though this device has an older one, and sends which was approved', async () => {
  contentsClient.setQueryData(['terms'], terms(1, 'Older words'));
  const accept = vi.spyOn(api, 'acceptTerms').mockResolvedValue(null);
  show();
  expect(await screen.findByText('Newer words')).toBeDefined();
  expect(screen.queryByText('Older words')).toBeNull();
  fireEvent.keyDown(screen.getByRole('dialog'), { key: 'Escape' });
  expect(screen.getByRole('dialog')).toBeDefined();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'APPROVE' }).getAttribute('aria-disabled')).toBe('false'),
  );
  fireEvent.click(screen.getByRole('button', { name: 'APPROVE' }));
  await waitFor(() => expect(queries().getQueryData(ownTermsQuery.queryKey)).toEqual({ version: 2, isAccepted: true }));
  expect(accept).toHaveBeenCalledWith({ version: 2, language: 'en' });
  expect(localStorage.getItem('accepted_terms_of_use')).toBe('true');
});

test('who does not approve is signed out', async () => {
  const signOut = vi.spyOn(session, 'signOut').mockResolvedValue();
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Sign out' }));
  expect(signOut).toHaveBeenCalledOnce();
});

test('if newer ones were published meanwhile, says so and approves nothing', async () => {
  const changed = new ApiError({ code: 409, error: 'termsChanged', message: 'Newer terms are available' });
  vi.spyOn(api, 'acceptTerms').mockRejectedValue(changed);
  show();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'APPROVE' }).getAttribute('aria-disabled')).toBe('false'),
  );
  fireEvent.click(screen.getByRole('button', { name: 'APPROVE' }));
  expect(await screen.findByText('Newer terms are available')).toBeDefined();
  expect(localStorage.getItem('accepted_terms_of_use')).toBeNull();
});
