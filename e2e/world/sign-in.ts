/** Signing in, as people do it. */
import type { Person } from './person';
import type { TestServer } from './server';

/** The sixth digit sends the code: there is nothing more to press. */
export async function enterCode({ page }: Person, code: string) {
  await page.getByRole('textbox', { name: /^(Code of six digits|Codice di sei cifre)$/ }).fill(code);
}

export async function enterEmail({ page }: Person, email: string) {
  await page.getByRole('textbox', { name: 'E-mail' }).fill(email);
  await page.getByRole('button', { name: /^(NEXT|AVANTI)$/ }).click();
}

/** Opens the app, gives the e-mail, and then the code that it brings. `company`: chosen where there are several. */
export async function signIn(server: TestServer, person: Person, company?: string) {
  const { page, email } = person;
  const known = await server.countCodes(email);
  await page.goto('/login/');
  await enterEmail(person, email);
  if (company !== undefined) await page.getByRole('button', { name: company }).click();
  await enterCode(person, await server.nextCode(email, known));
  await page.getByRole('navigation').first().waitFor();
}

/** Logs out in the settings, and is at the sign-in once that is through: until then the app itself goes there. */
export async function logOut({ page }: Person) {
  await page.goto('/settings');
  await page.getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Log out' }).click();
  await page.getByRole('textbox', { name: 'E-mail' }).waitFor();
}
