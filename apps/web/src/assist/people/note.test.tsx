/** The private note about a person, with the real cipher and a server that only stores what it gets. */
import { contactNotePlace, CryptoSchema, errorOf, type ErrorName } from '@earth/contracts';
import { importPrivateKeys, openText, type Reader, sealText } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as platform from '../../platform';
import { createEditDrafts } from '../../platform/storage/edit-drafts';
import { createLocalStore } from '../../platform/storage/local-store';
import { setLanguage } from '../../shared/i18n';
import { toastStore } from '../../shared/toast';
import { testContact, testProfile } from '../../testing/people';
import { beginScope, queries, renderInScope } from '../../testing/scope';
import { noteDraftName } from './NoteForm';
import { PersonNote } from './PersonNote';

const { publicKey, privateKey } = await createKeyBundle();
const me = testProfile({ publicKey });
const reader: Reader = { uniqueId: me.uniqueId, keys: await importPrivateKeys(privateKey) };
const anna = testContact({ name: 'Anna Villa' });
const place = contactNotePlace(me.uniqueId, anna.uniqueId);
const NOTE = 'Knows the press in hall 2\nCall after nine';
const PATH = `/services/contacts/${anna.uniqueId}/note`;

/** What the server has, and how it fails. */
let stored: { readonly Note: string; readonly Date: string } | null;
let problem: ErrorName | 'noNet' | null;
const asked: string[] = [];

const seal = (text: string, where = place) => sealText(CryptoSchema.v2, text, [me], { sender: reader, place: where });
const opened = () => openText(CryptoSchema.v2, stored?.Note ?? '', reader, { sender: me, place, date: stored?.Date });

function refused(error: ErrorName): Response {
  const [code, message] = errorOf(error);
  return Response.json({ result: { success: false, code, message }, data: { error } }, { status: code });
}

/** Dates count the versions. */
function write({ note, basedOn }: { readonly note: string; readonly basedOn: string | null }): Response | null {
  if ((stored?.Date ?? null) !== basedOn) return refused('conflict');
  const seconds = stored ? Number(stored.Date.slice(17, 19)) + 1 : 0;
  stored = note === '' ? null : { Note: note, Date: `2026-01-05T10:00:0${seconds}.000Z` };
  return null;
}

async function answer(url: string, { method = 'GET', body }: RequestInit): Promise<Response> {
  asked.push(`${method} ${url}`);
  if (problem === 'noNet') throw new TypeError('Failed to fetch');
  if (problem) return refused(problem);
  if (method === 'PUT') {
    // The DOM of the tests loses empty fields of a form.
    const form = typeof body === 'string' ? body : '';
    const fieldOf = (name: string) => form.split(`name="${name}"\r\n\r\n`)[1]?.split('\r\n--')[0];
    const failed = write({ note: fieldOf('note') ?? 'missing', basedOn: fieldOf('basedOn') ?? null });
    if (failed) return failed;
  }
  return Response.json({ result: { success: true, code: 200, message: '' }, data: stored });
}

