import type { CallHistoryItem, Contact } from '@earth/contracts';
import { Link } from '@tanstack/react-router';
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { api, session } from '../../../platform';
import { createCallCipher } from '../../../platform/crypto/cipher';
import * as saving from '../../../platform/storage/save-file';
import { setLanguage } from '../../../shared/i18n';
import { historyQuery, peopleQuery, productsQuery } from '../../../shared/queries';
import { ScopedQueries } from '../../../shared/ScopedQueries';
import { testContact, testId, testProfile } from '../../../testing/people';
import { beginScope, queries } from '../../../testing/scope';
import { showPages } from '../../../testing/visitor';
import { CallsWith } from '../../people/CallsWith';
import { AllCalls } from './AllCalls';

const me = testProfile({}, 'OPERATOR');
const luca = testContact({ name: 'Luca Moretti' }, 'ASSISTED');
const sara = testContact({ name: 'Sara Conti' }, 'ASSISTED');
const rosa = testContact({ name: 'Rosa Blu', isGuest: true }, 'ASSISTED');
const HOUR = 3_600_000;
const newest = Date.parse('2025-11-20T12:00:00Z');

interface Past {
  readonly caller?: Contact;
  readonly subject?: string;
  readonly isMissed?: boolean;
  readonly labels?: string;
  readonly productCode?: string;
}

/** A call to the user; each is an hour older than the one before. */
function callTo(index: number, past: Past): CallHistoryItem {
  const { caller = luca, subject = `Subject ${index}`, isMissed = false, labels, productCode = null } = past;
  const startDate = new Date(newest - index * HOUR).toISOString();
  return {
    call: {
      uniqueId: testId(),
      callerUniqueId: caller.uniqueId,
      subject,
      cryptoSchema: 0,
      productCode,
      startDate,
      targets: [],
      caller,
      isInstantCall: true,
      ringsUntil: startDate,
      forHelp: false,
    },
    state: 'closed',
    reason: isMissed ? 'missed' : 'answered',
    startDate,
    endDate: startDate,
    durationSeconds: isMissed ? 0 : 90,
    picsCount: 0,
    messagesCount: 0,
    participants: [
      { contact: caller, state: 'left' },
      { contact: testContact({ uniqueId: me.uniqueId, name: me.name }), state: isMissed ? 'missed' : 'left' },
    ],
    ...(labels !== undefined && { labels: { labels, cryptoSchema: 0, date: startDate, author: me } }),
  };
}

const list = vi.spyOn(api, 'listCalls');
/** A server with these calls, newest first. */
function given(...past: readonly Past[]) {
  const items = past.map((one, index) => callTo(index, one));
  list.mockImplementation(async ({ page = 1, pageSize = 10, from, to, contactUniqueId } = {}) => {
    const inPart = items.filter(
      ({ startDate, participants }) =>
        (!from || startDate >= from) &&
        (!to || startDate < to) &&
        (!contactUniqueId || participants.some(({ contact }) => contact.uniqueId === contactUniqueId)),
    );
    return { items: inPart.slice((page - 1) * pageSize, page * pageSize), total: inPart.length };
  });
}

beforeEach(() => {
  setLanguage('en');
  vi.stubGlobal('matchMedia', () => ({ matches: false, addEventListener() {}, removeEventListener() {} }));
  session.store.setState({ status: 'signedIn', profile: me }, true);
  list.mockReset();
  beginScope([[createCallCipher, { openText: async (_: 0 | 1, sealed: string) => sealed }]]);
  queries().setQueryData(peopleQuery.queryKey, [luca, sara]);
});
afterEach(() => {
  cleanup();
  queries().clear();
  session.store.setState({ status: 'signedOut', isOver: false }, true);
  vi.unstubAllGlobals();
});

/** With the queries of the session, as the shell provides them. */
const Page = () => (
  <ScopedQueries>
    <AllCalls />
  </ScopedQueries>
);
const show = (address = '/calls') => showPages({ '/calls': Page, '/calls/$callId': () => null }, address);
const rows = () => screen.queryAllByRole('listitem').map(({ textContent }) => textContent);

