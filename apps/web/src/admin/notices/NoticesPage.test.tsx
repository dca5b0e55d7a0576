import type { CompanyNotice } from '@earth/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ApiError, api, currentScope, session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { readEditDraft } from '../../shared/use-edit-draft';
import { testProfile } from '../../testing/people';
import { queries } from '../../testing/scope';
import { showPages } from '../../testing/visitor';
import { NoticesPage } from './NoticesPage';

const notice = (change: Partial<CompanyNotice> = {}): CompanyNotice => ({
  id: '0190a000-0000-7000-8000-000000000001',
  version: 1,
  titleEn: 'Closed today',
  textEn: 'See you tomorrow',
  titleIt: 'Oggi chiuso',
  textIt: 'A domani',
  content: null,
  state: 'draft',
  date: '2026-03-02T10:00:00.000Z',
  wanted: 0,
  delivered: 0,
  failed: 0,
  ...change,
});

const list = vi.spyOn(api, 'listNotices');
const create = vi.spyOn(api, 'createNotice');
const send = vi.spyOn(api, 'sendNotice');
beforeEach(() => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'ADMIN') });
  for (const spy of [list, create, send]) spy.mockReset();
  vi.spyOn(api, 'reportPartEditing').mockResolvedValue({ others: [] });
});
afterEach(() => {
  cleanup();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  queries().clear();
  vi.unstubAllGlobals();
});

const show = (address = '/admin/notices') => showPages({ '/admin/notices': NoticesPage }, address);

test('a new notice is saved when it has a title in both languages, and opens as a draft', async () => {
  list.mockResolvedValueOnce({ items: [], subscribers: 3 }).mockResolvedValue({ items: [notice()], subscribers: 3 });
  create.mockResolvedValue(notice());
  show();
  expect(await screen.findByText('3 devices get notices as notifications.')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'New notice' }));
  const form = within(await screen.findByRole('dialog', { name: 'New notice' }));
  fireEvent.change(await form.findByLabelText('Title in English'), { target: { value: 'Closed today' } });
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(create).not.toHaveBeenCalled();
  fireEvent.change(form.getByLabelText('Title in Italian'), { target: { value: 'Oggi chiuso' } });
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('heading', { name: 'Closed today', level: 1 })).toBeTruthy();
  expect(create).toHaveBeenCalledWith({
    titleEn: 'Closed today',
    textEn: '',
    titleIt: 'Oggi chiuso',
    textIt: '',
    contentId: undefined,
  });
  expect(screen.getByText('Draft')).toBeTruthy();
});

test('what is typed for a notice is there again after the page is gone, until it is given up', async () => {
  list.mockResolvedValue({ items: [], subscribers: 0 });
  const open = async () => {
    show();
    fireEvent.click(await screen.findByRole('button', { name: 'New notice' }));
    const form = within(await screen.findByRole('dialog', { name: 'New notice' }));
    return { form, title: await form.findByLabelText<HTMLInputElement>('Title in English') };
  };
  const first = await open();
  fireEvent.change(first.title, { target: { value: 'Closed today' } });
  const stored = async () => await readEditDraft(currentScope(), 'new notice');
  await waitFor(async () => expect(await stored()).toMatchObject({ typed: { titleEn: 'Closed today' } }));
  cleanup();
  const again = await open();
  expect(again.title.value).toBe('Closed today');
  fireEvent.click(again.form.getByRole('button', { name: 'Discard them' }));
  expect(again.title.value).toBe('');
  fireEvent.change(again.title, { target: { value: 'Open again' } });
  await waitFor(async () => expect(await stored()).toMatchObject({ typed: { titleEn: 'Open again' } }));
  fireEvent.click(again.form.getByRole('button', { name: 'Cancel' }));
  await waitFor(async () => expect(await stored()).toBeNull());
});

test('two people change one notice: what does not conflict is merged, and the person chooses for the rest', async () => {
  const changeNotice = vi.spyOn(api, 'changeNotice');
  changeNotice
    .mockRejectedValueOnce(new ApiError({ code: 409, error: 'contentChanged', message: 'Changed' }))
    .mockResolvedValue(notice());
  list.mockResolvedValue({ items: [notice()], subscribers: 0 });
  show(`/admin/notices?notice=${notice().id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
  const form = within(await screen.findByRole('dialog', { name: 'Edit notice' }));
  const type = async (label: string, value: string) =>
    fireEvent.change(await form.findByLabelText(label), { target: { value } });
  await type('Title in English', 'Closed for the afternoon');
  await type('Text in English', 'Open tomorrow at nine');
  const theirs = { version: 4, titleEn: 'Closed until five', titleIt: 'Chiuso fino alle cinque' };
  list.mockResolvedValue({ items: [notice(theirs)], subscribers: 0 });
  fireEvent.click(form.getByRole('button', { name: 'Save' }));
  const choice = within(await screen.findByRole('dialog', { name: 'Changed by someone else' }));
  const [group, ...others] = choice.getAllByRole('group');
  expect(others).toEqual([]);
  const sides = within(group as HTMLElement).getAllByRole('radio');
  expect(sides.map((side) => side.closest('label')?.textContent)).toEqual([
    'Your versionClosed for the afternoon',
    'Their versionClosed until five',
  ]);
  fireEvent.click(choice.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(changeNotice).toHaveBeenLastCalledWith({
      noticeId: notice().id,
      basedOn: 4,
      titleEn: 'Closed for the afternoon',
      textEn: 'Open tomorrow at nine',
      titleIt: 'Chiuso fino alle cinque',
      textIt: 'A domani',
      contentId: undefined,
    }),
  );
});

test('sending is asked first, with the number of devices', async () => {
  list.mockResolvedValue({ items: [notice()], subscribers: 1 });
  send.mockResolvedValue(notice({ state: 'sent' }));
  show(`/admin/notices?notice=${notice().id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Send now' }));
  const question = within(await screen.findByRole('dialog', { name: 'Send it now?' }));
  expect(question.getByText(/is sent to 1 device\./)).toBeTruthy();
  fireEvent.click(question.getByRole('button', { name: 'Send now' }));
  await waitFor(() => expect(send).toHaveBeenCalledWith({ noticeId: notice().id, basedOn: 1, at: undefined }));
});

test('a sent notice is counted and can only be deleted', async () => {
  list.mockResolvedValue({ items: [notice({ state: 'sent', wanted: 10, delivered: 8, failed: 2 })], subscribers: 8 });
  show(`/admin/notices?notice=${notice().id}`);
  expect(await screen.findByText('Notifications: 8 of 10 delivered, 2 failed')).toBeTruthy();
  expect(screen.queryByRole('button', { name: /Send|Edit/ })).toBeNull();
  expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
});

test('a moment that is over is refused in the field', async () => {
  list.mockResolvedValue({ items: [notice()], subscribers: 0 });
  show(`/admin/notices?notice=${notice().id}`);
  fireEvent.click(await screen.findByRole('button', { name: 'Send later' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'When should it be sent?' }));
  fireEvent.change(dialog.getByLabelText('Date and time'), { target: { value: '2020-01-01T10:00' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Send later' }));
  expect(await dialog.findByText(/^Choose a time from now on/)).toBeTruthy();
  expect(send).not.toHaveBeenCalled();
});