beforeEach(() => {
  setLanguage('en');
  stored = null;
  problem = null;
  asked.length = 0;
  vi.stubGlobal('fetch', answer);
  createLocalStore(localStorage).writeToken({ token: 't', refreshToken: 'r', deviceId: 'd' });
  platform.session.store.setState({ status: 'signedIn', profile: me }, true);
  vi.spyOn(platform, 'readReader').mockResolvedValue(reader);
  beginScope();
  queries().setDefaultOptions({ queries: { ...queries().getDefaultOptions().queries, retry: false } });
});
afterEach(async () => {
  await platform
    .currentScope()
    .get(createEditDrafts)
    .drop([noteDraftName(anna.uniqueId)]);
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

const show = () => renderInScope(<PersonNote person={anna} />);
const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
const field = () => screen.getByRole('textbox', { name: 'Private note' });
const type = (value: string) => fireEvent.change(field(), { target: { value } });
const draft = () => platform.currentScope().get(createEditDrafts).read(noteDraftName(anna.uniqueId));
const toast = () => toastStore.getState().toast?.words;

async function writeAnew(text: string) {
  await press('Add a private note');
  type(text);
  await press('Save');
}

test('a note is added, sealed for its author, and shown as it was typed', async () => {
  show();
  await writeAnew(`  ${NOTE}\n`);
  await screen.findByRole('button', { name: 'Edit note' });
  expect(screen.getByText(/Knows the press/).textContent).toBe(NOTE);
  expect(toast()).toBe('Note saved');
  expect(stored?.Note).not.toContain('press');
  expect(await opened()).toBe(NOTE);
  expect(document.activeElement).toBe(screen.getByRole('heading', { name: 'Private note' }));
});

test('an existing note is opened and edited', async () => {
  stored = { Note: await seal(NOTE), Date: '2026-01-05T10:00:00.000Z' };
  show();
  expect((await screen.findByText(/Knows the press/)).textContent).toBe(NOTE);
  await press('Edit note');
  expect(field()).toHaveProperty('value', NOTE);
  type('Retired');
  fireEvent.keyDown(field(), { key: 'Enter', ctrlKey: true });
  await screen.findByRole('button', { name: 'Edit note' });
  expect(screen.getByText('Retired')).toBeDefined();
  expect(await opened()).toBe('Retired');
});

test('Cancel discards what was typed, also for the next time', async () => {
  stored = { Note: await seal(NOTE), Date: '2026-01-05T10:00:00.000Z' };
  const { unmount } = show();
  await press('Edit note');
  type('Retired');
  await waitFor(async () => expect(await draft()).toMatchObject({ text: 'Retired' }));
  await press('Cancel');
  await screen.findByRole('button', { name: 'Edit note' });
  expect((await screen.findByText(/Knows the press/)).textContent).toBe(NOTE);
  unmount();
  show();
  await screen.findByRole('button', { name: 'Edit note' });
  expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([]);
});

test('a note is deleted after a question, or by saving an empty one', async () => {
  show();
  await writeAnew(NOTE);
  await press('Edit note');
  await press('Delete note');
  const dialog = await screen.findByRole('dialog', { name: 'Delete your note about Anna Villa?' });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Delete' }));
  await screen.findByRole('button', { name: 'Add a private note' });
  expect([stored, toast()]).toEqual([null, 'Note deleted']);

  await writeAnew(NOTE);
  await press('Edit note');
  type(' \n');
  await press('Save');
  await screen.findByRole('button', { name: 'Add a private note' });
  expect(stored).toBeNull();
});

test('without a connection the text stays, also over a reload, until it is saved', async () => {
  const { unmount } = show();
  await press('Add a private note');
  problem = 'noNet';
  type(NOTE);
  await press('Save');
  expect(await screen.findByText(/Your text stays on this device/)).toBeDefined();
  await waitFor(async () => expect(await draft()).toEqual({ text: NOTE, opened: '', basedOn: null }));
  unmount();
  beginScope();
  show();
  expect(await screen.findByRole('textbox', { name: 'Private note' })).toHaveProperty('value', NOTE);
  problem = null;
  await press('Save');
  await screen.findByRole('button', { name: 'Edit note' });
  expect(await opened()).toBe(NOTE);
});

test('a refusal is told in the server’s words, and the note that could not be loaded is loaded at a press', async () => {
  problem = 'internal';
  show();
  expect((await screen.findByRole('alert')).textContent).toContain('Couldn’t load your note');
  problem = null;
  await press('Try again');
  await press('Add a private note');
  problem = 'tooMuchToday';
  type(NOTE);
  await press('Save');
  await screen.findByText(errorOf('tooMuchToday')[1]);
  expect(field()).toHaveProperty('value', NOTE);
});

test('a note that another device has changed is shown, and replaced only by a second press', async () => {
  stored = { Note: await seal(NOTE), Date: '2026-01-05T10:00:00.000Z' };
  show();
  await press('Edit note');
  stored = { Note: await seal('Now in hall 3'), Date: '2026-01-05T10:00:01.000Z' };
  type('Retired');
  await press('Save');
  expect((await screen.findByText('Now in hall 3')).textContent).toBe('Now in hall 3');
  expect(screen.getByText(/changed on another device/)).toBeDefined();
  expect(await opened()).toBe('Now in hall 3');
  await press('Save');
  await screen.findByRole('button', { name: 'Edit note' });
  expect(await opened()).toBe('Retired');
});

test('a note that another device has changed is not deleted', async () => {
  stored = { Note: await seal(NOTE), Date: '2026-01-05T10:00:00.000Z' };
  show();
  await press('Edit note');
  stored = { Note: await seal('Now in hall 3'), Date: '2026-01-05T10:00:01.000Z' };
  await press('Delete note');
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('Now in hall 3')).toBeDefined();
  expect(screen.queryByRole('textbox')).toBeNull();
  expect(toast()).toBe('The note was changed on another device, so it wasn’t deleted');
  expect(await opened()).toBe('Now in hall 3');
});

test('while it is saved the note can be neither changed, nor left, nor deleted', async () => {
  stored = { Note: await seal(NOTE), Date: '2026-01-05T10:00:00.000Z' };
  show();
  await press('Edit note');
  type('Retired');
  let finish = () => {};
  const waiting = new Promise<void>((resolve) => (finish = resolve));
  vi.stubGlobal('fetch', async (url: string, request: RequestInit) => {
    await waiting;
    return await answer(url, request);
  });
  await press('Save');
  expect(field()).toHaveProperty('readOnly', true);
  await press('Cancel');
  await press('Delete note');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(field()).toHaveProperty('value', 'Retired');
  finish();
  await screen.findByRole('button', { name: 'Edit note' });
  expect(await opened()).toBe('Retired');
});

test('an editor in which nothing was typed is no draft, whatever another device saves', async () => {
  stored = { Note: await seal(NOTE), Date: '2026-01-05T10:00:00.000Z' };
  show();
  await press('Edit note');
  stored = { Note: await seal('Now in hall 3'), Date: '2026-01-05T10:00:01.000Z' };
  await queries().refetchQueries({ queryKey: ['contactNote', anna.uniqueId] });
  fireEvent.keyDown(field(), { key: 'Escape' });
  expect(await screen.findByText('Now in hall 3')).toBeDefined();
  expect(await draft()).toBeNull();
});

test('a note that another device has deleted is saved by a second press', async () => {
  stored = { Note: await seal(NOTE), Date: '2026-01-05T10:00:00.000Z' };
  show();
  await press('Edit note');
  stored = null;
  type('Retired');
  await press('Save');
  expect(await screen.findByText(/deleted on another device/)).toBeDefined();
  await press('Save');
  await waitFor(async () => expect(await opened()).toBe('Retired'));
});

test('a note for keys that the user no longer has is said to be so, and can be replaced', async () => {
  const former = await createKeyBundle();
  const formerReader = { uniqueId: me.uniqueId, keys: await importPrivateKeys(former.privateKey) };
  const Note = await sealText(CryptoSchema.v2, NOTE, [{ ...me, publicKey: former.publicKey }], {
    sender: formerReader,
    place,
  });
  stored = { Note, Date: '2026-01-05T10:00:00.000Z' };
  const formerKeys = [{ publicKey: former.publicKey, replacedDate: '2026-01-06T10:00:00.000Z' }];
  platform.session.store.setState({ status: 'signedIn', profile: { ...me, formerKeys } }, true);
  show();
  expect(await screen.findByText(/This note can’t be read/)).toBeDefined();
  await press('Write a new note');
  expect(field()).toHaveProperty('value', '');
  type('Retired');
  await press('Save');
  await screen.findByRole('button', { name: 'Edit note' });
  expect(screen.getByText('Retired')).toBeDefined();
});

test('the server cannot pass off a note about another contact', async () => {
  const elsewhere = contactNotePlace(me.uniqueId, testContact().uniqueId);
  stored = { Note: await seal(NOTE, elsewhere), Date: '2026-01-05T10:00:00.000Z' };
  show();
  await screen.findByRole('button', { name: 'Write a new note' });
  expect(screen.queryByText(/Knows the press/)).toBeNull();
  expect(asked).toEqual([`GET ${PATH}`]);
});

test('a text that is too long is not sent, and the user is told by how much', async () => {
  show();
  await writeAnew('x'.repeat(2001));
  expect((await screen.findAllByRole('alert')).map(({ textContent }) => textContent).join('')).toMatch(/1 .*2,000/);
  expect(asked.filter((call) => call.startsWith('PUT'))).toEqual([]);
});

test('in Italian the empty state invites too', async () => {
  setLanguage('it');
  show();
  expect(await screen.findByRole('button', { name: 'Aggiungi una nota privata' })).toBeDefined();
  expect(screen.getByText('La vedi solo tu.')).toBeDefined();
});
