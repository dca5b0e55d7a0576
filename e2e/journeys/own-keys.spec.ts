import { inspect } from '../world/inspect';
import { expectOnTop } from '../world/on-top';
import type { Person } from '../world/person';
import { lineOf, openRoomWith, writeInRoom } from '../world/rooms';
import { registerSecret } from '../world/secrets';
import type { TestServer } from '../world/server';
import { enterCode, enterEmail } from '../world/sign-in';
import { runSql } from '../world/sql';
import { callPerson, dismissCall, ringOf } from '../world/steps';
import { expect, test } from '../world/test';

const PASSPHRASE = 'four words beside a grey pump';
const OTHER_PASSPHRASE = 'a heron stands in the rain';
/** Key derivation is slow on purpose, and the machine may be busy. */
const SLOW = { timeout: 60_000 };

/** The print contains the code, and nothing of the page around it. */
async function expectPaperAlone({ page }: Person, code: string) {
  await page.emulateMedia({ media: 'print' });
  const printed = await page.locator('body').innerText();
  for (const part of code.split('-')) expect(printed).toContain(part);
  await expect(page.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('heading')).toHaveCount(0);
  await page.emulateMedia({ media: 'screen' });
}

/** Runs in the page: records requests. Playwright only reports the length of a form's body. */
function keepSent() {
  const held = globalThis as { sent?: Promise<string>[] };
  if (held.sent) return;
  const sent: Promise<string>[] = (held.sent = []);
  const ask = globalThis.fetch;
  globalThis.fetch = async (input, init) => {
    const request = new Request(input, { ...init, signal: null });
    sent.push(request.text().then((body) => `${request.url}\n${body}`));
    return ask(input, init);
  };
}

/** Records the bodies that a page sends from now on, as text. */
async function sentBy({ page }: Person): Promise<() => Promise<string>> {
  await page.evaluate(keepSent);
  return () =>
    page.evaluate(async () => {
      const { sent = [] } = globalThis as { sent?: Promise<string>[] };
      return (await Promise.all(sent)).join('\n');
    });
}

/**
 * Enters the passphrase twice and confirms the code; neither of the two is sent to the server.
 * @returns the code
 */
async function choose(person: Person, passphrase: string, action: string): Promise<string> {
  const { page } = person;
  const sent = await sentBy(person);
  await page.getByLabel('Passphrase', { exact: true }).fill(passphrase);
  await page.getByLabel('Repeat the passphrase').fill(passphrase);
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByRole('heading', { name: 'Your recovery code' })).toBeFocused(SLOW);
  const code = (await page.getByRole('group', { name: 'Recovery code' }).innerText()).trim().replaceAll(/\s+/g, '-');
  expect(code).toMatch(/^([0-9A-Z]{4}-){6}[0-9A-Z]{4}$/);
  await expectPaperAlone(person, code);
  await page.getByLabel(/last four characters/).fill(code.slice(-4));
  const stored = page.waitForResponse(/\/services\/keys/);
  await page.getByRole('button', { name: action }).click();
  await stored;
  const bodies = await sent();
  // The bodies were recorded.
  expect(bodies).toContain('name="keyVault"');
  for (const secret of [passphrase, code, code.replaceAll('-', '')])
    expect(bodies).not.toContain(registerSecret(secret));
  return code;
}

/** Signs in up to the question for the passphrase. */
async function signInUpToLock(server: TestServer, person: Person) {
  const known = await server.countCodes(person.email);
  await person.page.goto('/login/');
  await enterEmail(person, person.email);
  await enterCode(person, await server.nextCode(person.email, known));
  await expect(person.page.getByRole('heading', { name: 'Open your keys' })).toBeFocused();
}

