import type { Person } from './person';
import type { TestServer } from './server';

/** Gives the e-mail, and then the code that it brings, as the person would. */
export async function signIn(server: TestServer, { page, email }: Person) {
  const known = await server.countCodes(email);
  await page.goto('/');
  await page.getByLabel('E-mail').fill(email);
  await page.getByRole('button', { name: 'NEXT' }).click();
  await enterCode(server, page, email, known);
}

export async function enterCode(server: TestServer, page: Person['page'], email: string, known: number) {
  await page.getByRole('textbox', { name: /code/i }).fill(await server.nextCode(email, known));
  await page.getByRole('button', { name: 'LOGIN' }).click();
}
