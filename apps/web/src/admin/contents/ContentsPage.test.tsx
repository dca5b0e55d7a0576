import type { ContentTableRow } from '@earth/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { api, session } from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { testEntry } from '../../testing/contents';
import { testProfile } from '../../testing/people';
import { queries } from '../../testing/scope';
import { showPages } from '../../testing/visitor';
import { ContentsPage } from './ContentsPage';

const row = (id: number, change: Partial<ContentTableRow> = {}): ContentTableRow => ({
  id,
  title: `Content ${id}`,
  ctnView: 1,
  category: null,
  imageUrl: null,
  visibility: 'public',
  state: 'live',
  liveFrom: null,
  liveUntil: null,
  missing: [],
  changedBy: 'Paolo',
  changedAt: '2026-03-02T10:00:00.000Z',
  ...change,
});

const list = vi.spyOn(api, 'listContentTable');
const menu = vi.spyOn(api, 'getMenu');
const publish = vi.spyOn(api, 'publishContents');
const remove = vi.spyOn(api, 'removeContents');
const bringBack = vi.spyOn(api, 'bringBackContents');
const history = vi.spyOn(api, 'listContentHistory');
const restore = vi.spyOn(api, 'restoreVersion');
const given = (...items: ContentTableRow[]) =>
  list.mockResolvedValue({ items, total: items.length, missing: { en: 0, it: 3 } });

beforeEach(() => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: true, addEventListener() {}, removeEventListener() {} }));
  session.store.setState({ status: 'signedIn', profile: testProfile({}, 'ADMIN') });
  for (const spy of [list, menu, publish, remove, bringBack, history, restore]) spy.mockReset();
  menu.mockResolvedValue([]);
});
afterEach(() => {
  cleanup();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  queries().clear();
  vi.unstubAllGlobals();
});

const show = (address = '/admin/contents') => showPages({ '/admin/contents': ContentsPage }, address);
const choose = async (title: string) =>
  fireEvent.click(await screen.findByRole('checkbox', { name: `Select ${title}` }));

test('lists contents with state, missing languages and who changed them, and sorts by a column', async () => {
  given(row(1, { missing: ['it'], state: 'draft' }), row(2));
  show();
  const first = await screen.findByRole('row', { name: /Content 1/ });
  expect(first.textContent).toMatch(/Draft.*Italian is missing.*by Paolo/);
  expect(screen.getByRole('option', { name: 'Missing Italian (3)' })).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: 'Sort by Title' }));
  await waitFor(() => expect(list).toHaveBeenLastCalledWith(expect.objectContaining({ sort: 'title', order: 'asc' })));
});

test('contents of one entry of the menu are filtered; a phone sorts by a choice; a model leads to its views', async () => {
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  menu.mockResolvedValue([
    testEntry({ id: 2, title: 'Art', items: [{ ...testEntry({ id: 3, title: 'Painting' }), items: [] }] }),
  ]);
  given(row(1, { ctnView: 7 }), row(2));
  show();
  await screen.findByRole('option', { name: 'Art › Painting' });
  fireEvent.change(screen.getByRole('combobox', { name: 'Category' }), { target: { value: '3' } });
  await waitFor(() => expect(list).toHaveBeenLastCalledWith(expect.objectContaining({ category: 3 })));
  fireEvent.change(screen.getByRole('combobox', { name: 'Sort by' }), { target: { value: 'title desc' } });
  const sorted = { category: 3, sort: 'title', order: 'desc' };
  await waitFor(() => expect(list).toHaveBeenLastCalledWith(expect.objectContaining(sorted)));
  expect(screen.getAllByRole('link', { name: /^Views of/ }).map((link) => link.getAttribute('href'))).toEqual([
    '/discover-views?m=1',
  ]);
  expect(screen.getByRole('link', { name: 'New content' }).getAttribute('href')).toBe('/discover-content-detail');
});

test('a bulk action takes what was chosen, and a refusal is told', async () => {
  given(row(1), row(2), row(3));
  publish.mockRejectedValueOnce(new Error('No')).mockResolvedValue(null);
  show();
  await choose('Content 1');
  await choose('Content 3');
  fireEvent.click(screen.getByRole('button', { name: 'Revert to draft' }));
  expect(await screen.findByRole('alert')).toBeTruthy();
  await waitFor(() => expect(screen.getByRole('region', { name: 'Actions' }).getAttribute('aria-busy')).toBe('false'));
  fireEvent.click(screen.getByRole('button', { name: 'Revert to draft' }));
  await screen.findByText('2 contents are now drafts');
  expect(publish).toHaveBeenLastCalledWith({ ids: [1, 3], isDraft: true });
  expect(screen.queryByRole('region', { name: 'Actions' })).toBeNull();
});

test('dates that end before they begin are not sent', async () => {
  given(row(1));
  publish.mockResolvedValue(null);
  show();
  await choose('Content 1');
  fireEvent.click(screen.getByRole('button', { name: 'Dates…' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'When is it live?' }));
  fireEvent.change(dialog.getByLabelText('From'), { target: { value: '2026-05-02T09:00' } });
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '2026-05-01T09:00' } });
  expect(dialog.getByText('The end is before the start')).toBeTruthy();
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  expect(publish).not.toHaveBeenCalled();
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  const liveFrom = new Date('2026-05-02T09:00').toISOString();
  await waitFor(() => expect(publish).toHaveBeenCalledWith({ ids: [1], liveFrom, liveUntil: undefined }));
});

