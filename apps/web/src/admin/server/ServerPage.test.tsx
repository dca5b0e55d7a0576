import type { CallData, getHealth, HealthCheck, ServerHealth } from '@earth/contracts';
import { screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import * as platform from '../../platform';
import { setLanguage } from '../../shared/i18n';
import { contentsClient } from '../../discover/lists/model/contents-client';
import { forgetContents, showPages } from '../../testing/visitor';
import { ServerPage } from './ServerPage';

const server = (id: string, isThis: boolean, ...checks: HealthCheck[]): ServerHealth => ({
  id,
  isThis,
  version: '0.1.0',
  node: '20.19.0',
  started: '2026-11-29T08:00:00.000Z',
  seen: '2026-11-29T21:50:00.000Z',
  memoryBytes: 120_000_000,
  devices: 7,
  checks,
});

const disk: HealthCheck = { subject: 'disk', state: 'diskFree', bytes: 50_000_000_000 };
const gone: HealthCheck = {
  subject: 'mail',
  state: 'mailUnreachable',
  count: 2,
  date: '2026-11-29T21:00:00.000Z',
  reason: 'ETIMEDOUT',
};

const healthWith = (...servers: ServerHealth[]): CallData<typeof getHealth> => ({
  database: { version: '17.2', bytes: 80_000_000, migration: 82 },
  checks: [{ subject: 'database', state: 'databaseWorks', count: 2 }],
  servers,
});

const getting = vi.spyOn(platform, 'sendCall');
beforeEach(() => setLanguage('en'));
afterEach(forgetContents);

const show = (health: CallData<typeof getHealth>) => {
  getting.mockReset().mockResolvedValue(health);
  showPages({ '/admin/server': ServerPage, '/admin': () => null }, '/admin/server');
};
/** The page has an empty status for toasts, too. */
const summary = () =>
  screen
    .queryAllByRole('status')
    .map(({ textContent }) => textContent)
    .join('');

test('says in a sentence that everything works, with versions and sizes', async () => {
  show(healthWith(server('a-1', true, disk)));
  await vi.waitFor(() => expect(summary()).toMatch('Everything works.'));
  expect(screen.queryByRole('list', { name: 'Needs attention' })).toBeNull();
  const shown = document.body.textContent;
  for (const words of ['PostgreSQL 17.2', '0.1.0, Node.js 20.19.0', 'Answers in 2 ms.', 'This server'])
    expect(shown).toContain(words);
});

test('puts what does not work first, the worst at the top, with its server if there are several', async () => {
  const low: HealthCheck = { ...disk, state: 'diskLow', bytes: 2_000_000_000 };
  show(healthWith(server('0190a-aaaaaa', true, low), server('0190a-bbbbbb', false, disk, gone)));
  await vi.waitFor(() => expect(summary()).toMatch('1 thing doesn’t work.'));
  const rows = within(screen.getByRole('list', { name: 'Needs attention' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^E-mail \(server bbbbbb\)Can’t reach the e-mail server \(ETIMEDOUT\).*Failed$/),
    expect.stringMatching(/^Disk \(server aaaaaa\)Only .* free.*Warning$/),
  ]);
  expect(screen.getByRole('heading', { name: 'Server aaaaaa (answering you)' })).toBeTruthy();
  expect(screen.getByRole('heading', { name: 'Server bbbbbb' })).toBeTruthy();
});

test('of a database that did not answer in time there are no versions and sizes, and it comes first', async () => {
  const late: HealthCheck = { subject: 'database', state: 'checkFailed', reason: 'ETIMEDOUT' };
  show({ ...healthWith(server('a-1', true, disk)), database: null, checks: [late] });
  await vi.waitFor(() => expect(summary()).toMatch('1 thing doesn’t work.'));
  const rows = within(screen.getByRole('list', { name: 'Needs attention' })).getAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^DatabaseThis couldn’t be checked \(ETIMEDOUT\).*Failed$/),
  ]);
  expect(document.body.textContent).not.toContain('PostgreSQL');
});

test('a server that stops answering is said, with the last known state', async () => {
  show(healthWith(server('a-1', true, disk)));
  await vi.waitFor(() => expect(summary()).toMatch('Everything works.'));
  getting.mockRejectedValue(new Error('gone'));
  await contentsClient.refetchQueries();
  await vi.waitFor(() => expect(summary()).toMatch(/^The server isn’t answering/));
  expect(screen.getByText('Answers in 2 ms.')).toBeTruthy();
});

test('says what needs attention although everything works', async () => {
  setLanguage('it');
  show(healthWith(server('a-1', true, { ...disk, state: 'diskLow' })));
  await vi.waitFor(() => expect(summary()).toMatch('Funziona tutto, ma 1 cosa richiede attenzione.'));
});
