import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { createContentByApi } from '../world/content-api';
import { inspect } from '../world/inspect';
import { expect, test } from '../world/test';

const picture = async (name: string, width = 1200, height = 800) => ({
  name,
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width, height, channels: 3, background: '#7a5026' } })
    .jpeg()
    .toBuffer(),
});
const pdf = (name: string) => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n% Guide\ntrailer << >>\nstartxref\n0\n%%EOF\n'),
});

async function chooseFile(page: Page, button: string, file: Awaited<ReturnType<typeof picture>>) {
  const choosing = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: button, exact: true }).click();
  await (await choosing).setFiles(file);
}

const section = (page: Page, name: string) => page.locator('summary', { hasText: name });

test('D2.21, D5.14, D5.25: an operator edits a content in both languages with a cropped picture, and a visitor sees it', async ({
  server,
  person,
  visitor,
}) => {
  const create = await createContentByApi(server, 'operator@demo.example');
  const id = await create({ title: 'Head of a young ruler', descr: 'Bronze', visibility: 'public', ctnView: 3 });
  const { page } = await person('operator', { device: 'desktop' });
  await page.goto(`/discover-content-detail?c=${id}`);
  await expect(page.getByRole('heading', { level: 1, name: 'Edit content' })).toBeVisible();
  await expect(page.getByText('Italian 2 missing')).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('desktop.png'), fullPage: true });

  // D5.14: not without a title in each language that has texts.
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await page.getByLabel('Description · Italian').fill('Di bronzo <script>alert(1)</script>');
  await expect(save).toBeDisabled();
  await page.getByLabel('Title · Italian').fill('Testa di un giovane sovrano');
  await expect(save).toBeEnabled();

  await chooseFile(page, 'Choose a picture', { ...(await picture('head.jpg')), buffer: Buffer.from('no picture') });
  await expect(page.getByText('This file isn’t a JPEG, PNG or WebP picture')).toBeVisible();
  await chooseFile(page, 'Choose a picture', await picture('head.jpg'));
  const cropping = page.getByRole('dialog', { name: 'Crop and rotate' });
  await cropping.getByText('1:1', { exact: true }).click();
  await cropping.getByRole('button', { name: 'Rotate right' }).click();
  await expect(cropping.getByRole('slider', { name: 'Zoom' })).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('crop.png') });
  await cropping.getByRole('button', { name: 'Use picture' }).click();
  await expect(cropping).toBeHidden();

  await section(page, 'Contacts').click();
  await page.getByLabel('Phone', { exact: true }).fill('0522 1');
  await section(page, 'Attachments').click();
  await chooseFile(page, 'Choose a file: PDF attachment · English', pdf('Guide 2026.pdf'));
  // D5.25: named after its file.
  await expect(page.getByLabel('Name of the attachment · English')).toHaveValue('Guide 2026');
  await save.click();
  await expect(page.getByText('Enter an Italian mobile number, such as +39 347 1234567')).toBeVisible();
  await page.getByLabel('Phone', { exact: true }).fill('+39 347 1234567');
  await page.screenshot({ path: test.info().outputPath('filled.png'), fullPage: true });
  await save.click();
  await expect(page).toHaveURL(/\/earth$/);

  const { page: theirs } = await visitor('assisted', { device: 'phone', language: 'it' });
  await theirs.goto(`/content-detail/${id}`);
  await expect(theirs.getByRole('heading', { level: 1, name: 'Testa di un giovane sovrano' })).toBeVisible();
  await expect(theirs.getByText('Di bronzo <script>alert(1)</script>')).toBeVisible();
  const shown = theirs.getByRole('img', { name: 'Testa di un giovane sovrano' });
  await expect
    .poll(() => shown.evaluate(({ naturalWidth, naturalHeight }: HTMLImageElement) => naturalWidth / naturalHeight))
    .toBeCloseTo(1, 1);
});