async function openDates(...titles: readonly string[]) {
  publish.mockResolvedValue(null);
  show();
  for (const title of titles) await choose(title);
  fireEvent.click(screen.getByRole('button', { name: 'Dates…' }));
  return within(await screen.findByRole('dialog', { name: 'When is it live?' }));
}
const [march, april] = ['2026-03-01T09:30', '2026-04-01T09:30'].map((field) => new Date(field).toISOString());

test('a date that is emptied is cleared, and one that is not touched stays', async () => {
  given(row(1, { state: 'draft', liveFrom: march ?? null, liveUntil: april ?? null }));
  const dialog = await openDates('Content 1');
  expect(dialog.getByLabelText('From')).toHaveProperty('value', '2026-03-01T09:30');
  fireEvent.change(dialog.getByLabelText('Until'), { target: { value: '' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(publish).toHaveBeenCalledWith({ ids: [1], liveFrom: undefined, liveUntil: null }));
});

test('contents with different dates keep their own where nothing is entered', async () => {
  given(row(1, { liveFrom: march ?? null }), row(2));
  const dialog = await openDates('Content 1', 'Content 2');
  expect(dialog.getByLabelText('From')).toHaveProperty('value', '');
  expect(dialog.getByText(/have different dates/)).toBeTruthy();
  const until = dialog.getByLabelText('Until');
  fireEvent.change(until, { target: { value: '2026-02-01T09:30' } });
  expect(dialog.getByText('The end is before the start')).toBeTruthy();
  fireEvent.change(until, { target: { value: '2026-04-01T09:30' } });
  fireEvent.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(publish).toHaveBeenCalledWith({ ids: [1, 2], liveFrom: undefined, liveUntil: april }));
});

test('the dates of several are removed at once', async () => {
  given(row(1, { liveFrom: march ?? null }), row(2));
  const dialog = await openDates('Content 1', 'Content 2');
  fireEvent.click(dialog.getByRole('button', { name: 'Remove all dates' }));
  await waitFor(() => expect(publish).toHaveBeenCalledWith({ ids: [1, 2], liveFrom: null, liveUntil: null }));
});

test('an Undo that is refused is told, and can be tried again', async () => {
  given(row(1));
  remove.mockResolvedValue(null);
  bringBack.mockRejectedValueOnce(new Error('No')).mockResolvedValue(null);
  show();
  await choose('Content 1');
  fireEvent.click(screen.getByRole('button', { name: 'Delete' }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  await screen.findByText(/^Couldn’t undo/);
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(bringBack).toHaveBeenCalledTimes(2));
});

test('what is typed gets into the address, and an address without it empties the field', async () => {
  given(row(1));
  const router = show('/admin/contents?page=2');
  const field = await screen.findByRole('searchbox', { name: 'Search by title' });
  fireEvent.change(field, { target: { value: 'arch ' } });
  await waitFor(() => expect(router.state.location.search).toEqual({ q: 'arch' }));
  expect(field).toHaveProperty('value', 'arch ');
  await router.navigate({ to: '/admin/contents', search: {} } as never);
  await waitFor(() => expect(field).toHaveProperty('value', ''));
});

test('a page whose rows are gone gives way to the last one', async () => {
  list.mockImplementation(async (asked) => {
    const page = asked?.page ?? 1;
    return { items: page <= 2 ? [row(page)] : [], total: 25, missing: { en: 0, it: 0 } };
  });
  const router = show('/admin/contents?page=9&sort=title');
  expect(await screen.findByText('Page 2 of 2')).toBeTruthy();
  expect(router.state.location.search).toEqual({ page: 2, sort: 'title' });
  expect(screen.queryByText('No contents yet')).toBeNull();
});

test('shows what changed in each version, and restores one', async () => {
  given(row(1));
  const at = '2026-03-02T10:00:00.000Z';
  history.mockResolvedValue([
    { id: 2, at, by: 'Paolo', changed: ['en.title', 'lat', 'long'], title: 'B' },
    { id: 1, at, by: null, changed: [], title: 'A' },
  ]);
  restore.mockResolvedValue(null);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Versions of Content 1' }));
  expect(await screen.findByText('Changed: English title and place on the map')).toBeTruthy();
  fireEvent.click(screen.getByRole('button', { name: /^Restore the version/ }));
  await waitFor(() => expect(restore).toHaveBeenCalledWith({ contentId: 1, version: 1, newest: 2 }));
});

test('says that nothing is there, that nothing was found, and that the list did not load', async () => {
  list.mockRejectedValueOnce(new Error('No'));
  given();
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No contents yet')).toBeTruthy();
  cleanup();
  show('/admin/contents?state=draft');
  fireEvent.click(await screen.findByRole('button', { name: 'Show all contents' }));
  expect(await screen.findByText('No contents yet')).toBeTruthy();
});
