import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from '@playwright/test';
import { inspect } from '../world/inspect';
import { expect, test as base } from '../world/test';

/** A lead endpoint on this machine; unreachable until it is opened. */
class Collector {
  readonly #server: Server;
  readonly leads: unknown[] = [];
  port = 0;

  constructor() {
    this.#server = createServer((request, response) => {
      let text = '';
      request.on('data', (part: Buffer) => {
        text += part.toString();
      });
      request.on('end', () => {
        this.leads.push(JSON.parse(text));
        response.end('{"status":"OK"}');
      });
    });
  }

  async open() {
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    this.port = (this.#server.address() as AddressInfo).port;
  }

  async close() {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }
}

const test = base.extend<{ readonly collector: Collector }>({
  // oxlint-disable-next-line no-empty-pattern
  collector: async ({}, provide) => {
    const collector = new Collector();
    await collector.open();
    await provide(collector);
    await collector.close();
  },
  settings: async ({ collector }, provide) => {
    await provide({ LEADS_URL: `http://127.0.0.1:${collector.port}/` });
  },
});

async function fill(page: Page) {
  await page.getByLabel('Name', { exact: true }).fill('Chiara');
  await page.getByLabel('Surname').fill('Galli');
  await page.getByLabel('E-mail').fill('chiara@example.com');
  await page.getByLabel('Profession').selectOption('Architect or designer');
  await page.getByLabel('City').fill('Roma');
  await page.getByLabel('Country').selectOption('Italy');
  await page.getByRole('checkbox', { name: /my data being used/ }).check();
}

test('a visitor sends the contact form; nothing is lost offline or when the server is killed', async ({
  collector,
  server,
  visitor,
}) => {
  const { page } = await visitor('assisted', { device: 'phone' });
  await page.goto('/contact?brand=Cotto%20Nuovo&note=Terra%2060');
  await expect(page.getByText('About Terra 60 · Cotto Nuovo')).toBeVisible();
  await inspect(page);
  await page.getByRole('button', { name: 'Send' }).click();
  await expect(page.getByText('Some fields have not been entered correctly')).toBeVisible();
  await expect(page.getByLabel('Name', { exact: true })).toBeFocused();
  await inspect(page);

  await fill(page);
  await page.getByLabel('Message').fill('Terra 60');
  await page.getByLabel('Message').selectText();
  await page.getByText('Formatting', { exact: true }).click();
  await page.getByRole('button', { name: 'Bold' }).click();
  await expect(page.getByRole('region', { name: 'Preview' }).locator('b')).toHaveText('Terra 60');
  await inspect(page);
  await page.context().setOffline(true);
  await expect(page.getByText('You’re offline. Your text')).toBeVisible();
  await page.getByRole('button', { name: 'Send' }).click();
  const failed = page.getByRole('dialog', { name: 'Sending data failed' });
  await expect(failed).toContainText('There was an error sending your data');
  await failed.getByRole('button', { name: 'OK' }).click();
  await page.context().setOffline(false);
  await expect(page.getByText('You’re offline. Your text')).toBeHidden();

  await collector.close();
  await page.getByRole('button', { name: 'Send' }).click();
  const sent = page.getByRole('dialog', { name: 'Data sent' });
  await expect(sent).toContainText('The data was sent successfully');
  await inspect(page);
  await server.kill();
  await sent.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('Thanks for your message')).toBeInViewport();
  await expect(page.getByRole('button', { name: 'Send' })).toHaveCount(0);
  await inspect(page);
  await page.getByRole('button', { name: 'Write another message' }).click();
  await expect(page.getByLabel('Message')).toHaveValue('');
  for (const box of await page.getByRole('checkbox').all()) await expect(box).not.toBeChecked();
  await expect(page.getByLabel('City')).toHaveValue('Roma');
  await server.start();
  await collector.open();
  await expect
    .poll(() => collector.leads)
    .toMatchObject([{ Brand: 'Cotto Nuovo', Lastname: 'Galli', Notes_Info: '<b>Terra 60</b>', Address_Country: 'IT' }]);
});

test('the contact form in Italian, on a desktop too', async ({ visitor }) => {
  const { page } = await visitor('assisted', { language: 'it' });
  await page.goto('/contact');
  await expect(page.getByRole('heading', { name: 'Scrivici' })).toBeVisible();
  await page.getByRole('button', { name: 'Invia' }).click();
  await expect(page.getByText('Alcuni campi non sono stati inseriti correttamente')).toBeVisible();
  // The first of them is in sight with its label, although the page scrolls no further than it must.
  await expect(page.getByLabel('Nome', { exact: true })).toBeFocused();
  await expect(page.getByText('Nome', { exact: true })).toBeInViewport({ ratio: 1 });
  await inspect(page);
});
