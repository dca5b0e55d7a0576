import { type ErrorName, errorOf, type GuestLink, type MadeGuestLink } from '@earth/contracts';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { api, ApiError, session } from '../../platform';
import { testId, testProfile } from '../../testing/people';
import { standInShell } from '../../testing/shell';
import { QrCode } from '../../ui/pictures/QrCode';
import { toastStore } from '../../shared/toast';
import { InviteByLink } from './InviteByLink';
import { LinkPanel } from './LinkPanel';
import { OpenLinks } from './OpenLinks';
import { AppScope, queries } from '../../testing/scope';

const open: GuestLink = {
  uniqueId: testId(),
  callUniqueId: null,
  guestName: null,
  date: '2026-01-05T10:00:00Z',
  expirationDate: '2026-01-06T10:00:00Z',
};
const used: GuestLink = { ...open, uniqueId: testId(), guestName: 'Rosa Blu' };
const made: MadeGuestLink = { ...open, url: 'https://help.example/guest#c0de-c0de-c0de-c0de' };

const refused = (error: ErrorName) => new ApiError({ code: errorOf(error)[0], error, message: errorOf(error)[1] });
const revoke = vi.fn<typeof api.revokeGuestLink>();
const onClose = vi.fn<() => void>();

beforeEach(async () => {
  setLanguage('en');
  vi.resetAllMocks();
  session.store.setState({ status: 'signedIn', profile: testProfile({ name: 'Giulia Ferri' }, 'OPERATOR') }, true);
  vi.spyOn(api, 'listGuestLinks').mockResolvedValue([open, used]);
  vi.spyOn(api, 'revokeGuestLink').mockImplementation(revoke);
  revoke.mockResolvedValue(null);
});
afterEach(() => {
  queries().clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const show = (children: ReactNode) => render(<AppScope>{children}</AppScope>);
const panel = () =>
  show(<LinkPanel state={{ type: 'made', link: made }} onRetry={() => undefined} onClose={onClose} />);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const said = () => toastStore.getState().toast?.words;

/** The QR code that `QrCode` draws of a text. That cameras can read it is tested with the safety number. */
const drawn = (text: string) =>
  render(<QrCode text={text} label="Drawn" />).getByRole('img', { name: 'Drawn' }).innerHTML;

test('a failed load of the open links is shown', async () => {
  const list = vi.spyOn(api, 'listGuestLinks').mockRejectedValueOnce(refused('notFound'));
  show(<OpenLinks />);
  await screen.findByText(/Couldn’t load/);
  list.mockResolvedValue([open]);
  press('Try again');
  expect(await screen.findByRole('list', { name: 'Open guest links' })).toBeDefined();
});

test('a link is shown, also as a QR code, and copied', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.resolve());
  vi.stubGlobal('navigator', { language: 'en', clipboard: { writeText } });
  await act(async () => panel());
  expect(screen.getByLabelText('Link')).toHaveProperty('value', made.url);
  const code = await screen.findByRole('img', { name: /^QR code/ });
  expect(code.innerHTML).toBe(drawn(made.url));
  press('Copy');
  // Also on the button: a toast would cover it.
  expect(await screen.findByRole('button', { name: 'Link copied' })).toBeDefined();
  expect(screen.getByRole('status').textContent).toBe('Link copied');
  expect(writeText).toHaveBeenCalledWith(made.url);
});

test('a link by which a guest has come is offered no more, but a new one', async () => {
  const onMake = vi.fn<() => void>();
  const list = vi.spyOn(api, 'listGuestLinks').mockResolvedValue([open]);
  show(<LinkPanel state={{ type: 'made', link: made }} onRetry={onMake} onClose={onClose} />);
  await waitFor(() => expect(queries().getQueryData(['guestLinks'])).toEqual([open]));
  screen.getByRole('button', { name: 'Copy' }).focus();
  list.mockResolvedValue([{ ...open, guestName: 'Rosa Blu' }]);
  await queries().refetchQueries({ queryKey: ['guestLinks'] });
  await screen.findByText('This link has been used');
  expect(document.activeElement).toBe(screen.getByRole('status'));
  // After the call it is not listed.
  list.mockResolvedValue([]);
  await act(() => queries().refetchQueries({ queryKey: ['guestLinks'] }));
  expect(screen.queryByRole('button', { name: 'Copy' })).toBeNull();
  press('Make a new link');
  expect(onMake).toHaveBeenCalledOnce();
});

test('if copying is refused, the dialog explains how to copy by hand', async () => {
  const writeText = vi.fn<(text: string) => Promise<void>>(() => Promise.reject(new Error('refused')));
  vi.stubGlobal('navigator', { language: 'en', clipboard: { writeText } });
  panel();
  press('Copy');
  expect(await screen.findByText(/Select the link and copy it manually/)).toBeDefined();
});

