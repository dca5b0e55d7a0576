/** An admin sets up single sign-on with a real identity provider, and people sign in by its page. */
import { rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import brand from '../../brands/earth/brand.json' with { type: 'json' };
import { IdentityProvider } from '../../apps/server/testing/identity-provider';
import { inspect } from '../world/inspect';
import { invitationLink, invite } from '../world/invitation';
import type { Person } from '../world/person';
import type { TestServer } from '../world/server';
import { putInShell } from '../world/shell';
import { enterEmail, signOut } from '../world/sign-in';
import { runSql } from '../world/sql';
import { expect, test as base } from '../world/test';

const test = base.extend<{ readonly provider: IdentityProvider }>({
  // oxlint-disable-next-line no-empty-pattern
  provider: async ({}, provide) => {
    const provider = await IdentityProvider.start('localhost');
    await provide(provider);
    await provider.close();
  },
  // The provider's certificate is its own, and its address in no public network.
  settings: async ({ provider }, provide) => {
    const file = join(tmpdir(), `earth-idp-${provider.port}.pem`);
    await writeFile(file, provider.cert);
    await provide({ NODE_EXTRA_CA_CERTS: file, SIGN_ON_ORIGINS: provider.issuer });
    await rm(file);
  },
});

const shot = (page: Page, name: string) =>
  page.screenshot({ path: test.info().outputPath(`${name}.png`), fullPage: true });

/** In both colour schemes, and as wide as a phone and a desktop. */
async function shots(page: Page, name: string) {
  const before = page.viewportSize();
  for (const width of [390, 1280])
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.setViewportSize({ width, height: 844 });
      await page.emulateMedia({ colorScheme });
      await shot(page, `${name}-${width}-${colorScheme}`);
    }
  if (before) await page.setViewportSize(before);
  await page.emulateMedia({ colorScheme: 'light' });
}

async function typeAtProvider(page: Page, name: string) {
  await page.getByPlaceholder('Enter any login').fill(name);
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await page.getByRole('button', { name: 'Continue' }).click();
}

async function enterProvider(page: Page, provider: IdentityProvider, address: string) {
  await page.goto('/admin/company?part=signOn');
  const urls = page.getByRole('region', { name: 'For your sign-in service' }).locator('code');
  await expect(urls).toHaveCount(2);
  const [redirectUrl = '', logoutUrl = ''] = await urls.allTextContents();
  provider.serve({ redirectUrl, logoutUrl });
  await page.getByLabel('Discovery address (issuer)').fill(address);
  await page.getByLabel('Client ID').fill(provider.clientId);
  await page.getByLabel('Client secret').fill(provider.clientSecret);
}

/** The admin enters the provider, with a role by a claim. */
async function setUp({ page }: Person, provider: IdentityProvider) {
  await enterProvider(page, provider, provider.issuer);
  await page.getByLabel('Claim with the role (optional)').fill('roles');
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByLabel('Value 1', { exact: true }).fill('field-team');
  await page.getByLabel('Role 1').selectOption({ label: 'Field user' });
  await page.getByRole('button', { name: 'Add a value' }).click();
  await page.getByLabel('Value 2', { exact: true }).fill('admins');
  await page.getByLabel('Role 2').selectOption({ label: 'Administrator' });
  await page.getByLabel('Role without any of these values').selectOption({ label: 'None: no access' });
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not tested since the last change')).toBeVisible();
}

test('somebody new signs in by the provider’s page, gets a role by a claim, and is signed out from there', async ({
  person,
  provider,
  server,
  visitor,
}) => {
  const admin = await person('admin', { ignoresCertificates: true });
  await setUp(admin, provider);
  await admin.page.getByRole('textbox', { name: 'Domain' }).fill('new.example');
  await admin.page.getByRole('button', { name: 'Add domain' }).click();
  await expect(admin.page.getByText('_earth-sign-on.new.example')).toBeVisible();
  await inspect(admin.page);
  await shots(admin.page, 'settings');
  // There is no name server to put the record into.
  await runSql(server, 'update sign_on_domains set confirmed_at = now()');
  await admin.page.reload();
  await expect(admin.page.getByText('Confirmed', { exact: true })).toBeVisible();

  provider.accounts.set('nora', {
    email: 'nora@new.example',
    email_verified: true,
    name: 'Nora Blu',
    roles: ['field-team'],
  });
  const nora = await visitor('assisted', { ignoresCertificates: true, device: 'phone' });
  const { page } = nora;
  await page.goto('/people');
  await enterEmail(nora, 'nora@new.example');
  await typeAtProvider(page, 'nora');
  // Where she wanted to go.
  await expect(page).toHaveURL(/\/people$/);
  await page.goto('/settings');
  await expect(page.getByText('Nora Blu').first()).toBeVisible();
  await admin.page.goto('/admin/people');
  await expect(admin.page.getByRole('listitem').filter({ hasText: 'Nora Blu' })).toContainText('Field user');

  await page.goto('/people');
  await expect(page.getByRole('navigation').first()).toBeVisible();
  const other = await page.context().newPage();
  await other.goto(`${provider.issuer}/session/end`);
  await other.getByRole('button', { name: /Yes, sign me out/ }).click();
  await expect(page.getByText('Your session has ended. Sign in again.')).toBeVisible();
});

