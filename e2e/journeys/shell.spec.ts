/** The mobile shell: its start, the notification that opened it, the back button, and the first start without a server. */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import type { Page } from '@playwright/test';
import brand from '../../brands/earth/brand.json' with { type: 'json' };
import { inspect } from '../world/inspect';
import { photographer } from '../world/pictures';
import { type NativePlugin, putInShell } from '../world/shell';
import { enterCode, enterEmail, signIn, signOut } from '../world/sign-in';
import { querySql } from '../world/sql';
import { expect, test } from '../world/test';

const device = 'phone';
const OPENED = 'pushNotificationActionPerformed';

const App = { getState: () => ({ isActive: true }), exitApp: () => undefined, minimizeApp: () => undefined };

/** Google's service, on a device whose user is asked once. */
function pushNotifications(): NativePlugin {
  let receive = 'prompt';
  return {
    checkPermissions: () => ({ receive }),
    requestPermissions() {
      receive = 'granted';
      return { receive };
    },
    register(_, shell) {
      void shell.emit('PushNotifications', 'registration', { value: 'a-token-of-the-device' });
    },
    unregister: () => undefined,
  };
}

/** The phone's key. */
function requestSigning() {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const point = Buffer.concat([Buffer.of(4), Buffer.from(x, 'base64url'), Buffer.from(y, 'base64url')]);
  const key = point.toString('base64url');
  const phone = { publicKey: key, signed: 0 };
  const plugin: NativePlugin = {
    getPublicKey: () => ({ publicKey: key }),
    sign({ data }) {
      phone.signed += 1;
      const signature = sign('sha256', Buffer.from(String(data)), { key: privateKey, dsaEncoding: 'ieee-p1363' });
      return { signature: signature.toString('base64') };
    },
    deleteKey: () => undefined,
  };
  return Object.assign(phone, { plugin });
}

/** What a build writes into its page (`scripts/mobile/pages.mjs`): no server has given the brand yet. */
async function paintAsBuilt(page: Page) {
  await page.evaluate(({ colors, logoUrl, coverUrl }) => {
    for (const [name, value] of Object.entries(colors))
      document.documentElement.style.setProperty(
        `--${name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`,
        value,
      );
    const [cover, logo] = document.querySelectorAll('img');
    if (cover) cover.src = coverUrl;
    if (logo) logo.src = logoUrl;
  }, brand);
}

test('D4.5: the shell starts in order: device ready, permissions, the notification that opened it', async ({
  server,
  visitor,
}) => {
  const luca = await visitor('assisted', { device });
  const shell = await putInShell(luca.page, server.url, { App, PushNotifications: pushNotifications() });
  // As FCM gives it: the content as text.
  const messageContent = JSON.stringify({
    UniqueId: randomUUID(),
    Title: 'Closed on Monday',
    Text: 'We are back on Tuesday',
  });
  shell.retain('PushNotifications', OPENED, {
    actionId: 'tap',
    notification: { id: '1', data: { messageType: 'Notice', messageContent } },
  });
  await signIn(server, luca);

  await expect
    .poll(() => shell.calls)
    .toEqual(expect.arrayContaining(['PushNotifications.register', `PushNotifications.addListener ${OPENED}`]));
  const order = ['App.getState', 'PushNotifications.requestPermissions', 'PushNotifications.register'];
  const steps = shell.calls.filter((call) => order.includes(call) || call.endsWith(OPENED));
  expect(steps.slice(0, 4)).toEqual([...order, `PushNotifications.addListener ${OPENED}`]);
  await expect(luca.page).toHaveURL(/\/notices$/);
  await expect
    .poll(() => luca.page.evaluate(() => localStorage.getItem('firebaseToken')))
    .toBe('a-token-of-the-device');
});

test('D2.29: the back button closes what is open, steps back, and ends the app at its start', async ({
  server,
  visitor,
}) => {
  const { page } = await visitor('assisted', { device });
  const shell = await putInShell(page, server.url, { App });
  async function pressBack() {
    await shell.emit('App', 'backButton', { canGoBack: true });
    const pressedAt = await page.evaluate(() => Date.now());
    // The app takes a second press within 100 ms for none (D9.5), and a journey can be faster than that.
    await page.waitForFunction((since) => Date.now() - since > 100, pressedAt);
  }
  await page.goto('/earth');
  await page.getByRole('button', { name: 'Menu' }).click();
  const panel = page.getByRole('dialog', { name: 'Menu' });
  await expect(panel).toBeVisible();
  await pressBack();
  await expect(panel).toBeHidden();
  expect(new URL(page.url()).pathname).toBe('/earth');
  expect(shell.calls).not.toContain('App.exitApp');

  await page.getByRole('link', { name: 'City museum' }).click();
  await expect(page.getByRole('link', { name: 'Head of a young ruler' })).toBeVisible();
  await pressBack();
  await expect(page).toHaveURL(/\/earth$/);
  await expect(page.getByRole('link', { name: 'City museum' })).toBeVisible();
  await pressBack();
  await expect.poll(() => shell.calls).toContain('App.exitApp');
});

for (const [language, title, typed, wrong] of [
  ['en', 'Connect to your server', 'Server address', /must begin with https/],
  ['it', 'Collegati al tuo server', 'Indirizzo del server', /deve iniziare con https/],
] as const)
  test(`an app without a server asks for it, in ${language}`, async ({ server, visitor }) => {
    const { page } = await visitor('assisted', { device, language });
    await putInShell(page, null, { App });
    await page.goto('/');
    await expect(page.getByRole('heading', { name: title })).toBeVisible();
    await paintAsBuilt(page);
    await inspect(page);
    const take = photographer(page, test.info());
    await take(`server-${language}`);
    await page.getByRole('textbox', { name: typed }).fill(server.url);
    await page.getByRole('textbox', { name: typed }).press('Enter');
    await expect(page.getByText(wrong)).toBeVisible();
    await inspect(page);
    await take(`server-refused-${language}`);
    expect(await page.evaluate(() => localStorage.getItem('serverAddress'))).toBeNull();
  });

test.describe('with a server that demands signatures', () => {
  test.use({ settings: { APPS_SIGN_REQUESTS: 'true' } });

  test('the app signs in, connects and sends with the key of the phone; without it, it says why it is refused', async ({
    server,
    visitor,
  }) => {
    const luca = await visitor('assisted', { device });
    const phone = requestSigning();
    const shell = await putInShell(luca.page, server.url, { App, RequestSigning: phone.plugin });
    await signIn(server, luca);
    const { page } = luca;
    await page.goto('/rooms');
    await expect(page.getByRole('heading', { name: 'Chats' }).first()).toBeVisible();
    const bound = async () => {
      const { rows } = await querySql(server, 'select signing_key from sessions where node_id is not null');
      return (rows as readonly { readonly signing_key: string | null }[]).map((row) => row.signing_key);
    };
    await expect.poll(bound).toEqual([phone.publicKey]);
    expect(phone.signed).toBeGreaterThan(5);
    // The next session gets another key.
    expect(shell.calls).not.toContain('RequestSigning.deleteKey');
    await signOut(luca);
    await expect.poll(() => shell.calls).toContain('RequestSigning.deleteKey');

    const other = await visitor('operator', { device });
    await putInShell(other.page, server.url, { App });
    const known = await server.countCodes(other.email);
    await other.page.goto('/login/');
    await enterEmail(other, other.email);
    await enterCode(other, await server.nextCode(other.email, known));
    await expect(other.page.getByText(/accepts only signed requests/).first()).toBeVisible();
  });
});