test('two people edit one content: what does not conflict is merged, and the person chooses for the rest', async ({
  server,
  person,
}) => {
  const create = await createContentByApi(server, 'operator@demo.example');
  const id = await create({ title: 'Arch', descr: 'Roman' });
  const { page: mine } = await person('operator', { device: 'desktop' });
  const { page: theirs } = await person('operator2', { device: 'phone', language: 'it' });
  for (const page of [mine, theirs]) {
    const reporting = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /editing/.test(response.url()),
    );
    await page.goto(`/discover-content-detail?c=${id}`);
    await reporting;
    await expect(page.getByRole('textbox', { name: /^(Title|Titolo)/ }).first()).toBeVisible();
  }
  await expect(theirs.getByText('Lo sta modificando anche Giulia Ferri')).toBeVisible();
  await inspect(theirs);
  await theirs.screenshot({ path: test.info().outputPath('phone.png'), fullPage: true });

  await theirs.getByRole('group', { name: 'Lingua dei testi' }).getByText('Inglese').click();
  await theirs.getByLabel('Titolo · Inglese').fill('Arch of Constantine');
  await theirs.getByLabel('Etichetta').fill('marble');
  await theirs.getByRole('button', { name: 'Salva', exact: true }).click();
  await expect(theirs.getByText('Contenuto salvato')).toBeVisible();

  await mine.getByLabel('Title · English').fill('Arch of Titus');
  await mine.getByLabel('Description · English').fill('Roman, of the year 81');
  await mine.getByRole('button', { name: 'Save', exact: true }).click();
  const choosing = mine.getByRole('dialog', { name: 'Changed by someone else' });
  await expect(choosing.getByRole('group')).toHaveText([/Title · English.*Arch of Titus.*Arch of Constantine/]);
  await inspect(mine);
  await mine.screenshot({ path: test.info().outputPath('conflict.png') });
  await choosing.getByText('Arch of Constantine').click();
  await choosing.getByRole('button', { name: 'Save' }).click();
  await expect(mine.getByText('Content saved')).toBeVisible();

  await mine.goto(`/discover-content-detail?c=${id}`);
  await expect(mine.getByLabel('Title · English')).toHaveValue('Arch of Constantine');
  await expect(mine.getByLabel('Description · English')).toHaveValue('Roman, of the year 81');
  await expect(mine.getByLabel('Tag', { exact: true })).toHaveValue('marble');
});

test('D4.24, D8.10: what is typed survives a failed saving and a reload; leaving asks', async ({ server, person }) => {
  const create = await createContentByApi(server, 'operator@demo.example');
  const id = await create({ title: 'Arch' });
  const { page } = await person('operator', { device: 'phone' });
  await page.goto(`/discover-content-detail?c=${id}`);
  await page.getByLabel('Title · English').fill('Arch of Titus');
  await page.route(new RegExp(`/api/infocontents/${id}$`), (route) => route.abort());
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  // D8.10, D4.24: a toast, and the buttons are there again.
  await expect(page.getByText('Saving Error')).toBeVisible();
  await expect(save).toBeEnabled();
  await page.getByRole('button', { name: 'Cancel' }).click();
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' });
  await leaving.getByRole('button', { name: 'Stay' }).click();
  await page.unroute(new RegExp(`/api/infocontents/${id}$`));

  // A browser shows its own question only after a gesture; this test answers it.
  page.on('dialog', (dialog) => void dialog.accept());
  await page.reload();
  await expect(page.getByText('We restored your unsaved changes.')).toBeVisible();
  await expect(page.getByLabel('Title · English')).toHaveValue('Arch of Titus');
  await page.getByRole('button', { name: 'Delete', exact: true }).click();
  const question = page.getByRole('dialog', { name: 'Do you want to delete this content?' });
  await question.getByRole('button', { name: 'Cancel' }).click();
  await save.click();
  await expect(page.getByText('Content saved')).toBeVisible();
});