test('a message with the link can be changed, in both languages, and is sent by e-mail or SMS', () => {
  panel();
  fireEvent.click(screen.getByText('Send by e-mail or SMS'));
  const bodyOf = (name: string) => new URL(screen.getByRole<HTMLAnchorElement>('link', { name }).href).searchParams;
  expect(bodyOf('E-mail').get('subject')).toBe('Video call with Giulia Ferri');
  expect(bodyOf('E-mail').get('body')).toMatch(new RegExp(`^Hello, this is Giulia Ferri.*\r\n\r\n${made.url}$`));
  expect(bodyOf('SMS').get('body')).toMatch(new RegExp(`^Hello, this is Giulia Ferri.*\n\n${made.url}$`));

  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Rosa & Blu?' } });
  expect(bodyOf('SMS').get('body')).toBe(`Rosa & Blu?\n\n${made.url}`);
  fireEvent.change(screen.getByLabelText('Language of the message'), { target: { value: 'it' } });
  expect(bodyOf('E-mail').get('subject')).toBe('Videochiamata con Giulia Ferri');
  expect(bodyOf('SMS').get('body')).toMatch(/^Ciao, sono Giulia Ferri/);
  fireEvent.change(screen.getByLabelText('Language of the message'), { target: { value: 'en' } });
  expect(screen.getByLabelText('Message')).toHaveProperty('value', 'Rosa & Blu?');
});

test('the device’s share sheet shares it with the message as changed, if there is one', async () => {
  vi.stubGlobal('navigator', { language: 'en' });
  const { unmount } = panel();
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull();
  unmount();
  const share = vi.fn<Navigator['share']>(() => Promise.reject(new Error('closed')));
  vi.stubGlobal('navigator', { language: 'en', share });
  panel();
  press('Share');
  expect(share).toHaveBeenLastCalledWith({
    title: 'Video call with Giulia Ferri',
    text: expect.stringMatching(/^Hello, this is Giulia Ferri/),
    url: made.url,
  });
  fireEvent.change(screen.getByLabelText('Message'), { target: { value: 'Rosa & Blu?' } });
  press('Share');
  expect(share).toHaveBeenLastCalledWith({ title: 'Video call with Giulia Ferri', text: 'Rosa & Blu?', url: made.url });
});

test.each([
  ['en', 'Share', /^Couldn’t share it/],
  ['it', 'Condividi', /^Condivisione non riuscita/],
] as const)('a failure of the shell’s share sheet is shown, in «%s»', async (language, action, words) => {
  setLanguage(language);
  standInShell({ Share: { canShare: () => ({ value: true }), share: () => Promise.reject(new Error('no app')) } });
  panel();
  press(action);
  expect(await screen.findByText(words)).toBeDefined();
  setLanguage('en');
});

test('a link that is made after closing is revoked, and not shown', async () => {
  let finish: (link: MadeGuestLink) => void = () => undefined;
  vi.spyOn(api, 'makeGuestLink').mockReturnValue(new Promise((resolve) => (finish = resolve)));
  show(<InviteByLink />);
  press('Invite by link');
  fireEvent.click(await screen.findByRole('button', { name: 'Done' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  finish(made);
  await waitFor(() => expect(revoke).toHaveBeenCalledWith({ id: made.uniqueId }));
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('the server’s refusal is shown, and can be retried', () => {
  const onRetry = vi.fn<() => void>();
  show(<LinkPanel state={{ type: 'failed', words: 'Calls are turned off' }} onRetry={onRetry} onClose={onClose} />);
  expect(screen.getByText('Calls are turned off')).toBeDefined();
  press('Try again');
  expect(onRetry).toHaveBeenCalled();
});

test('the open links name their guests, and can be revoked, even if revoked before', async () => {
  show(<OpenLinks />);
  expect(await screen.findByText('Rosa Blu')).toBeDefined();
  expect(screen.getByText(/^Not used yet/)).toBeDefined();
  revoke.mockRejectedValueOnce(refused('internal'));
  press('Revoke Rosa Blu’s link');
  await waitFor(() => expect(said()).toBe('Couldn’t revoke the link. Try again.'));
  revoke.mockRejectedValueOnce(refused('notFound'));
  vi.spyOn(api, 'listGuestLinks').mockResolvedValue([]);
  press('Revoke Rosa Blu’s link');
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'Open guest links' })).toBeNull());
  expect(said()).toBe('Link revoked');
});

test('of two links of one minute the later one has a number', async () => {
  const later = { ...open, uniqueId: testId(), date: '2026-01-05T10:00:30Z' };
  vi.spyOn(api, 'listGuestLinks').mockResolvedValue([later, open]);
  show(<OpenLinks />);
  const names = (await screen.findAllByText(/^Link from/)).map(({ textContent }) => textContent);
  expect(names).toEqual([`${names[1]} (2)`, expect.stringMatching(/^Link from [\d:]+$/)]);
});
