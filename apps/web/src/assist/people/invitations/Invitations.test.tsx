import {
  type AddressBookInvitation,
  addressBookInvitation,
  encode,
  errorOf,
  type ErrorName,
  ROLE_IDS,
  type RoleCode,
} from '@earth/contracts';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { session } from '../../../platform';
import { createLocalStore } from '../../../platform/storage/local-store';
import { testId, testProfile } from '../../../testing/people';
import { Invitations } from './Invitations';
import { AppScope, queries } from '../../../testing/scope';

const ada: AddressBookInvitation = {
  uniqueId: testId(),
  email: 'ada@pump.example',
  name: 'Ada Monti',
  roleUniqueId: ROLE_IDS.ASSISTED,
  language: 'it',
  inviter: { uniqueId: testId(), name: 'Paolo Neri' },
  state: 'open',
  sentDate: '2025-11-20T10:00:00Z',
  expirationDate: '2025-12-04T10:00:00Z',
};
const bea = {
  ...ada,
  uniqueId: testId(),
  name: 'Bea Sala',
  email: 'bea@pump.example',
  roleUniqueId: ROLE_IDS.OPERATOR,
};

/** The server's invitations, or its error. */
let open: readonly AddressBookInvitation[] | ErrorName;
const asked: string[] = [];
let sent = '';

function answer(method: string, url: string): unknown {
  if (method === 'DELETE')
    open = typeof open === 'string' ? open : open.filter(({ uniqueId }) => !url.endsWith(uniqueId));
  if (typeof open === 'string') {
    const [code, message] = errorOf(open);
    return { result: { success: false, code, message }, data: { error: open } };
  }
  const views = open.map((invitation) => encode(addressBookInvitation, invitation));
  const data = { GET: views, PUT: views[0] }[method] ?? null;
  return { result: { success: true, code: 200, message: '' }, data };
}

beforeEach(async () => {
  setLanguage('en');
  open = [ada, bea];
  vi.stubGlobal('fetch', async (url: string, { body, method = 'GET' }: RequestInit) => {
    asked.push(`${method} ${url}`);
    if (method === 'PUT') sent = await new Response(body).text();
    return Response.json(answer(method, url));
  });
});
afterEach(() => {
  queries().clear();
  asked.length = 0;
  vi.unstubAllGlobals();
});

function show(role: RoleCode, search = '') {
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
  session.store.setState({ status: 'signedIn', profile: testProfile({}, role) }, true);
  render(
    <AppScope>
      <Invitations search={search} />
    </AppScope>,
  );
}

test('for a field user the invitations are not fetched', () => {
  show('ASSISTED');
  expect(screen.queryByText('Invitations')).toBeNull();
  expect(asked).toEqual([]);
});

test('an operator sees all invitations, and opens those of roles that they may give', async () => {
  show('OPERATOR');
  await expect(screen.findByRole('button', { name: ada.name })).resolves.toBeTruthy();
  expect(screen.getByText(bea.name)).toBeTruthy();
  expect(screen.queryByRole('button', { name: bea.name })).toBeNull();
});

test('a closed invitation shows the reason', async () => {
  open = [{ ...ada, state: 'expired' }, bea];
  show('ADMIN');
  await expect(screen.findByText('Expired, field user')).resolves.toBeTruthy();
});

test('the search finds invited people by name and e-mail', async () => {
  show('ADMIN', 'bea@');
  await expect(screen.findByRole('button', { name: bea.name })).resolves.toBeTruthy();
  expect(screen.queryByText(ada.name)).toBeNull();
});

test('the empty state is shown', async () => {
  open = [];
  show('ADMIN');
  await expect(screen.findByText('No open invitations.')).resolves.toBeTruthy();
});

test('a failed list can be loaded again', async () => {
  open = 'notAllowed';
  show('ADMIN');
  const again = await screen.findByRole('button', { name: 'Try again' });
  expect(screen.getByText('Couldn’t load the invitations')).toBeTruthy();
  open = [ada];
  fireEvent.click(again);
  await expect(screen.findByRole('button', { name: ada.name })).resolves.toBeTruthy();
});

test('an invitation is withdrawn after a question', async () => {
  show('ADMIN');
  fireEvent.click(await screen.findByRole('button', { name: ada.name }));
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  await screen.findByText(`Withdraw the invitation to ${ada.name}?`);
  expect(asked.filter((call) => call.startsWith('DELETE'))).toEqual([]);
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  await waitFor(() => expect(screen.queryByText(ada.name)).toBeNull());
  expect(asked).toContain(`DELETE /services/addressbook-invitations/${ada.uniqueId}`);
});

test('an invitation that cannot be withdrawn stays, with the reason', async () => {
  show('ADMIN');
  fireEvent.click(await screen.findByRole('button', { name: ada.name }));
  fireEvent.click(await screen.findByRole('button', { name: 'Withdraw' }));
  open = 'notFound';
  fireEvent.click(screen.getByRole('button', { name: 'Withdraw' }));
  const words = 'This invitation is no longer open: it was accepted or withdrawn.';
  await expect(screen.findByText(words)).resolves.toBeTruthy();
});

/** Opens an invitation. @returns the language of its mail */
async function languageOf(invitation: AddressBookInvitation) {
  open = [invitation];
  show('ADMIN');
  fireEvent.click(await screen.findByRole('button', { name: invitation.name }));
  return screen.getByRole<HTMLSelectElement>('combobox', { name: 'Language of the invitation' });
}

test('an invitation without a language uses the user’s own', async () => {
  expect((await languageOf({ ...ada, language: null })).value).toBe('en');
});

test('the mail is sent in the chosen language', async () => {
  const language = await languageOf(ada);
  expect(language.value).toBe('it');
  fireEvent.change(language, { target: { value: 'en' } });
  fireEvent.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() => expect(sent).toContain('name="language"\r\n\r\nen\r\n'));
});
