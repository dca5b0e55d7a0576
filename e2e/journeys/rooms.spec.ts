import { readFile } from 'node:fs/promises';
import type { Locator } from '@playwright/test';
import pg from 'pg';
import { inspect } from '../world/inspect';
import { countOwnTracks, expectLevel } from '../world/media';
import type { Person } from '../world/person';
import { countCached, lineOf, openRoomWith, roomOf, writeInRoom } from '../world/rooms';
import { databaseUrl, type TestServer } from '../world/server';
import { callPerson, chooseFiles, dismissCall, downloadBy, ringOf, send } from '../world/steps';
import { expect, test } from '../world/test';

/** Chooses people by their names, in the open dialog. */
async function choose({ page }: Person, ...people: readonly Person[]) {
  for (const { name } of people) await page.getByRole('checkbox', { name }).check();
}

test('two people write to each other, and see the delivery state of their messages', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await giulia.page.goto('/rooms');
  await expect(giulia.page.getByText('No conversations yet')).toBeVisible();
  await inspect(giulia.page);

  await openRoomWith(luca, giulia);
  await expect(luca.page.getByText('This is the start of the conversation.')).toBeVisible();
  await writeInRoom(luca, 'The seal drips. See www.example.com/seal.');
  await expect(lineOf(luca, 'The seal drips')).toContainText('Delivered');
  await expect(roomOf(giulia, luca.name)).toContainText('The seal drips');
  await expect(giulia.page.getByRole('link', { name: 'Chats 1 unread message' })).toBeVisible();
  await inspect(giulia.page);

  await roomOf(giulia, luca.name).getByRole('link').click();
  await expect(giulia.page.getByText('1 new message')).toBeVisible();
  await expect(lineOf(luca, 'The seal drips')).toContainText('Read');
  await expect(giulia.page.getByRole('link', { name: 'Chats', exact: true })).toBeVisible();
  const link = lineOf(giulia, 'The seal drips').getByRole('link');
  await expect(link).toHaveAttribute('href', 'https://www.example.com/seal');
  await expect(link).toHaveAttribute('rel', /noopener/);

  await giulia.page.getByRole('textbox', { name: 'Message Luca' }).pressSequentially('Close');
  await expect(luca.page.getByText('Giulia is typing…')).toBeVisible();
  await giulia.page.getByRole('textbox', { name: 'Message Luca' }).clear();
  await lineOf(giulia, 'The seal drips').hover();
  await lineOf(giulia, 'The seal drips').getByRole('button', { name: 'Reply' }).click();
  await writeInRoom(giulia, 'Close valve 2 first');
  await expect(lineOf(luca, 'Close valve 2 first')).toContainText('Luca Moretti: The seal drips');
  await expect(lineOf(giulia, 'Close valve 2 first')).toContainText('Read');
  for (const { page } of [luca, giulia]) await inspect(page);

  await luca.page.getByRole('link', { name: 'Back to all chats' }).click();
  await expect(roomOf(luca, giulia.name)).toContainText('Close valve 2 first');
  await inspect(luca.page);
});

