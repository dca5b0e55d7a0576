import type { LeadItem, LeadState } from '@earth/contracts';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setLanguage } from '../../shared/i18n';
import { api, session } from '../../platform';
import { testProfile } from '../../testing/people';
import { showPages } from '../../testing/visitor';
import { LeadsPage } from './LeadsPage';
import { queries } from '../../testing/scope';

const lead = (id: number, over: Partial<LeadItem['lead']> = {}, state: LeadState = 'new'): LeadItem => ({
  uniqueId: `0190a000-0000-7000-8000-00000000000${id}`,
  date: '2026-03-02T10:00:00.000Z',
  sentDate: null,
  state,
  lead: {
    brand: 'Earth',
    leadSource: 'earth',
    subject: 'Contact request',
    firstname: 'Chiara',
    lastname: 'Galli',
    email: 'chiara@example.com',
    addressStreet: '',
    addressCity: 'Reggio Emilia',
    addressZip: '42121',
    addressStateOrProvince: 'RE',
    addressCountry: 'IT',
    occupation: 1,
    company: '',
    phone: '0522123456',
    mobilePhone: '0522123456',
    notesInfo: '',
    consentPrivacy: true,
    consentNewsletter1: false,
    ...over,
  },
});

const list = vi.spyOn(api, 'listLeads');
const one = vi.spyOn(api, 'getLead');
const change = vi.spyOn(api, 'changeLead');
beforeEach(() => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  session.store.setState({
    status: 'signedIn',
    profile: testProfile({}, 'ADMIN'),
  });
  for (const spy of [list, one, change]) spy.mockReset();
});
afterEach(() => {
  cleanup();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  queries().clear();
  vi.unstubAllGlobals();
});

const show = (address = '/admin/leads') => showPages({ '/admin/leads': LeadsPage }, address);

test('an admin lists the leads page by page, and filters them by text and state', async () => {
  list.mockImplementation(async ({ page = 1 } = {}) => ({ items: [lead(page)], total: 21 }));
  show();
  const rows = within(await screen.findByRole('list', { name: 'Requests, newest first' }));
  screen.getByText('21 requests');
  fireEvent.click(screen.getByRole('button', { name: 'Show more' }));
  await waitFor(() => expect(rows.getAllByRole('link')).toHaveLength(2));
  expect(screen.queryByRole('button', { name: 'Show more' })).toBeNull();

  fireEvent.change(screen.getByRole('searchbox', { name: 'Search requests' }), { target: { value: ' galli ' } });
  fireEvent.click(screen.getByRole('radio', { name: 'Done' }));
  await waitFor(() => expect(list).toHaveBeenLastCalledWith({ query: 'galli', state: 'done', page: 1, pageSize: 20 }));
});

test('opening a new lead marks it as read; its message shows markup and nothing else', async () => {
  const notesInfo = 'Call &lt;me&gt;<br><b>now</b>';
  one.mockResolvedValue(lead(1, { notesInfo }));
  change.mockImplementation(async ({ state }) => lead(1, { notesInfo }, state));
  show('/admin/leads?lead=0190a000-0000-7000-8000-000000000001');
  await screen.findByRole('heading', { name: 'Chiara Galli' });
  await waitFor(() => expect(change).toHaveBeenCalledWith({ leadId: lead(1).uniqueId, state: 'read' }));
  const message = screen.getByText('now');
  expect([message.tagName, message.parentElement?.innerHTML]).toEqual(['B', 'Call &lt;me&gt;<br><b>now</b>']);
  expect(screen.getByRole('link', { name: 'chiara@example.com' }).getAttribute('href')).toBe(
    'mailto:chiara@example.com',
  );
  fireEvent.click(screen.getByRole('radio', { name: 'Done' }));
  await waitFor(() => expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Done' }).checked).toBe(true));
});

test('shows stored values that today’s form does not offer', async () => {
  const old = { firstname: '', lastname: '', addressCountry: 'Atlantis', occupation: 2 };
  list.mockResolvedValue({ items: [lead(1, old), lead(2, { ...old, email: '' })], total: 2 });
  show();
  await screen.findByRole('link', { name: 'chiara@example.com' });
  screen.getByRole('link', { name: 'No name' });
  cleanup();
  one.mockResolvedValue(lead(1, old, 'read'));
  show('/admin/leads?lead=0190a000-0000-7000-8000-000000000001');
  await screen.findByRole('heading', { name: 'chiara@example.com' });
  screen.getByText('42121 Reggio Emilia, RE, Atlantis');
  expect(screen.getByText('2').tagName).toBe('DD');
});

test('a choice made while a new lead is being marked as read wins, and is sent after that', async () => {
  one.mockResolvedValue(lead(1));
  let noteRead = () => {};
  const noting = new Promise<void>((resolve) => (noteRead = resolve));
  change.mockImplementation(async ({ state }) => {
    if (state === 'read') await noting;
    return lead(1, {}, state);
  });
  show('/admin/leads?lead=0190a000-0000-7000-8000-000000000001');
  const done = await screen.findByRole<HTMLInputElement>('radio', { name: 'Done' });
  await waitFor(() => expect(change).toHaveBeenCalledTimes(1));
  fireEvent.click(done);
  await waitFor(() => expect(done.checked).toBe(true));
  expect(change).toHaveBeenCalledTimes(1);
  noteRead();
  await waitFor(() => expect(change).toHaveBeenLastCalledWith({ leadId: lead(1).uniqueId, state: 'done' }));
  expect(done.checked).toBe(true);
});

test('exports all pages of the search as CSV', async () => {
  list.mockImplementation(async ({ page = 1 } = {}) => ({
    items: [lead(page, { lastname: `=${page}`, notesInfo: 'one<br><b>two</b> &amp; three' })],
    total: 101,
  }));
  const saved: Blob[] = [];
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: (blob: Blob) => `blob:${saved.push(blob)}`,
      revokeObjectURL: () => undefined,
    }),
  );
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Download as CSV' }));
  await waitFor(() => expect(saved).toHaveLength(1));
  const text = (await saved[0]?.text()) ?? '';
  expect(text).toContain('"Chiara","\'=1","chiara@example.com"');
  expect(text).toContain('"Chiara","\'=2","chiara@example.com"');
  expect(text).toContain('"one\ntwo & three"');
});

test('shows the empty state, and retries a failed load', async () => {
  list.mockRejectedValueOnce(new Error('No')).mockResolvedValue({ items: [], total: 0 });
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('No requests yet')).toBeTruthy();
});