test('protected keys: a second device reads earlier and later messages, with the passphrase or the code', async ({
  server,
  person,
  visitor,
}) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone' });
  await openRoomWith(luca, giulia);
  await writeInRoom(luca, 'The seal drips');
  await expect(lineOf(luca, 'The seal drips')).toContainText('Delivered');

  await giulia.page.goto('/settings');
  await giulia.page.getByRole('link', { name: /^Protect my keys/ }).click();
  await inspect(giulia.page);
  // After half an hour only a new code proves who is at the device.
  await runSql(server, `update sessions set created_at = now() - interval '31 minutes'`);
  await giulia.page.reload();
  await giulia.page.getByRole('button', { name: 'Sign in again' }).click();
  await inspect(giulia.page);
  const known = await server.countCodes(giulia.email);
  await giulia.page.getByRole('dialog').getByRole('button', { name: 'Sign in again' }).click();
  await expect(giulia.page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(giulia.email);
  await giulia.page.getByRole('button', { name: 'NEXT' }).click();
  await enterCode(giulia, await server.nextCode(giulia.email, known));
  await giulia.page.getByRole('button', { name: 'Choose a passphrase' }).click();
  await giulia.page.getByLabel('Passphrase', { exact: true }).fill('giulia ferri');
  await expect(giulia.page.getByText('Easy to guess')).toBeVisible();
  await inspect(giulia.page);
  const code = await choose(giulia, PASSPHRASE, 'Protect my keys');
  await expect(giulia.page.getByText(/^Your keys have been protected since/)).toBeVisible(SLOW);
  await inspect(giulia.page);

  await expect(luca.page.getByText('Your safety number with Giulia Ferri has changed.')).toBeVisible();
  await inspect(luca.page);
  await writeInRoom(luca, 'And now the pump stops');
  await expect(lineOf(luca, 'And now the pump stops')).toContainText('Delivered');

  const phone = await visitor('operator', { device: 'phone', theme: 'dark' });
  await signInUpToLock(server, phone);
  await inspect(phone.page);
  await phone.page.getByLabel('Passphrase', { exact: true }).fill(OTHER_PASSPHRASE);
  await phone.page.getByRole('button', { name: 'Open' }).click();
  await expect(phone.page.getByText('Wrong passphrase')).toBeVisible(SLOW);
  await phone.page.getByLabel('Passphrase', { exact: true }).fill(PASSPHRASE);
  await phone.page.getByRole('button', { name: 'Open' }).click();
  await expect(phone.page.getByRole('navigation').first()).toBeVisible(SLOW);
  await openRoomWith(phone, luca);
  await expect(lineOf(phone, 'The seal drips')).toBeVisible();
  await expect(lineOf(phone, 'And now the pump stops')).toBeVisible();
  await writeInRoom(phone, 'Close valve 2');
  await expect(lineOf(luca, 'Close valve 2')).toBeVisible();

  const desk = await visitor('operator');
  await signInUpToLock(server, desk);
  await desk.page.getByRole('button', { name: 'Use the recovery code' }).click();
  await desk.page.getByLabel('Recovery code').fill(code.toLowerCase().replaceAll('-', ' '));
  await desk.page.getByRole('button', { name: 'Open' }).click();
  await expect(desk.page.getByRole('navigation').first()).toBeVisible(SLOW);
  await openRoomWith(desk, luca);
  for (const text of ['The seal drips', 'And now the pump stops', 'Close valve 2'])
    await expect(lineOf(desk, text)).toBeVisible();
});

