import {
  type Contact,
  contact as contactSchema,
  encode,
  type ErrorName,
  errorOf,
  type RoleCode,
} from '@earth/contracts';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { ComponentType, ReactNode } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../../shared/i18n';
import { session } from '../../../platform';
import { createLocalStore } from '../../../platform/storage/local-store';
import { peopleQuery } from '../../../shared/queries';
import { testContact, testProfile } from '../../../testing/people';
import { toastStore } from '../../../shared/toast';
import { AddMenu } from './AddMenu';
import { AppScope, queries } from '../../../testing/scope';

vi.mock('@tanstack/react-router', () => ({
  Link: ({ children }: { children: ReactNode }) => <a href="/">{children}</a>,
  createLink: (Anchor: ComponentType<{ href: string }>) => (props: object) => <Anchor {...props} href="/" />,
}));

const ada = testContact({ name: 'Ada Monti' }, 'ASSISTED');

/** The person whom the server finds, and its answer to adding them. */
let found: Contact | null | ErrorName;
let book: Contact[];
let refusal: ErrorName | null;
const asked: { readonly call: string; readonly form: Record<string, unknown> }[] = [];

const said = (error: ErrorName) => {
  const [code, message] = errorOf(error);
  return Response.json({ result: { success: false, code, message }, data: { error } }, { status: code });
};
const given = (data: unknown) => Response.json({ result: { success: true, code: 200, message: '' }, data });

function answer(call: string): Response {
  if (call.startsWith('GET')) return given([]);
  if (call.includes('checkemail')) {
    if (typeof found === 'string') return said(found);
    return given(found && encode(contactSchema, found));
  }
  if (refusal) return said(refusal);
  return given({ UniqueId: ada.uniqueId, Contact: encode(contactSchema, ada) });
}

beforeEach(async () => {
  setLanguage('en');
  found = ada;
  refusal = null;
  book = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const body = init.body ? await new Request('https://earth.test', init).formData() : new FormData();
    asked.push({ call: `${init.method} ${url}`, form: Object.fromEntries(body) });
    return answer(`${init.method} ${url}`);
  });
});
afterEach(() => {
  queries().clear();
  asked.length = 0;
  vi.unstubAllGlobals();
});

function find(email: string, role: RoleCode = 'OPERATOR') {
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
  session.store.setState({ status: 'signedIn', profile: testProfile({}, role) }, true);
  queries().setQueryData(peopleQuery.queryKey, book);
  render(
    <AppScope>
      <AddMenu />
    </AppScope>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  // A field user has only this way.
  if (role !== 'ASSISTED') fireEvent.click(screen.getByRole('menuitem', { name: /^Find a colleague/ }));
  fireEvent.change(screen.getByLabelText('E-mail'), { target: { value: email } });
  fireEvent.click(screen.getByRole('button', { name: 'Find' }));
}

/** The button at the end of the dialog, not the one that opens the menu. */
const addInDialog = () =>
  waitFor(() => within(screen.getByRole('dialog', { name: /^Add .*\?$/ })).getByRole('button', { name: 'Add' }));

test('«Add» explains the three ways, of which a field user has one', async () => {
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'OPERATOR') }, true);
  render(
    <AppScope>
      <AddMenu />
    </AppScope>,
  );
  fireEvent.click(screen.getByRole('button', { name: 'Add' }));
  expect(screen.getAllByRole('menuitem').map(({ textContent }) => textContent)).toEqual([
    'Invite by link Anyone with the link can call you, without an account.',
    'Invite by e-mail We’ll e-mail a link. Once they accept, you’ll see each other under People.',
    'Find a colleague Add people at Demo Water Works by their e-mail.',
  ]);
  fireEvent.click(screen.getByRole('menuitem', { name: /^Invite by e-mail/ }));
  expect(await screen.findByRole('dialog', { name: 'Invite someone' })).toBeTruthy();
});

test('a colleague is found by e-mail, shown, and added with one tap', async () => {
  find('ada@pump.example');
  fireEvent.click(await addInDialog());
  await waitFor(() => expect(toastStore.getState().toast?.words).toBe('Ada Monti is now in your contacts'));
  expect(asked.slice(0, 2)).toEqual([
    { call: 'POST /services/contacts?checkemail', form: { email: 'ada@pump.example' } },
    { call: 'POST /services/addressbook', form: { contactUniqueId: ada.uniqueId } },
  ]);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('the text of the next step has the focus', async () => {
  find('ada@pump.example');
  const line = await screen.findByText(/^They’ll be added to your contacts/);
  expect(document.activeElement).toBe(line);
  expect(screen.getByRole('dialog', { name: 'Add Ada Monti?' })).toBeTruthy();
});

test('a person added by another device meanwhile counts as success', async () => {
  refusal = 'conflict';
  find('ada@pump.example');
  fireEvent.click(await addInDialog());
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a person who is in the address book is opened instead', async () => {
  book = [ada];
  find('ada@pump.example');
  await expect(screen.findByRole('dialog', { name: 'Ada Monti is already a contact' })).resolves.toBeTruthy();
  expect(screen.getByText('Open')).toBeTruthy();
  expect(within(screen.getByRole('dialog')).queryByRole('button', { name: 'Add' })).toBeNull();
});

test('an unknown address can be invited by users who may', async () => {
  found = null;
  find('bea@pump.example');
  await screen.findByText(/^No one at Demo Water Works uses the address bea@pump.example/);
  fireEvent.click(screen.getByRole('button', { name: 'Invite' }));
  expect(screen.getByRole('dialog', { name: 'Invite someone' })).toBeTruthy();
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'bea@pump.example');
});

test('a field user sees who can invite', async () => {
  found = null;
  find('bea@pump.example', 'ASSISTED');
  await expect(screen.findByText(/An operator or an administrator can invite them/)).resolves.toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull();
});

test.each([
  ['', 'Please fill out this field'],
  ['bea', 'Email format not valid'],
  ['Luca@Demo.example', 'This is your own address'],
])('«%s» is not sent to the server: %s', (email, words) => {
  find(email);
  expect(screen.getByText(words)).toBeTruthy();
  expect(asked).toEqual([]);
});

test('a failure is shown, keeps the input, and can be retried', async () => {
  found = 'internal';
  find('ada@pump.example');
  await screen.findByText(/Something went wrong/);
  expect(screen.getByLabelText('E-mail')).toHaveProperty('value', 'ada@pump.example');
  found = ada;
  fireEvent.click(screen.getByRole('button', { name: 'Find' }));
  refusal = 'internal';
  fireEvent.click(await addInDialog());
  await screen.findByText(/Something went wrong/);
  refusal = 'notFound';
  fireEvent.click(await addInDialog());
  await expect(screen.findByRole('dialog', { name: 'No one found' })).resolves.toBeTruthy();
});

test('an answer of another server shows a generic error', async () => {
  vi.stubGlobal('fetch', async () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  find('ada@pump.example');
  await expect(screen.findByText(/^The server didn’t respond/)).resolves.toBeTruthy();
});