test('a group is created, gets a new member who reads from then on, is renamed, and is left', async ({ person }) => {
  const giulia = await person('operator');
  const marco = await person('operator2');
  const luca = await person('assisted', { device: 'phone' });
  const sara = await person('assisted2');
  await giulia.page.goto('/rooms');
  await giulia.page.getByRole('button', { name: 'New chat' }).click();
  await choose(giulia, marco, luca);
  await inspect(giulia.page);
  await giulia.page.getByRole('button', { name: 'Create group' }).click();
  await expect(giulia.page.getByText('Enter a group name')).toBeVisible();
  await giulia.page.getByRole('textbox', { name: 'Group name' }).fill('Night shift');
  await giulia.page.getByRole('button', { name: 'Create group' }).click();
  await expect(giulia.page.getByRole('heading', { name: 'Night shift' })).toBeVisible();
  await writeInRoom(giulia, 'Pump 2 is off');

  await luca.page.goto('/rooms');
  await roomOf(luca, 'Night shift').getByRole('link').click();
  await expect(lineOf(luca, 'Pump 2 is off')).toContainText('Giulia Ferri');
  await expect(lineOf(giulia, 'Pump 2 is off')).toContainText('Delivered');
  await marco.page.goto('/rooms');
  await roomOf(marco, 'Night shift').getByRole('link').click();
  await expect(lineOf(giulia, 'Pump 2 is off')).toContainText('Read');

  await giulia.page.getByRole('button', { name: 'Details' }).click();
  await giulia.page.getByRole('button', { name: 'Add people' }).click();
  await choose(giulia, sara);
  await giulia.page.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(giulia.page.getByRole('complementary').getByText('Sara Conti')).toBeVisible();
  await writeInRoom(giulia, 'Welcome Sara');
  await sara.page.goto('/rooms');
  await roomOf(sara, 'Night shift').getByRole('link').click();
  await expect(lineOf(sara, 'Welcome Sara')).toBeVisible();
  await expect(sara.page.getByText(/You can’t see earlier messages/)).toBeVisible();
  await expect(sara.page.getByText('Pump 2 is off')).toHaveCount(0);

  await giulia.page.getByRole('button', { name: 'Rename' }).click();
  await giulia.page.getByRole('textbox', { name: 'Group name' }).fill('Night shift, plant 2');
  await giulia.page.getByRole('button', { name: 'Save' }).click();
  await expect(sara.page.getByRole('heading', { name: 'Night shift, plant 2' })).toBeVisible();

  await luca.page.getByRole('textbox', { name: /^Message/ }).fill('I come at');
  await luca.page.getByRole('button', { name: 'Details' }).click();
  await luca.page.getByRole('switch', { name: 'Mute this chat' }).check();
  await inspect(luca.page);
  await luca.page.getByRole('button', { name: 'Back to the messages' }).click();
  await expect(luca.page.getByRole('textbox', { name: /^Message/ })).toHaveValue('I come at');
  await luca.page.getByRole('link', { name: 'Back to all chats' }).click();
  await expect(roomOf(luca, 'Night shift, plant 2').getByRole('img', { name: 'Muted' })).toBeVisible();

  await sara.page.getByRole('button', { name: 'Details' }).click();
  await expect(sara.page.getByRole('button', { name: 'Leave chat' })).toBeVisible();
  await inspect(sara.page);
  await sara.page.getByRole('button', { name: 'Leave chat' }).click();
  await sara.page.getByRole('dialog').getByRole('button', { name: 'Leave chat' }).click();
  await expect(sara.page.getByText('No conversations yet')).toBeVisible();
  await expect(giulia.page.getByRole('complementary').getByText('Sara Conti')).toHaveCount(0);
});

test('a message written offline waits, survives a reload, and is sent once when the network is back', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  await writeInRoom(luca, 'First');
  await expect(lineOf(luca, 'First')).toContainText('Delivered');

  await luca.page.route('**/services/rooms/*/messages', (route) =>
    route.request().method() === 'POST' ? route.abort() : route.fallback(),
  );
  await writeInRoom(luca, 'Second');
  await writeInRoom(luca, 'Third');
  for (const text of ['Second', 'Third']) await expect(lineOf(luca, text)).toContainText('Waiting for connection');
  await inspect(luca.page);
  // No request is answered from now on, not even the one for the members.
  await luca.page.route('**/services/**', (route) => route.abort());
  await luca.page.reload();
  for (const text of ['Second', 'Third']) await expect(lineOf(luca, text)).toContainText('Waiting for connection');
  await writeInRoom(luca, 'Fourth');
  await expect(lineOf(luca, 'Fourth')).toContainText('Waiting for connection');
  await luca.page.reload();
  for (const text of ['Second', 'Third', 'Fourth'])
    await expect(lineOf(luca, text)).toContainText('Waiting for connection');
  await luca.page.unrouteAll({ behavior: 'ignoreErrors' });

  await giulia.page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  await expect(lineOf(luca, 'Fourth')).toContainText('Read');
  await expect(giulia.page.getByRole('log').getByText(/^(First|Second|Third|Fourth)$/)).toHaveText([
    'First',
    'Second',
    'Third',
    'Fourth',
  ]);
});

test('marks what arrived while the page was closed as new, however late the list of rooms loads', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  await writeInRoom(luca, 'The seal drips');
  await giulia.page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  await expect(lineOf(luca, 'The seal drips')).toContainText('Read');
  const room = giulia.page.url();
  // The key, the rooms, the calls, and a page of the room.
  await expect.poll(() => countCached(giulia)).toBeGreaterThanOrEqual(4);

  await giulia.page.goto('/readyz');
  for (const text of ['Second', 'Third']) await writeInRoom(luca, text);
  await expect(lineOf(luca, 'Third')).toContainText('Sent');
  let answer = () => {};
  const seen = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await giulia.page.route('**/services/rooms', async (route) => {
    await seen;
    await route.fallback();
  });
  await giulia.page.goto(room);
  await expect(lineOf(giulia, 'Third')).toBeInViewport();
  await expect(giulia.page.getByText('2 new messages')).toHaveCount(0);
  answer();
  await expect(lineOf(giulia, '2 new messages')).toBeInViewport();
  await expect(lineOf(luca, 'Third')).toContainText('Read');
});

