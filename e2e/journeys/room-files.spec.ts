import { Buffer } from 'node:buffer';
import { inspect } from '../world/inspect';
import { countOwnTracks } from '../world/media';
import { openRoomWith, roomOf } from '../world/rooms';
import { registerSecret } from '../world/secrets';
import { send } from '../world/steps';
import { expect, test } from '../world/test';

test('a file opens in a sandboxed tab; on a desktop a picture is taken or pasted', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  const html = '<script>document.title = localStorage.getItem("token")</script>Coperchio: 40 Nm';
  await luca.page.setInputFiles('input[type=file][multiple]', [
    { name: 'sheet.txt', mimeType: 'text/plain', buffer: Buffer.from(html) },
    { name: 'sheet.html', mimeType: 'text/html', buffer: Buffer.from(html) },
  ]);
  await expect(luca.page.getByRole('list', { name: '2 files attached' })).toBeVisible();
  await inspect(luca.page);
  await send(luca);
  await expect(luca.page.getByRole('log').getByText('sheet.html')).toBeVisible();
  await inspect(luca.page);

  const { page } = giulia;
  await page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  await expect(page.getByRole('button', { name: 'Download sheet.html' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Open sheet.html' })).toHaveCount(0);
  const opening = page.context().waitForEvent('page');
  await page.getByRole('button', { name: 'Open sheet.txt' }).click();
  const tab = await opening;
  await expect(tab.getByText(html)).toBeVisible();
  expect(await tab.evaluate(() => [document.contentType, document.title, window.opener])).toEqual([
    'text/plain',
    '',
    null,
  ]);
  await tab.close();

  // What «Encrypted» means, and the safety number.
  await page.getByRole('button', { name: 'Encrypted' }).click();
  const explained = page.getByRole('dialog', { name: 'How your messages are protected' });
  await expect(explained.getByText(/^The server keeps your keys too/)).toBeVisible();
  await inspect(page);
  await explained.getByRole('button', { name: 'Safety number' }).click();
  await expect(page.getByRole('dialog').getByRole('group', { name: 'Safety number' })).toBeVisible();
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Take a picture' }).click();
  const dialog = page.getByRole('dialog', { name: 'Take a picture' });
  await expect(dialog.getByRole('button', { name: 'Take the picture' })).toBeVisible();
  await inspect(page);
  await dialog.getByRole('button', { name: 'Take the picture' }).click();
  await expect(dialog.getByRole('img', { name: 'The picture you took' })).toBeVisible();
  await inspect(page);
  await dialog.getByRole('button', { name: 'Send' }).click();
  await expect(luca.page.getByRole('img', { name: /^photo-/ })).toBeVisible();
  await expect.poll(() => countOwnTracks(page)).toBe(0);

  await page.getByRole('textbox', { name: /^Message/ }).evaluate((field) => {
    const clipboardData = new DataTransfer();
    clipboardData.items.add(new File(['Valve 2'], 'valve.bin'));
    field.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await page.getByRole('textbox', { name: 'Add a caption' }).fill(registerSecret('As it was on Monday'));
  await page.keyboard.press('Enter');
  const pasted = luca.page.getByRole('log').getByRole('listitem').filter({ hasText: 'valve.bin' });
  await expect(pasted).toContainText('As it was on Monday');
});
