/** Signs in with the app's screens. */
import { fileURLToPath } from 'node:url';
import { build } from 'vite';
import type { Person } from './person';
import type { TestServer } from './server';
import type { SignInSteps } from './sign-in-page';

declare const signInSteps: SignInSteps;

/** The sixth digit submits the code. */
export async function enterCode({ page }: Person, code: string) {
  await page.getByRole('textbox', { name: /^(6-digit code|Codice di 6 cifre)$/ }).fill(code);
}

export async function enterEmail({ page }: Person, email: string) {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: /^(NEXT|AVANTI)$/ }).click();
}

/** Opens the app, and enters the e-mail and then the mailed code. `company`: chosen if there are several. */
export async function signIn(server: TestServer, person: Person, company?: string) {
  const { page, email } = person;
  const known = await server.countCodes(email);
  await page.goto('/login/');
  await enterEmail(person, email);
  if (company !== undefined) await page.getByRole('button', { name: company }).click();
  await enterCode(person, await server.nextCode(email, known));
  await page.getByRole('navigation').first().waitFor();
}

/** A page of the server's origin without scripts. */
const EMPTY_PAGE = '/robots.txt';
const STEPS = fileURLToPath(new URL('sign-in-page.ts', import.meta.url));

/** The steps of a sign-in as one script for a page: see `sign-in-page.ts`. */
export async function bundleSignInSteps(): Promise<string> {
  const built = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry: STEPS, formats: ['iife'], name: 'steps' } },
  });
  const [bundle] = [built].flat();
  if (!bundle || !('output' in bundle)) throw new Error('The steps of a sign-in were not built.');
  return bundle.output[0].code;
}

/** Signs in without screens, for journeys about something else, and opens the first page. */
export async function startSignedIn(server: TestServer, { page, email }: Person, script: string) {
  const known = await server.countCodes(email);
  await page.goto(EMPTY_PAGE);
  await page.evaluate(script);
  const customer = await page.evaluate((to) => signInSteps.askForCode(to), email);
  const code = await server.nextCode(email, known);
  await page.evaluate((given) => signInSteps.enterCode(...given), [email, customer, code] as const);
  await page.goto('/');
  await page.getByRole('navigation').first().waitFor();
}

/** Signs out in the settings, and waits until the app has redirected to the sign-in. */
export async function signOut({ page }: Person) {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Sign out', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
}