test('words are looked for in the pages that are not loaded yet, and the address keeps them', async () => {
  given(...Array.from({ length: 70 }, (_, index) => ({ subject: index === 68 ? 'The boiler leaks' : 'Pump' })));
  const router = show();
  await waitFor(() => expect(rows()).toHaveLength(60));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'BOILER' } });
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('The boiler leaks')]));
  expect(await screen.findByText('1 call')).toBeTruthy();
  expect(router.state.location.search).toEqual({ q: 'BOILER' });
});

test('what a search and the file have loaded is not loaded again with the newest calls', async () => {
  const save = vi.spyOn(saving, 'saveFile').mockReturnValue(undefined);
  onTestFinished(() => save.mockRestore());
  given(...Array.from({ length: 70 }, () => ({ isMissed: true })), { subject: 'The boiler leaks' });
  show();
  await waitFor(() => expect(rows()).toHaveLength(60));
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'boiler' } });
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('The boiler leaks')]));
  const pages = () => queries().getQueryData(historyQuery.queryKey)?.pages.length;
  expect(pages()).toBe(2);
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await waitFor(() => expect(save).toHaveBeenCalled());
  expect(pages()).toBe(2);
});

test('the kind and the days of the address choose the calls; without any, all filters can be removed', async () => {
  given({}, { isMissed: true }, { caller: rosa }, { isMissed: true, subject: 'Long ago' });
  show('/calls?kind=guest');
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('Rosa Blu')]));
  fireEvent.change(screen.getByRole('combobox', { name: 'Show' }), { target: { value: 'missed' } });
  await waitFor(() => expect(rows()).toHaveLength(2));
  fireEvent.change(screen.getByLabelText('From'), { target: { value: '2025-12-01' } });
  expect(await screen.findByText('No calls found')).toBeTruthy();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '2025-11-01' } });
  expect(await screen.findByText('The last day is before the first')).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Download as CSV' })).toBeNull();
  fireEvent.change(screen.getByLabelText('To'), { target: { value: '' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Clear filters' }));
  await waitFor(() => expect(rows()).toHaveLength(4));
});

test('the file has every call that matches, and no cell is a formula', async () => {
  const save = vi.spyOn(saving, 'saveFile').mockReturnValue(undefined);
  onTestFinished(() => save.mockRestore());
  given(
    ...Array.from({ length: 65 }, () => ({ isMissed: true })),
    { subject: '=HYPERLINK("https://evil.example")' },
    { subject: 'Seal, size 40', labels: '{"reference":"+39 02","tags":["leak","warranty"]}' },
  );
  show('/calls?kind=done');
  await waitFor(() => expect(rows()).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await waitFor(() => expect(save).toHaveBeenCalled());
  const [file, name] = save.mock.calls[0] ?? [];
  const lines = (await (file as Blob).text()).split('\r\n');
  expect(name).toBe('Call history.csv');
  expect(lines).toHaveLength(4);
  expect(lines[1]).toContain('"\'=HYPERLINK(""https://evil.example"")"');
  expect(lines[2]).toContain(
    '"Luca Moretti","Incoming","Answered",90,"Seal, size 40","\'+39 02","leak, warranty",0,0,',
  );
});

test('a call about a product is found, listed and saved by its name in the language of the reader', async () => {
  const save = vi.spyOn(saving, 'saveFile').mockReturnValue(undefined);
  onTestFinished(() => save.mockRestore());
  const pump = {
    code: 'P-204',
    name: 'Feed pump',
    nameIt: 'Pompa di alimentazione',
    description: null,
    imageUrl: null,
  };
  queries().setQueryData(productsQuery.queryKey, [pump]);
  given({}, { subject: pump.name, productCode: pump.code }, { subject: pump.nameIt, productCode: pump.code });
  show('/calls?q=feed');
  await waitFor(() => expect(rows()).toHaveLength(2));
  for (const row of rows()) expect(row).toContain('Feed pump');
  fireEvent.click(screen.getByRole('button', { name: 'Download as CSV' }));
  await waitFor(() => expect(save).toHaveBeenCalled());
  const [file] = save.mock.calls[0] ?? [];
  const text = await (file as Blob).text();
  expect([text.match(/"Feed pump"/g)?.length, text.includes(pump.nameIt)]).toEqual([2, false]);
});

test('an older page that does not come leaves the calls on the screen, and can be asked for again', async () => {
  given(...Array.from({ length: 70 }, () => ({})));
  const whole = list.getMockImplementation();
  list.mockImplementation(async (input) => {
    if ((input?.page ?? 1) > 2) throw new Error('Too far');
    return (await whole?.(input)) ?? { items: [], total: 0 };
  });
  show();
  await waitFor(() => expect(rows()).toHaveLength(60));
  fireEvent.click(await screen.findByRole('button', { name: 'Show older calls' }));
  expect(await screen.findByText('Couldn’t load older calls')).toBeTruthy();
  expect(rows()).toHaveLength(60);
  if (whole) list.mockImplementation(whole);
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  await waitFor(() => expect(rows()).toHaveLength(70));
});

test('a tag chooses the calls that have it, and a reference is found', async () => {
  given(
    { labels: '{"reference":"ORD-1","tags":["leak"]}' },
    {},
    { labels: '{"reference":"ORD-2","tags":["Leak","pump"]}' },
    { labels: 'no labels' },
  );
  const router = show();
  await waitFor(() => expect(rows()[2]).toContain('ORD-2 · Leak · pump'));
  const tags = await screen.findByRole('combobox', { name: 'Tag' });
  expect([...(tags as HTMLSelectElement).options].map(({ text }) => text)).toEqual(['All tags', 'leak', 'pump']);
  fireEvent.change(tags, { target: { value: 'leak' } });
  await waitFor(() => expect(rows()).toHaveLength(2));
  expect(router.state.location.search).toEqual({ tag: 'leak' });
  fireEvent.change(screen.getByRole('searchbox'), { target: { value: 'ord-2' } });
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('ORD-2')]));
});