/** A picture as large as a photograph: smooth gradients with noise, so that it does not compress. */
const photograph = async ({ page }: Person) => {
  const base64 = await page.evaluate(() => {
    const canvas = Object.assign(document.createElement('canvas'), { width: 1200, height: 900 });
    const context = canvas.getContext('2d');
    if (!context) throw new Error('No 2D canvas context');
    const image = context.createImageData(canvas.width, canvas.height);
    image.data.forEach((_, at) => {
      image.data[at] = at % 4 === 3 ? 255 : ((at / 4) % canvas.width) / 6 + Math.random() * 12;
    });
    context.putImageData(image, 0, 0);
    return canvas.toDataURL('image/png').split(',')[1] ?? '';
  });
  return Buffer.from(base64, 'base64');
};

test('shows pictures as previews; a voice note is recorded, paused by an incoming call, and played', async ({
  person,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  const buffer = await photograph(luca);
  const picture = { mimeType: 'image/png', buffer };
  await chooseFiles(luca, { name: 'gauge.png', ...picture }, { name: 'valve.png', ...picture });
  for (const name of ['gauge.png', 'valve.png'])
    await expect(luca.page.getByRole('button', { name: `Enlarge ${name}` })).toBeVisible();

  const fetched: string[] = [];
  giulia.page.on('request', (request) => {
    const [, file = ''] = /storage\/rooms\/[^/]+\/(.*)$/.exec(request.url()) ?? [];
    if (file !== '') fetched.push(file.replace(/^[\da-f-]{36}/, ''));
  });
  await giulia.page.goto('/rooms');
  await roomOf(giulia, luca.name).getByRole('link').click();
  const gauge = giulia.page.getByRole('img', { name: 'gauge.png' });
  const heightOf = (image: Locator) => image.evaluate((shown: HTMLImageElement) => shown.naturalHeight);
  await expect.poll(() => heightOf(gauge)).toBe(360);
  await expect(giulia.page.getByRole('img', { name: 'valve.png' })).toBeVisible();
  expect(fetched).toEqual(['-preview.bin', '-preview.bin']);
  await giulia.page.getByRole('button', { name: 'Enlarge gauge.png' }).click();
  await expect.poll(() => heightOf(giulia.page.getByRole('dialog').getByRole('img', { name: 'gauge.png' }))).toBe(900);
  expect(fetched.slice(2)).toEqual(['.bin']);
  await giulia.page.keyboard.press('Escape');

  await luca.page.getByRole('button', { name: 'Record a voice note' }).tap();
  await expect(luca.page.getByRole('timer')).toHaveText('0:02');
  await expectLevel(luca.page);
  await inspect(luca.page);
  await callPerson(giulia, luca);
  await expect(ringOf(luca, giulia)).toBeVisible();
  await expect.poll(() => countOwnTracks(luca.page)).toBe(0);
  await luca.page.getByRole('button', { name: 'Decline' }).click();
  await expect(luca.page.getByRole('status').filter({ hasText: 'Recorded, not sent yet' })).toBeVisible();
  await inspect(luca.page);
  await luca.page.getByRole('button', { name: 'Send the voice note' }).tap();

  await dismissCall(giulia);
  await expect(giulia.page.getByRole('log').getByRole('link', { name: 'Video call · Declined' })).toBeVisible();
  const note = giulia.page.getByRole('group', { name: /^Voice note, 0:0\d$/ });
  await note.getByRole('button', { name: /^Play/ }).click();
  const heights = await note
    .locator('span[style]')
    .evaluateAll((bars: HTMLElement[]) => bars.map((bar) => bar.style.height));
  expect([heights.length, new Set(heights).size > 2, heights.includes('100%')]).toEqual([40, true, true]);
  const position = note.getByRole('slider');
  await expect.poll(async () => Number(await position.inputValue())).toBeGreaterThan(0);
  await note.getByRole('button', { name: /^Pause/ }).click();
  await position.focus();
  await giulia.page.keyboard.press('Home');
  await expect(position).toHaveAttribute('aria-valuetext', /^0:00 of 0:0\d$/);
  await giulia.page.keyboard.press('End');
  await note.getByRole('button', { name: /^Play/ }).click();
  await expect(note.getByRole('button', { name: /^Play/ })).toBeVisible();
  await inspect(giulia.page);
  await expect(roomOf(giulia, luca.name)).toContainText(/Voice note, 0:0\d/);
});

test.describe('with small pages', () => {
  test.use({ settings: { MESSAGES_PER_PAGE: '10' } });

  test('a room opens at the first unread message, loads older ones, and receives a picture and a file', async ({
    person,
  }) => {
    const giulia = await person('operator');
    const luca = await person('assisted', { device: 'phone' });
    await openRoomWith(luca, giulia);
    for (let count = 1; count <= 24; count += 1) await writeInRoom(luca, `Reading ${count} of the gauge`);
    await expect(lineOf(luca, 'Reading 24 of')).toContainText('Delivered');
    await giulia.page.goto('/rooms');
    await roomOf(giulia, luca.name).getByRole('link').click();
    await expect(lineOf(giulia, 'Reading 1 of')).toBeInViewport();
    await giulia.page.getByRole('button', { name: /new messages/ }).click();
    await expect(lineOf(giulia, 'Reading 24 of')).toBeInViewport();
    await expect(lineOf(luca, 'Reading 24 of')).toContainText('Read');

    await giulia.page.reload();
    await expect(lineOf(giulia, 'Reading 24 of')).toBeInViewport();
    await giulia.page.getByRole('log').hover();
    await expect(async () => {
      await giulia.page.mouse.wheel(0, -600);
      await expect(lineOf(giulia, 'Reading 1 of')).toBeInViewport({ timeout: 500 });
    }).toPass();
    await expect(giulia.page.getByText('This is the start of the conversation.')).toBeVisible();
    await giulia.page.getByRole('button', { name: 'Go to the latest messages' }).click();
    await expect(lineOf(giulia, 'Reading 24 of')).toBeInViewport();

    const picture = { name: 'gauge.png', mimeType: 'image/png', buffer: await luca.page.screenshot() };
    const sheet = { name: 'sheet.txt', mimeType: 'text/plain', buffer: Buffer.from('Coperchio: 40 Nm') };
    await chooseFiles(luca, picture, sheet);
    await expect(giulia.page.getByRole('img', { name: 'gauge.png' })).toBeInViewport();
    const saved = await downloadBy(giulia.page.getByRole('button', { name: 'Download sheet.txt' }));
    expect(await readFile(await saved.path(), 'utf8')).toBe('Coperchio: 40 Nm');

    const dropped = await giulia.page.evaluateHandle(() => {
      const data = new DataTransfer();
      data.items.add(new File(['Valve 2'], 'valve.txt', { type: 'text/plain' }));
      return data;
    });
    await giulia.page.getByRole('log').dispatchEvent('drop', { dataTransfer: dropped });
    await send(giulia);
    await expect(luca.page.getByRole('log').getByText('valve.txt')).toBeInViewport();
    await inspect(giulia.page);
  });
});

/** An attacker with write access to the database. */
async function tamper(server: TestServer, statements: readonly string[]) {
  const client = new pg.Client({ connectionString: await databaseUrl(server.dataDir) });
  await client.connect();
  try {
    for (const statement of statements) expect((await client.query(statement)).rowCount).toBe(1);
  } finally {
    await client.end();
  }
}

test.describe('signed', () => {
  test.use({ settings: { CRYPTO_SCHEMA: '2' } });

  test('marks altered messages, and messages moved between rooms or authors, as not genuine', async ({
    person,
    server,
  }) => {
    const giulia = await person('operator');
    const marco = await person('operator2');
    const luca = await person('assisted', { device: 'phone' });
    await giulia.page.goto('/rooms');
    await giulia.page.getByRole('button', { name: 'New chat' }).click();
    await choose(giulia, marco, luca);
    await giulia.page.getByRole('textbox', { name: 'Group name' }).fill('Night shift');
    await giulia.page.getByRole('button', { name: 'Create group' }).click();
    await expect(giulia.page.getByRole('heading', { name: 'Night shift' })).toBeVisible();
    await writeInRoom(giulia, 'Pump 2 is off');
    await expect(lineOf(giulia, 'Pump 2 is off')).toContainText('Delivered');
    await openRoomWith(giulia, luca);
    for (const text of ['Close valve 2', 'Open valve 3', 'Wait']) await writeInRoom(giulia, text);
    await expect(lineOf(giulia, 'Wait')).toContainText('Delivered');

    const group = '(select id from rooms where pair is null)';
    await tamper(server, [
      `update room_messages set message = replace(message, '"Message":"', '"Message":"AAAA') where room_id <> ${group} and position = 2`,
      `update room_messages set (message, client_id) = (select message, client_id from room_messages where room_id = ${group})
        where room_id <> ${group} and position = 3`,
      `update rooms set subject_author_id = (select id from contacts where name = '${luca.name}') where id = ${group}`,
    ]);

    // He has not read them yet: a device keeps what it has read unchanged.
    await luca.page.goto('/rooms');
    await roomOf(luca, giulia.name).getByRole('link').click();
    await expect(lineOf(luca, 'Close valve 2')).toBeVisible();
    await expect(lineOf(luca, 'Not genuine: altered, or not by this person')).toHaveCount(2);
    await expect(luca.page.getByText(/Open valve 3|Wait|Pump 2 is off/)).toHaveCount(0);
    await inspect(luca.page);
    await luca.page.getByRole('link', { name: 'Back to all chats' }).click();
    await expect(roomOf(luca, giulia.name)).toContainText('Not genuine');
    await expect(roomOf(luca, 'Chat with a name that isn’t genuine')).toContainText('Giulia: Pump 2 is off');
    await inspect(luca.page);
  });
});