test('both lost: the consequences are shown before and after, old messages stay unreadable, new ones are read', async ({
  server,
  person,
  visitor,
}) => {
  const giulia = await person('operator', { language: 'en' });
  const luca = await person('assisted');
  await openRoomWith(luca, giulia);
  await writeInRoom(luca, 'The seal drips');
  await giulia.page.goto('/settings/keys');
  await giulia.page.getByRole('button', { name: 'Choose a passphrase' }).click();
  await choose(giulia, PASSPHRASE, 'Protect my keys');
  await expect(giulia.page.getByText(/^Your keys have been protected since/)).toBeVisible(SLOW);

  const other = await visitor('operator');
  await signInUpToLock(server, other);
  await other.page.getByRole('button', { name: 'I don’t have either' }).click();
  await expect(other.page.getByText(/no one can ever read your earlier messages again/)).toBeVisible();
  await inspect(other.page);
  await other.page.getByRole('button', { name: 'Create new keys' }).click();
  await choose(other, OTHER_PASSPHRASE, 'Use the new keys');
  await expect(other.page.getByText('Messages sent to you before now can no longer be read.')).toBeVisible(SLOW);
  await inspect(other.page);
  await other.page.getByRole('button', { name: 'Continue' }).click();
  await expect(other.page.getByRole('navigation').first()).toBeVisible();
  await openRoomWith(other, luca);
  await expect(lineOf(other, 'You can’t read this message (sent before you joined or to other keys).')).toBeVisible();
  await expect(lineOf(other, 'You use new encryption keys from here on.')).toHaveCount(2);
  await expect(luca.page.getByText('Your safety number with Giulia Ferri has changed')).toHaveCount(2);
  await writeInRoom(luca, 'Can you read this?');
  await expect(lineOf(other, 'Can you read this?')).toBeVisible();
  // The warning of an incoming call is readable, over a page and over a phone's dark screen.
  await other.page.goto('/people');
  await callPerson(other, luca);
  await expectOnTop(ringOf(luca, other).getByText('Your safety number with Giulia Ferri has changed.'));
  await inspect(luca.page);
  await luca.page.getByRole('button', { name: 'Decline' }).click();
  // The device with the old keys is signed out.
  await expect(giulia.page.getByText('Your session has ended. Sign in again.')).toBeVisible();
});

/** Shows one screen's code to the other's camera as a picture. */
async function showToCamera(from: Person, to: Person) {
  const svg = await from.page.getByRole('img', { name: /^QR code to scan with/ }).evaluate((code) => code.outerHTML);
  await to.page.evaluate((picture) => {
    const canvas = document.createElement('canvas');
    canvas.width = 640;
    canvas.height = 480;
    const context = canvas.getContext('2d');
    const image = new Image();
    image.src = `data:image/svg+xml,${encodeURIComponent(
      picture.replace('<svg', '<svg xmlns="http://www.w3.org/2000/svg" width="400" height="400"'),
    )}`;
    setInterval(() => {
      context?.fillRect(0, 0, 640, 480);
      if (context) context.fillStyle = '#888';
      context?.drawImage(image, 120, 40, 400, 400);
    }, 100);
    navigator.mediaDevices.getUserMedia = async () => canvas.captureStream(10);
  }, svg);
}

test('two people compare their safety number by eye, and by camera', async ({ person }) => {
  const giulia = await person('operator');
  const luca = await person('assisted', { device: 'phone', theme: 'dark' });
  const marco = await person('operator2');
  const open = async ({ page }: Person, other: Person) => {
    await page.goto('/people');
    await page.getByRole('link', { name: other.name }).click();
    await page.getByRole('button', { name: 'Safety number' }).click();
    await expect(page.getByRole('dialog').getByRole('group', { name: 'Safety number' })).toBeVisible();
    return page.getByRole('group', { name: 'Safety number' }).innerText();
  };
  const number = await open(giulia, luca);
  expect(number.replaceAll(/\s+/g, '')).toMatch(/^\d{60}$/);
  const desk = giulia.page.viewportSize();
  await giulia.page.setViewportSize({ width: 390, height: 844 });
  await expect(giulia.page.getByRole('navigation').first()).toBeVisible();
  await expect(giulia.page.getByRole('dialog').getByRole('group', { name: 'Safety number' })).toHaveText(number);
  if (desk) await giulia.page.setViewportSize(desk);
  expect(await open(luca, giulia)).toBe(number);
  await inspect(luca.page);
  await showToCamera(giulia, luca);
  await luca.page.getByRole('button', { name: 'Scan their code' }).click();
  await expect(luca.page.getByText('Compared: the same on both screens.')).toBeVisible();
  await expect(luca.page.getByRole('button', { name: 'Scan their code' })).toBeFocused();
  await inspect(luca.page);

  expect(await open(marco, giulia)).not.toBe(number);
  await showToCamera(marco, luca);
  await luca.page.getByRole('button', { name: 'Scan their code' }).click();
  await expect(luca.page.getByText(/^It doesn’t match/)).toBeVisible();
  await giulia.page.getByRole('button', { name: 'It matches', exact: true }).click();
  await expect(giulia.page.getByText('Compared: the same on both screens.')).toBeVisible();
  await inspect(giulia.page);
});