test('the page of a person leads to all calls with them, and another person can be chosen', async () => {
  given(...Array.from({ length: 70 }, () => ({})), { caller: sara });
  const Person = () => (
    <ScopedQueries>
      <CallsWith person={luca} />
    </ScopedQueries>
  );
  showPages({ '/people': Person, '/calls': Page, '/calls/$callId': () => null }, '/people');
  await waitFor(() => expect(rows()).toHaveLength(5));
  fireEvent.click(screen.getByRole('link', { name: 'Show all calls' }));
  await waitFor(() => expect(rows()).toHaveLength(60));
  const people = screen.getByRole<HTMLSelectElement>('combobox', { name: 'Person' });
  await waitFor(() => expect(people.selectedOptions[0]?.text).toBe('Luca Moretti'));
  fireEvent.click(await screen.findByRole('button', { name: 'Show older calls' }));
  await waitFor(() => expect(rows()).toHaveLength(70));
  fireEvent.change(people, { target: { value: sara.uniqueId } });
  await waitFor(() => expect(rows()).toEqual([expect.stringContaining('Sara Conti')]));
});

test('«Back» leads to the page of the person from where the filtered calls were opened, whatever was chosen since', async () => {
  given({}, { caller: sara });
  const Person = () => (
    <Link to="/calls" search={{ with: luca.uniqueId }}>
      All calls
    </Link>
  );
  const router = showPages({ '/people': Person, '/calls': Page, '/': () => null }, '/people');
  fireEvent.click(await screen.findByRole('link', { name: 'All calls' }));
  await waitFor(() => expect(rows()).toHaveLength(1));
  fireEvent.change(screen.getByRole('combobox', { name: 'Person' }), { target: { value: '' } });
  await waitFor(() => expect(rows()).toHaveLength(2));
  fireEvent.click(screen.getByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/people'));
});

test('«Back» leads to the calls if the address was opened directly', async () => {
  given({});
  const router = showPages({ '/': () => null, '/calls': Page, '/calls/$callId': () => null }, '/calls');
  fireEvent.click(await screen.findByRole('button', { name: 'Back' }));
  await waitFor(() => expect(router.state.location.pathname).toBe('/'));
});