test('a lost answer to a new content makes no second one; the wrong field has the focus; a language is removed', async ({
  person,
}) => {
  const { page } = await person('operator', { device: 'phone' });
  const posted = /\/api\/infocontents(\?|$)/;
  await page.goto('/discover-content-detail');
  await expect(page.getByText('English empty')).toBeVisible();
  await page.getByLabel('Title · English').fill('Basilica');
  await page.getByText('Contacts', { exact: true }).click();
  await page.getByLabel('E-mail').fill('nobody');
  await page.getByText('Contacts', { exact: true }).click();
  await page.getByRole('group', { name: 'Language of the texts' }).getByText('Italian').click();
  const title = page.getByLabel('Title · Italian');
  await title.fill('Basilica di Massenzio');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await expect(page.getByText('Not saved: check the marked fields')).toBeVisible();
  await expect(page.getByLabel('E-mail')).toBeFocused();
  await page.getByLabel('E-mail').fill('info@museum.example');

  let id = 0;
  await page.route(posted, async (route) => {
    const answer = (await (await route.fetch()).json()) as { data: { content: { id: number } } };
    id = answer.data.content.id;
    await route.abort();
  });
  await save.click();
  await expect(page.getByText('Saving Error')).toBeVisible();
  await page.unroute(posted);
  await title.fill('Basilica di Costantino');
  await save.click();
  await expect(page.getByText('Content saved')).toBeVisible();

  await page.goto('/admin/contents?q=Basilica');
  await expect(page.getByRole('link', { name: 'Basilica' })).toHaveCount(1);
  await page.goto(`/discover-content-detail?c=${id}`);
  await page.getByRole('group', { name: 'Language of the texts' }).getByText('Italian').click();
  await expect(title).toHaveValue('Basilica di Costantino');
  await page.getByRole('button', { name: 'Remove Italian' }).click();
  await expect(page.getByText('Saving removes: Italian')).toBeVisible();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('removed.png'), fullPage: true });
  await save.click();
  await expect(page.getByText('Content saved')).toBeVisible();
  await page.goto(`/discover-content-detail?c=${id}`);
  await page.getByRole('group', { name: 'Language of the texts' }).getByText('Italian').click();
  await expect(page.getByText('Italian 1 missing')).toBeVisible();
  await expect(title).toHaveValue('');
});

test('an operator makes an itinerary of two places for everybody, and a visitor sees its stops in their order', async ({
  server,
  person,
  visitor,
}) => {
  const create = await createContentByApi(server, 'operator@demo.example');
  for (const title of ['Curia Iulia', 'Rostra Vetera']) await create({ title, visibility: 'public', ctnView: 3 });
  const { page } = await person('operator', { device: 'desktop' });
  await page.goto('/admin/contents');
  await page.getByRole('link', { name: 'New content' }).click();
  await expect(page.getByRole('heading', { level: 1, name: 'New content' })).toBeVisible();
  await page.getByLabel('Type', { exact: true }).selectOption('Itinerary');
  await page.getByLabel('Title · English').fill('A walk through the forum');
  await section(page, 'Where it appears').click();
  await page.getByLabel('Who can see it').selectOption('Everyone');
  for (const title of ['Rostra', 'Curia']) {
    await page.getByRole('button', { name: 'Add a related content' }).click();
    const choosing = page.getByRole('dialog', { name: 'Add a related content' });
    await choosing.getByRole('searchbox').fill(title);
    await choosing.getByRole('button', { name: title }).click();
    await expect(choosing).toBeHidden();
  }
  await page.getByRole('button', { name: 'Move up: Curia Iulia' }).click();
  await inspect(page);
  await page.screenshot({ path: test.info().outputPath('listing.png'), fullPage: true });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Content saved')).toBeVisible();
  await page.getByRole('link', { name: 'A walk through the forum' }).click();
  await expect(page.getByLabel('Title · English')).toHaveValue('A walk through the forum');
  const id = new URL(page.url()).searchParams.get('c');

  const { page: theirs } = await visitor('assisted', { device: 'phone' });
  await theirs.goto(`/content-detail/${id}?tab=places`);
  await expect(theirs.getByRole('link', { name: /Curia Iulia|Rostra Vetera/ })).toHaveText([
    /Curia Iulia/,
    /Rostra Vetera/,
  ]);
});