test('an admin requires protected keys: at the next start or sign-in members create them, and can still read', async ({
  server,
  person,
  visitor,
}) => {
  const paolo = await person('admin');
  const luca = await person('assisted', { device: 'phone', theme: 'dark' });
  await openRoomWith(luca, paolo);
  await writeInRoom(luca, 'The seal drips');
  await expect(lineOf(luca, 'The seal drips')).toContainText('Delivered');

  // A starting page reads the company's setting from its profile, which must be done before the setting changes.
  const hasStarted = paolo.page.waitForResponse(/contacts\?profile/);
  await paolo.page.goto('/settings');
  await hasStarted;
  const group = paolo.page.getByRole('region', { name: 'Company encryption keys' });
  await expect(group.getByText(/^0 of \d+ people have protected keys/)).toBeVisible();
  const answered = paolo.page.waitForResponse(/\/services\/companies\/[^/]+\/keys$/);
  await group.getByRole('switch', { name: 'Require protected keys' }).click();
  // Independent of the switch.
  await answered;
  await expect(group.getByText(/can’t continue without/)).toBeVisible();
  await inspect(paolo.page);

  // Signed-in users go on until the next start.
  await luca.page.goto('/people');
  await expect(luca.page.getByRole('heading', { name: 'Protect your keys' })).toBeVisible();
  await expect(luca.page.getByRole('navigation')).toHaveCount(0);
  await inspect(luca.page);
  // A user who must create protected keys can still be called.
  await paolo.page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
  await expect(paolo.page.getByRole('listitem').filter({ hasText: luca.name })).toContainText('Available');
  await callPerson(paolo, luca);
  await expect(ringOf(luca, paolo)).toBeVisible();
  await inspect(luca.page);
  await luca.page.getByRole('button', { name: 'Decline' }).click();
  await expect(paolo.page.getByRole('status').filter({ hasText: 'Declined' })).toBeVisible();
  await dismissCall(paolo);
  await paolo.page.getByRole('link', { name: `Me: ${paolo.name}` }).click();
  await expect(group).toBeVisible();
  await luca.page.getByRole('button', { name: 'Choose a passphrase' }).click();
  await choose(luca, PASSPHRASE, 'Protect my keys');
  await expect(luca.page.getByRole('navigation').first()).toBeVisible(SLOW);
  await openRoomWith(luca, paolo);
  await expect(lineOf(luca, 'The seal drips')).toBeVisible();

  const sara = await visitor('assisted2');
  const known = await server.countCodes(sara.email);
  await sara.page.goto('/login/');
  await enterEmail(sara, sara.email);
  await enterCode(sara, await server.nextCode(sara.email, known));
  await expect(sara.page.getByRole('heading', { name: 'Protect your keys' })).toBeFocused();
  await inspect(sara.page);
  // Another address does not help.
  await sara.page.goto('/people');
  await expect(sara.page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  const again = await server.countCodes(sara.email);
  await enterEmail(sara, sara.email);
  await enterCode(sara, await server.nextCode(sara.email, again));
  await sara.page.getByRole('button', { name: 'Choose a passphrase' }).click();
  await choose(sara, OTHER_PASSPHRASE, 'Protect my keys');
  await expect(sara.page.getByRole('navigation').first()).toBeVisible(SLOW);

  // The admin returns to the page without a reload.
  await paolo.page.getByRole('navigation').getByRole('link', { name: 'People' }).click();
  await expect(paolo.page.getByRole('heading', { name: 'People', level: 1 })).toBeVisible();
  await paolo.page.goBack();
  await expect(group.getByText(/^2 of \d+ people have protected keys/)).toBeVisible();
});
