import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { inspect } from '../world/inspect';
import { expectOnTop } from '../world/on-top';
import type { Person } from '../world/person';
import { attach, downloadBy, meetInCall, messagesOf, pickFiles, send } from '../world/steps';
import { expect, test } from '../world/test';

test.use({ settings: { MAX_FILE_BYTES: String(1024 ** 2) } });

const SHEET = { name: 'P-204 maintenance.txt', mimeType: 'text/plain', buffer: Buffer.from('Coperchio: 40 Nm') };

/** Downloads a file with its button, and returns its bytes. */
async function download({ page }: Person, name: string) {
  const saved = await downloadBy(page.getByRole('button', { name: `Download ${name}` }));
  return { name: saved.suggestedFilename(), text: await readFile(await saved.path(), 'utf8') };
}

/** Drops a generated picture on the call, and sends it. */
async function dropPicture(person: Person, name: string) {
  await person.page.getByTestId('stage').evaluate(async (stage, pictureName) => {
    const canvas = new OffscreenCanvas(40, 30);
    canvas.getContext('2d')?.fillRect(0, 0, 40, 30);
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([await canvas.convertToBlob()], pictureName, { type: 'image/png' }));
    stage.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, name);
  await send(person);
}

/** The only picture of the chat is shown in its own width. */
async function expectPicture({ page }: Person) {
  const picture = page.getByRole('log', { name: 'Chat' }).getByRole('img');
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(40);
}

/** Opens the only picture of the chat in full screen, looks at it, and closes it. */
async function enlargePicture({ page }: Person, look: (page: Page) => Promise<void> = async () => {}) {
  const small = page.getByRole('button', { name: 'Enlarge gauge.png' });
  await small.click();
  const viewer = page.getByRole('dialog', { name: 'gauge.png' });
  await expect(viewer.getByRole('img', { name: 'gauge.png' })).toBeVisible();
  await look(page);
  const saved = await downloadBy(viewer.getByRole('button', { name: 'Download gauge.png' }));
  expect(saved.suggestedFilename()).toBe('gauge.png');
  await page.keyboard.press('Escape');
  await expect(viewer).toBeHidden();
  await expect(small).toBeFocused();
}

test('an upload shows its progress and can be cancelled, one that is too large is not sent, and a picture can be enlarged', async ({
  person,
}) => {
  const { giulia, luca } = await meetInCall(person);

  const chat = await messagesOf(giulia);
  await luca.page.route('**/services/calls/*/messages', () => {});
  await attach(luca, SHEET);
  await expect(luca.page.getByRole('progressbar', { name: `Sending ${SHEET.name}` })).toBeVisible();
  await expect(chat).toContainText([SHEET.name]);
  await luca.page.getByRole('button', { name: `Cancel sending ${SHEET.name}` }).click();
  for (const { page } of [luca, giulia]) await expect(page.getByText(SHEET.name)).toHaveCount(0);
  await luca.page.unrouteAll({ behavior: 'ignoreErrors' });

  await pickFiles(luca, { ...SHEET, name: 'film.mp4', buffer: Buffer.alloc(1024 ** 2 + 1) });
  await luca.page.getByRole('button', { name: 'Remove film.mp4' }).click();
  await expect(luca.page.getByText('film.mp4')).toHaveCount(0);

  await dropPicture(giulia, 'gauge.png');
  await enlargePicture(luca, inspect);
  await enlargePicture(giulia);
  await attach(luca, SHEET);
  await expect(chat.first().getByRole('img', { name: 'gauge.png' })).toBeVisible();
  await expect(chat).toContainText([/Sent|Delivered|Read/, SHEET.name]);
});

test('an attached file can be downloaded by the other participant', async ({ person }) => {
  const { giulia, luca } = await meetInCall(person);

  await attach(luca, SHEET);
  await expect(await messagesOf(giulia)).toContainText([SHEET.name]);
  const refusal = { result: { success: false, code: 500, message: 'Something went wrong' }, data: null };
  await giulia.page.route('**/storage/calls/**', (route) => route.fulfill({ status: 500, json: refusal }));
  await giulia.page.getByRole('button', { name: `Download ${SHEET.name}` }).click();
  await expectOnTop(giulia.page.getByText('Unable to download'));
  await giulia.page.unrouteAll();
  expect(await download(giulia, SHEET.name)).toEqual({ name: SHEET.name, text: SHEET.buffer.toString() });

  await dropPicture(giulia, 'gauge.png');
  await expectPicture(luca);
  for (const { page } of [luca, giulia]) await inspect(page);

  await pickFiles(luca, { ...SHEET, name: 'film.mp4', buffer: Buffer.alloc(1024 ** 2 + 1) });
  await expect(luca.page.getByText('Too large: files can be up to 1 MB')).toBeVisible();
  await expect(luca.page.getByRole('button', { name: 'Send', exact: true })).toBeHidden();

  await giulia.page.reload();
  await expectPicture(giulia);
  expect(await download(giulia, SHEET.name)).toEqual({ name: SHEET.name, text: SHEET.buffer.toString() });
});
