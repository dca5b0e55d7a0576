/** API tokens: an admin makes one, a program uses it, and the admin ends it. */
import sharp from 'sharp';
import { inspect } from '../world/inspect';
import { photographer } from '../world/pictures';
import { expect, test } from '../world/test';

const picture = () =>
  sharp({ create: { width: 1200, height: 800, channels: 3, background: '#7a5026' } })
    .jpeg()
    .toBuffer();

test('an admin makes a token, a program writes a content with it, a visitor sees it, and the token is ended', async ({
  person,
  server,
  visitor,
}) => {
  const { page } = await person('admin', { device: 'desktop' });
  const take = photographer(page, test.info());
  await page.goto('/admin/tokens');
  await expect(page.getByText('No tokens yet')).toBeVisible();
  await inspect(page);
  await take('tokens-none');
  await page.getByRole('button', { name: 'New token' }).click();
  const making = page.getByRole('dialog', { name: 'New token' });
  await making.getByLabel('What’s it for?').fill('Collection');
  await making.getByLabel('Contents, menu and scenes').selectOption('Read and write');
  await inspect(page);
  await take('token-new');
  await making.getByRole('button', { name: 'Create' }).click();
  const shown = page.getByRole('dialog', { name: 'Your new token' });
  const token = await shown.getByText(/^earth_/).innerText();
  await inspect(page);
  await take('token-secret');
  await shown.getByRole('button', { name: 'I’ve saved it' }).click();

  const create = async (title: string) =>
    await fetch(`${server.url}/api/infocontents`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ title, visibility: 'public', imageBase64: (await picture()).toString('base64') }),
    });
  const answer = (await (await create('The old mill')).json()) as { data: { content: { id: number } } };
  const { page: guest } = await visitor('assisted', { device: 'phone' });
  await guest.goto(`/content-detail/${answer.data.content.id}`);
  await expect(guest.getByRole('heading', { name: 'The old mill' })).toBeVisible();
  const seen = guest.getByRole('img', { name: 'The old mill' });
  await expect.poll(() => seen.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);

  await page.goto('/admin/log');
  await expect(page.getByText('Token «Collection» created “The old mill”')).toBeVisible();
  await expect(page.getByText('Paolo Neri created the API token “Collection”')).toBeVisible();
  await page.goBack();
  const row = page.getByRole('listitem').filter({ hasText: 'Collection' });
  await expect(row).toContainText(`…${token.slice(-4)} · valid until`);
  await expect(row).toContainText('last used');
  await inspect(page);
  await take('tokens');
  await row.getByRole('button', { name: 'Revoke the token “Collection”' }).click();
  const question = page.getByRole('dialog', { name: 'Revoke “Collection”?' });
  await inspect(page);
  await take('token-end');
  await question.getByRole('button', { name: 'Revoke' }).click();
  await expect(page.getByText('No tokens yet')).toBeVisible();
  expect((await create('The new mill')).status).toBe(401);
});

test('the tokens on a phone, in Italian', async ({ person }) => {
  const { page } = await person('admin', { device: 'phone', language: 'it' });
  const take = photographer(page, test.info());
  await page.goto('/admin');
  await page.getByRole('link', { name: 'Token API' }).click();
  for (const [name, contents] of [
    ['Sito web', 'Lettura'],
    ['Database della collezione', 'Lettura e scrittura'],
  ] as const) {
    await page.getByRole('button', { name: 'Nuovo token' }).click();
    const making = page.getByRole('dialog', { name: 'Nuovo token' });
    await making.getByLabel('A che cosa serve?').fill(name);
    await making.getByLabel('Contenuti, menu e scene').selectOption(contents);
    await making.getByRole('switch', { name: 'Lettura delle richieste di contatto' }).click();
    await take('token-new-it');
    await making.getByRole('button', { name: 'Crea' }).click();
    await page.getByRole('button', { name: 'L’ho salvato' }).click();
  }
  await expect(page.getByRole('listitem').filter({ hasText: 'Sito web' })).toContainText('mai usato');
  await inspect(page);
  await take('tokens-it');
});
