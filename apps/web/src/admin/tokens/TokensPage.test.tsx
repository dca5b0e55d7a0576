import { type ApiToken, createToken, endToken, listTokens, TOKENS_MAX } from '@earth/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as platform from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { testProfile } from '../../testing/people';
import { queries } from '../../testing/scope';
import { showPages } from '../../testing/visitor';
import { TokensPage } from './TokensPage';

const DAY_MS = 24 * 3600_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString();

const apiToken = (change: Partial<ApiToken> = {}): ApiToken => ({
  id: '0190a000-0000-7000-8000-000000000001',
  name: 'Website',
  scopes: ['write', 'leads'],
  lastFour: 'x7Qa',
  createdDate: '2026-03-02T10:00:00.000Z',
  createdBy: 'Paolo Neri',
  expiresDate: inDays(60),
  lastUsedDate: null,
  ...change,
});

const list = vi.fn<(input: object) => Promise<ApiToken[]>>();
const create = vi.fn<(input: object) => Promise<{ readonly apiToken: ApiToken; readonly token: string }>>();
const end = vi.fn<(input: object) => Promise<null>>();
const answers = new Map<object, (input: object) => Promise<unknown>>([
  [listTokens, list],
  [createToken, create],
  [endToken, end],
]);
beforeEach(() => {
  vi.spyOn(platform, 'sendCall').mockImplementation((async (call: object, input: object) =>
    answers.get(call)?.(input)) as typeof platform.sendCall);
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  platform.session.store.setState({ status: 'signedIn', profile: testProfile({}, 'ADMIN') });
  for (const spy of [list, create, end]) spy.mockReset();
});
afterEach(() => {
  cleanup();
  platform.session.store.setState({ status: 'signedOut', isOver: false }, true);
  queries().clear();
  vi.unstubAllGlobals();
});

const show = () => showPages({ '/admin/tokens': TokensPage }, '/admin/tokens');

test('a token needs a name and something that it may do, and is shown once', async () => {
  list.mockResolvedValueOnce([]).mockResolvedValue([apiToken()]);
  create.mockResolvedValue({ apiToken: apiToken(), token: 'earth_secret' });
  show();
  expect(await screen.findByText('No tokens yet')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'New token' }));
  const form = within(await screen.findByRole('dialog', { name: 'New token' }));
  const make = form.getByRole('button', { name: 'Create' });
  const isHeld = () => make.getAttribute('aria-disabled');
  expect(isHeld()).toBe('true');
  fireEvent.change(form.getByLabelText('What’s it for?'), { target: { value: ' Website ' } });
  fireEvent.change(form.getByLabelText('Contents, menu and scenes'), { target: { value: 'none' } });
  expect(isHeld()).toBe('true');
  fireEvent.click(form.getByRole('switch', { name: 'Read contact requests' }));
  expect(isHeld()).toBe('false');
  fireEvent.change(form.getByLabelText('Contents, menu and scenes'), { target: { value: 'write' } });
  fireEvent.change(form.getByLabelText('Valid for'), { target: { value: '365' } });
  fireEvent.click(make);
  const shown = within(await screen.findByRole('dialog', { name: 'Your new token' }));
  expect(shown.getByText('earth_secret')).toBeTruthy();
  expect(create).toHaveBeenCalledWith({ name: 'Website', scopes: ['write', 'leads'], days: 365 });
  fireEvent.click(shown.getByRole('button', { name: 'I’ve saved it' }));
  await waitFor(() => expect(screen.queryByText('earth_secret')).toBeNull());
  expect(screen.getByText('Reads and writes contents · Reads contact requests')).toBeTruthy();
});

test('what the server refuses is said in the form', async () => {
  list.mockResolvedValue([]);
  create.mockRejectedValue(new Error('No network'));
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'New token' }));
  const form = within(await screen.findByRole('dialog', { name: 'New token' }));
  fireEvent.change(form.getByLabelText('What’s it for?'), { target: { value: 'Website' } });
  fireEvent.click(form.getByRole('button', { name: 'Create' }));
  expect((await form.findByRole('alert')).textContent).not.toBe('');
});

test('a row says the last use, and when the token expires', async () => {
  list.mockResolvedValue([
    apiToken({ name: 'Fresh', lastUsedDate: new Date(Date.now() - 12 * 60_000).toISOString() }),
    apiToken({ id: '0190a000-0000-7000-8000-000000000002', name: 'Soon', expiresDate: inDays(2.5), createdBy: null }),
    apiToken({ id: '0190a000-0000-7000-8000-000000000003', name: 'Over', expiresDate: inDays(-1) }),
  ]);
  show();
  const [fresh, soon, over] = await screen.findAllByRole('listitem');
  expect(fresh?.textContent).toContain('Created by Paolo Neri · last used 12 min ago');
  expect(fresh?.textContent).toContain('…x7Qa · valid until ');
  expect(fresh?.textContent).not.toContain('Expire');
  expect(soon?.textContent).toContain('Expires in 3 days');
  expect(soon?.textContent).toContain('never used');
  expect(over?.textContent).toContain('Expired');
});

test('ending is asked first, and a refusal is said there', async () => {
  list.mockResolvedValueOnce([apiToken()]).mockResolvedValue([]);
  end.mockRejectedValueOnce(new Error('No network')).mockResolvedValue(null);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Revoke the token “Website”' }));
  const question = within(await screen.findByRole('dialog', { name: 'Revoke “Website”?' }));
  fireEvent.click(question.getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(question.getByRole('alert').textContent).not.toBe(''));
  fireEvent.click(question.getByRole('button', { name: 'Revoke' }));
  expect(await screen.findByText('No tokens yet')).toBeTruthy();
  expect(end).toHaveBeenCalledWith({ tokenId: apiToken().id });
});

test('a company with as many as it may have makes no further ones', async () => {
  list.mockResolvedValue(
    Array.from({ length: TOKENS_MAX }, (_, index) =>
      apiToken({ id: `0190a000-0000-7000-8000-0000000000${index + 10}` }),
    ),
  );
  show();
  expect(await screen.findByText(/^You have 20 tokens/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull();
});

test('a list that did not load is loaded again', async () => {
  list.mockRejectedValueOnce(new Error('No network')).mockResolvedValue([apiToken()]);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('Website')).toBeTruthy();
});
