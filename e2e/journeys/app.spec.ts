import type { Page } from '@playwright/test';
import { inspect } from '../world/inspect';
import { countOwnTracks } from '../world/media';
import { meetInCall, messagesOf, talk, write } from '../world/steps';
import { expect, test } from '../world/test';

/** Breaks every screen with a date: simulates an unforeseen bug. */
const breakDates = (page: Page) =>
  page.evaluate(() => {
    Object.defineProperty(Intl.DateTimeFormat.prototype, 'format', {
      get() {
        throw new Error('Dates are out of order');
      },
    });
  });

test('a user becomes unavailable, and the others see it at once', async ({ person }) => {
  const giulia = await person('operator');
  const marco = await person('operator2');
  await marco.page.goto('/people');
  const row = marco.page.getByRole('listitem').filter({ hasText: 'Giulia Ferri' });
  await expect(row).toContainText('Available');

  await giulia.page.getByRole('switch', { name: 'Available' }).click();
  await expect(row).toContainText('Offline');

  await giulia.page.reload();
  await expect(giulia.page.getByRole('switch', { name: 'Available' })).not.toBeChecked();
  await giulia.page.getByRole('switch', { name: 'Available' }).click();
  await expect(row).toContainText('Available');
});

test('the others see who is in a call', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const marco = await person('operator2');
  await marco.page.goto('/people');
  const row = marco.page.getByRole('listitem').filter({ hasText: 'Giulia Ferri' });

  await talk(luca, giulia);

  await expect(row).toContainText('In a call');
});

test('the language changes without a reload, and persists', async ({ person }) => {
  const { page } = await person('operator');
  await page.goto('/settings');
  await expect(page.getByRole('heading', { name: 'Me', exact: true })).toBeVisible();
  const loads: string[] = [];
  page.on('framenavigated', (frame) => loads.push(frame.url()));

  await page.getByRole('radio', { name: 'Italiano' }).check({ force: true });

  await expect(page.getByRole('heading', { name: 'Profilo', exact: true })).toBeVisible();
  await expect(page.locator('html')).toHaveAttribute('lang', 'it');
  expect(loads).toEqual([]);
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Profilo', exact: true })).toBeVisible();
  await page.getByRole('radio', { name: 'English' }).check({ force: true });
  await expect(page.getByRole('heading', { name: 'Me', exact: true })).toBeVisible();
});

test('a new page starts at its top; a step back restores the scroll position', async ({ person }) => {
  const { page } = await person('operator');
  await page.setViewportSize({ width: 1280, height: 320 });
  await page.goto('/settings');
  const main = page.getByRole('main');
  const scrolled = () => main.evaluate(({ scrollTop }) => scrollTop);
  const way = page.getByRole('link', { name: /^Protect my keys/ });
  await way.scrollIntoViewIfNeeded();
  // Read at the click: what loads above the link moves it until then.
  const leftAt = way.evaluate(
    (link) =>
      new Promise<number>((resolve) => {
        link.addEventListener('click', () => resolve(link.closest('main')?.scrollTop ?? 0), { once: true });
      }),
  );

  await way.click();

  const before = await leftAt;
  expect(before).toBeGreaterThan(0);

  await expect(page.getByRole('heading', { name: 'Your keys' })).toBeInViewport();
  await expect
    .poll(() => main.evaluate(({ scrollHeight, clientHeight }) => scrollHeight - clientHeight))
    .toBeGreaterThan(0);
  await expect.poll(scrolled).toBe(0);
  await page.goBack();
  await expect(way).toBeVisible();
  await expect.poll(scrolled).toBe(before);
});

test('an Italian browser gets Italian texts, from the server too', async ({ visitor }) => {
  const { page } = await visitor('operator', { language: 'it' });

  await page.goto('/login/');
  await page.getByRole('textbox', { name: 'E-mail' }).fill('nobody@demo.example');
  await page.getByRole('button', { name: 'AVANTI' }).click();

  await expect(page.getByText('E-mail sconosciuta')).toBeVisible();
});

test('offline, a bar says so, loaded data stays, and call buttons say why they are disabled', async ({ person }) => {
  const { page } = await person('assisted', { device: 'phone' });
  await expect(page.getByRole('button', { name: /^Call Giulia Ferri/ })).toBeVisible();

  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline. Anything already loaded is still available.')).toBeVisible();
  await expect(page.getByRole('button', { name: /^Call Giulia Ferri/ })).toBeVisible();
  await expect(page.getByText('You’re offline. Calls need a connection.').first()).toBeVisible();

  await page.context().setOffline(false);
  await expect(page.getByText('You’re offline. Anything already loaded is still available.')).toBeHidden();
});

test('after a crash the app shows «oops!», and a reload restores it', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);

  await breakDates(luca.page);
  await write(luca, 'This cannot be shown');

  await expect(luca.page.getByRole('heading', { name: 'oops!' })).toBeVisible();
  await inspect(luca.page);
  await expect(giulia.page.getByRole('button', { name: 'Done' })).toBeVisible();
  await expect.poll(() => countOwnTracks(luca.page)).toBe(0);
  // React may have tried to render the broken page several times, with an error each time.
  luca.problems.length = 0;
  await luca.page.getByRole('button', { name: 'Reload' }).click();
  await expect(luca.page.getByRole('button', { name: /^Call for help/ })).toBeVisible();
});

test('events of a call are only sent to its participants', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  const marco = await person('operator2');
  const received: string[] = [];
  marco.page.on('websocket', (socket) => socket.on('framereceived', ({ payload }) => received.push(String(payload))));
  await marco.page.reload();
  const hears = (word: string) => expect.poll(() => received.some((frame) => frame.includes(word))).toBe(true);
  await hears('"ready"');

  await talk(luca, giulia);
  await write(luca, 'Only for the two of us');
  await expect(await messagesOf(giulia)).toContainText(['Only for the two of us']);

  await hears('ContactAvailability');
  expect(received.filter((frame) => /CallMessage|CallPic|signal|IncomingCall/.test(frame))).toEqual([]);
});