test('with e-mail and code off, a code is refused with words, and single sign-on is the only way', async ({
  person,
  provider,
  visitor,
}) => {
  const admin = await person('admin', { ignoresCertificates: true, device: 'desktop' });
  await setUp(admin, provider);
  const { page } = admin;
  await expect(page.getByText('Test the sign-in first')).toBeVisible();
  provider.accounts.set('paolo', { email: admin.email, email_verified: true, name: 'Paolo Neri', roles: ['admins'] });
  await page.getByRole('button', { name: 'Test sign-in' }).click();
  await typeAtProvider(page, 'paolo');
  await expect(page.getByText('It works: you came back as Paolo Neri')).toBeVisible();
  await inspect(page);
  await shots(page, 'tested');

  const giulia = await visitor('operator', { ignoresCertificates: true, device: 'phone' });
  await giulia.page.goto('/login/');
  await enterEmail(giulia, giulia.email);
  await expect(giulia.page.getByRole('button', { name: 'CONTINUE WITH SINGLE SIGN-ON' })).toBeVisible();
  await inspect(giulia.page);
  await shots(giulia.page, 'step');
  await giulia.page.getByRole('button', { name: 'Send me a code instead' }).click();
  await expect(giulia.page.getByText('Enter the code')).toBeVisible();

  await page.getByRole('switch', { name: 'Only single sign-on' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Turn off' }).click();
  await expect(page.getByRole('switch', { name: 'Only single sign-on' })).toBeChecked();
  // Her page still asks for the code that was sent before.
  await giulia.page.getByRole('textbox', { name: '6-digit code' }).fill('123456');
  await expect(giulia.page.getByText('Your company has turned off e-mail and code')).toBeVisible();

  provider.accounts.set('giulia', { email: giulia.email, email_verified: true, roles: ['elsewhere'] });
  await giulia.page.goto('/login/');
  await enterEmail(giulia, giulia.email);
  await typeAtProvider(giulia.page, 'giulia');
  await expect(giulia.page.getByText('Your company hasn’t given you access')).toBeVisible();
  await inspect(giulia.page);
  await shots(giulia.page, 'refused');
  provider.accounts.set('giulia', { email: giulia.email, email_verified: true, roles: ['field-team'] });
  await giulia.page.getByRole('button', { name: 'SIGN IN AGAIN' }).click();
  await expect(giulia.page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(giulia.email);
  await giulia.page.getByRole('button', { name: 'NEXT' }).click();
  await expect(giulia.page.getByRole('navigation').first()).toBeVisible();
  await signOut(giulia);
});

test('who was invited follows the mail to the provider’s page while e-mail and code are off, and gets the invited role', async ({
  person,
  provider,
  server,
  visitor,
}) => {
  const admin = await person('admin', { ignoresCertificates: true });
  const { page } = admin;
  await enterProvider(page, provider, `${provider.issuer}/`);
  await page.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Not tested since the last change')).toBeVisible();
  await runSql(server, 'update sign_on_connections set codes_off = true, makes_people = false');

  const email = 'ivo@elsewhere.example';
  provider.accounts.set('ivo', { email, email_verified: true, name: 'Ivo Rossi' });
  await page.goto('/people');
  await invite(admin, { email, name: 'Ivo', role: 'Operator' });
  const link = await invitationLink(server, email);
  const ivo = await visitor('assisted', { ignoresCertificates: true, device: 'phone' });
  await ivo.page.goto(link);
  await ivo.page.getByRole('button', { name: 'Accept and sign in' }).click();
  await expect(ivo.page.getByRole('textbox', { name: 'E-mail' })).toHaveValue(email);
  await ivo.page.getByRole('button', { name: 'NEXT' }).click();
  await typeAtProvider(ivo.page, 'ivo');
  await expect(ivo.page.getByRole('navigation').first()).toBeVisible();
  await page.goto('/admin/people');
  await expect(page.getByRole('listitem').filter({ hasText: 'Ivo Rossi' })).toContainText('Operator');
});

test('a browser that forbids storage says so before it leaves; an expired test comes back to its page, and says so', async ({
  person,
  provider,
  server,
  visitor,
}) => {
  const admin = await person('admin', { ignoresCertificates: true });
  const { page } = admin;
  await setUp(admin, provider);
  provider.accounts.set('paolo', { email: admin.email, email_verified: true, name: 'Paolo Neri', roles: ['admins'] });
  await page.getByRole('button', { name: 'Test sign-in' }).click();
  await page.getByPlaceholder('Enter any login').fill('paolo');
  await page.getByPlaceholder('and password').fill('x');
  await page.getByRole('button', { name: 'Sign-in' }).click();
  await expect(page.getByRole('button', { name: 'Continue' })).toBeVisible();
  await runSql(server, `update sign_on_flows set expires_at = now() - interval '1 second'`);
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByText('This sign-in has expired or has already been used')).toBeInViewport();
  await expect(page).toHaveURL(/\/admin\/company\?part=signOn$/);
  await inspect(page);
  await shots(page, 'expired-test');

  const forbid = () =>
    Object.defineProperty(window, 'sessionStorage', {
      get: () => {
        throw new DOMException('Access is denied for this document', 'SecurityError');
      },
    });
  await page.evaluate(forbid);
  await page.getByRole('button', { name: 'Test sign-in' }).click();
  await expect(page.getByText('so there is no way back from the sign-in service')).toBeVisible();

  const giulia = await visitor('operator', { ignoresCertificates: true, device: 'phone' });
  await giulia.page.addInitScript(forbid);
  await giulia.page.goto('/login/');
  await enterEmail(giulia, giulia.email);
  await giulia.page.getByRole('button', { name: 'CONTINUE WITH SINGLE SIGN-ON' }).click();
  await expect(giulia.page.getByText('Allow the app to store data, then sign in again')).toBeVisible();
  await inspect(giulia.page);
  await shots(giulia.page, 'no-storage');
  // An answer that comes all the same, from elsewhere, is said to be none.
  await giulia.page.goto('/robots.txt');
  await giulia.page.goto(`/login/#signOn=${'x'.repeat(43)}`);
  await expect(giulia.page.getByText('You’re not signed in')).toBeVisible();
  await giulia.page.getByRole('button', { name: 'SIGN IN AGAIN' }).click();
  await expect(giulia.page.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
});

test('in Italian, a provider that is gone is said in words, and e-mail and code go on', async ({
  person,
  provider,
  server,
  visitor,
}) => {
  const admin = await person('admin', { ignoresCertificates: true });
  await setUp(admin, provider);
  await server.stop();
  await server.start();
  provider.goAway();
  const giulia = await visitor('operator', { ignoresCertificates: true, language: 'it' });
  const { page } = giulia;
  await page.goto('/login/');
  await enterEmail(giulia, giulia.email);
  await page.getByRole('button', { name: 'CONTINUA CON IL SINGLE SIGN-ON' }).click();
  await expect(page.getByText('Il servizio di accesso della tua azienda non risponde')).toBeVisible();
  await inspect(page);
  await shots(page, 'gone-it');
  await page.getByRole('button', { name: 'Inviami invece un codice' }).click();
  await expect(page.getByText('Inserisci il codice')).toBeVisible();
  const settings = await person('admin', { language: 'it' });
  await settings.page.goto('/admin/company?part=signOn');
  await expect(settings.page.getByLabel('ID client')).toHaveValue(provider.clientId);
  await shots(settings.page, 'settings-it');
});

/** A phone with the app of this server's brand. What its browser opens is a page of another person here, with a storage of its own. */
async function startApp({ page }: Person, server: TestServer) {
  const opened: string[] = [];
  const shell = await putInShell(page, server.url, {
    App: { getState: () => ({ isActive: true }) },
    SystemBrowser: { open: ({ url }) => void opened.push(String(url)) },
  });
  // As the build writes it into the page (`scripts/mobile/pages.mjs`).
  await page.addInitScript((scheme) => {
    const meta = `<meta name="earth-scheme" content="${scheme}" />`;
    document.addEventListener('DOMContentLoaded', () => document.head.insertAdjacentHTML('beforeend', meta));
  }, brand.appId);
  return {
    shell,
    /** The address that the phone's browser has been given last. */
    async openedAfter(count: number): Promise<string> {
      await expect.poll(() => opened.length).toBe(count);
      return opened[count - 1] ?? '';
    },
    follow: (link: string) => shell.emit('App', 'appUrlOpen', { url: link }),
  };
}

for (const [language, words] of [
  [
    'en',
    {
      go: 'CONTINUE WITH SINGLE SIGN-ON',
      waiting: 'Continue in the browser',
      again: 'OPEN THE PAGE AGAIN',
      closed: /was closed before you had signed in/,
      open: 'Open Earth',
      refused: /Your company hasn’t given you access/,
      signIn: 'SIGN IN AGAIN',
      next: 'NEXT',
      elsewhere: 'Sign in here',
    },
  ],
  [
    'it',
    {
      go: 'CONTINUA CON IL SINGLE SIGN-ON',
      waiting: 'Continua nel browser',
      again: 'APRI DI NUOVO LA PAGINA',
      closed: /è stata chiusa prima di completare/,
      open: 'Apri Earth',
      refused: /La tua azienda non ti ha dato accesso/,
      signIn: 'ACCEDI DI NUOVO',
      next: 'AVANTI',
      elsewhere: 'Accedi qui',
    },
  ],
] as const)
  test(`the mobile app signs in by the phone's browser, in ${language}, and says what failed`, async ({
    person,
    provider,
    server,
    visitor,
  }) => {
    await setUp(await person('admin', { ignoresCertificates: true }), provider);
    await runSql(server, 'update sign_on_connections set codes_off = true, tested_at = now()');
    const giulia = await visitor('operator', { device: 'phone', language });
    const { page: browser } = await visitor('operator', { device: 'phone', language, ignoresCertificates: true });
    const { page } = giulia;
    const app = await startApp(giulia, server);
    await page.goto('/login/?to=%2Fsettings');
    await enterEmail(giulia, giulia.email);
    await expect(page.getByRole('button', { name: words.go })).toBeVisible();
    await inspect(page);
    await shots(page, `app-step-${language}`);

    // Not a role that gives access: the app says it.
    provider.accounts.set('giulia', { email: giulia.email, email_verified: true, roles: ['elsewhere'] });
    await page.getByRole('button', { name: words.go }).click();
    await browser.goto(await app.openedAfter(1));
    await expect(page.getByRole('heading', { name: words.waiting })).toBeVisible();
    await inspect(page);
    await shots(page, `app-waiting-${language}`);
    await typeAtProvider(browser, 'giulia');
    const link = browser.getByRole('link', { name: words.open });
    const linkOf = async () => (await link.getAttribute('href')) ?? '';
    await expect(link).toBeVisible();
    await inspect(browser);
    await shots(browser, `browser-${language}`);
    await app.follow(await linkOf());
    await expect(page.getByText(words.refused)).toBeVisible();
    await inspect(page);
    await shots(page, `app-refused-${language}`);
    await page.getByRole('button', { name: words.signIn }).click();
    await page.getByRole('button', { name: words.next }).click();

    // Closed, as iOS tells; then opened twice, of which the last one counts.
    await page.getByRole('button', { name: words.go }).click();
    await app.openedAfter(2);
    await app.shell.emit('SystemBrowser', 'closed');
    await expect(page.getByText(words.closed)).toBeVisible();
    await shots(page, `app-closed-${language}`);
    await page.getByRole('button', { name: words.go }).click();
    await app.openedAfter(3);
    await page.getByRole('button', { name: words.again }).click();
    provider.accounts.set('giulia', { email: giulia.email, email_verified: true, roles: ['field-team'] });
    await browser.goto(await app.openedAfter(4));
    await expect(link).toBeVisible();
    await app.follow(await linkOf());
    await expect(page).toHaveURL(/\/settings$/);
    await expect(page.getByText(giulia.email).first()).toBeVisible();

    // A browser without the app has another way; the app follows no link of a sign-in that it has not started.
    await app.follow(await linkOf());
    await expect(page).toHaveURL(/\/settings$/);
    await browser.getByRole('link', { name: words.elsewhere }).click();
    await expect(browser.getByRole('textbox', { name: 'E-mail' })).toBeVisible();
  });
