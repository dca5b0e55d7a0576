import type { Locator, Page } from '@playwright/test';
import { lineOf, openRoomWith, roomOf, writeInRoom } from '../world/rooms';
import { messagesOf, talk, write, send } from '../world/steps';
import { expect, test } from '../world/test';

const HEBREW = 'שלום לכולם, Giulia.';
const PILED = `Z${'\u0302\u0303\u0306'.repeat(40)}o${'\u0321\u0327\u0328'.repeat(30)} piled`;

/** The positions of the letters of a text, regardless of the boxes around them. */
const placesOf = (text: Locator, of: string) =>
  text.evaluate((element, wanted) => {
    const nodes = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
    for (let node = nodes.nextNode(); node; node = nodes.nextNode()) {
      const at = node.nodeValue?.indexOf(wanted) ?? -1;
      if (at < 0) continue;
      const placeOf = (index: number) => {
        const range = document.createRange();
        range.setStart(node, at + index);
        range.setEnd(node, at + index + 1);
        const { left, right } = range.getBoundingClientRect();
        return { left, right };
      };
      return { first: placeOf(0), stop: placeOf(wanted.length - 1) };
    }
    throw new Error('The text was not found');
  }, of);

/** The first letter is at the right end, the full stop at the left. */
async function expectRightToLeft(text: Locator) {
  const { first, stop } = await placesOf(text, HEBREW);
  expect(stop.right).toBeLessThan(first.left);
}

/** The marks do not paint over the content above: the paragraph clips them. */
const expectCut = async (paragraph: Locator) => expect(paragraph).toHaveCSS('overflow', /^(clip|hidden)$/);

const fieldOf = (page: Page) => page.getByRole('textbox', { name: /^Message/ });

test('in a room, a text uses its own direction, clips its marks, and is never blank', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  await writeInRoom(luca, HEBREW);
  await giulia.page.goto('/rooms');
  await expectRightToLeft(roomOf(giulia, luca.name));
  await roomOf(giulia, luca.name).getByRole('link').click();
  for (const one of [giulia, luca]) await expectRightToLeft(lineOf(one, HEBREW));
  await lineOf(giulia, HEBREW).hover();
  await lineOf(giulia, HEBREW).getByRole('button', { name: 'Reply' }).click();
  await expectRightToLeft(giulia.page.locator('form'));
  await writeInRoom(giulia, 'The same to you');
  await expectRightToLeft(lineOf(luca, 'The same to you'));

  await writeInRoom(luca, PILED);
  await expectCut(lineOf(giulia, 'piled').getByText('piled'));
  await expectCut(roomOf(giulia, luca.name).getByText('piled'));

  for (const blank of ['\u200b\u200b\u200b', '\u2060\u3164', '\u2800']) {
    await fieldOf(luca.page).fill(blank);
    await expect(luca.page.getByRole('button', { name: 'Send' })).toBeHidden();
    await fieldOf(luca.page).press('Enter');
  }
  await writeInRoom(luca, 'Something');
  await expect(lineOf(giulia, 'Something')).toBeVisible();
  await expect(giulia.page.getByRole('log').locator('[data-mine]')).toHaveCount(1);
  await expect(luca.page.getByRole('log').locator('[data-mine]')).toHaveCount(3);
});

test('a text that is too long is kept and not sent, an input method sends nothing, and a file shows its size', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  const { page } = luca;
  await fieldOf(page).fill(`${'Open a valve. '.repeat(1436)}END`);
  await expect(page.getByText('107 characters over the limit of 20,000.')).toBeVisible();
  await fieldOf(page).press('Enter');
  expect(await fieldOf(page).inputValue()).toHaveLength(20_107);

  await fieldOf(page).fill('Half a w');
  await fieldOf(page).dispatchEvent('keydown', { key: 'Enter', keyCode: 229, bubbles: true, cancelable: true });
  await expect(fieldOf(page)).toHaveValue('Half a w');

  await page.getByRole('log').evaluate((log) => {
    for (const [name, text] of [
      ['empty.txt', ''],
      ['one.txt', '1'],
      ['seven.txt', '1234567'],
    ] as const) {
      const dataTransfer = new DataTransfer();
      dataTransfer.setData('text/plain', `file:///documents/${name}`);
      dataTransfer.items.add(new File([text], name, { type: 'text/plain' }));
      log.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    }
  });
  await send(luca);
  await giulia.page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  for (const one of [giulia, luca])
    for (const [name, size] of [
      ['empty.txt', '0 bytes'],
      ['one.txt', '1 byte'],
      ['seven.txt', '7 bytes'],
    ] as const)
      await expect(lineOf(one, name).getByText(size, { exact: true })).toBeVisible();
});

test('in a call’s chat too', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await talk(luca, giulia);
  await write(luca, HEBREW);
  const messages = await messagesOf(giulia);
  await expect(messages).toContainText([HEBREW]);
  await expectRightToLeft(messages.first());
  await write(giulia, PILED);
  await expectCut((await messagesOf(luca)).getByText('piled'));
});
