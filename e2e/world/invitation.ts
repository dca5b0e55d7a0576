/** Sends an invitation with the form, and reads the link from the mail. */
import { expect, type Page } from '@playwright/test';
import type { Person } from './person';
import type { TestServer } from './server';

export interface Invited {
  readonly email: string;
  readonly name: string;
  /** As labelled in the form; absent if the user may give only one role. */
  readonly role?: string;
  /** The language of the mail; default: the inviting user's. */
  readonly language?: 'English' | 'Italiano';
}

/** Opens the form by «Add». */
export async function openInvitation(page: Page) {
  await page.getByRole('button', { name: /^(Add|Aggiungi)$/ }).click();
  await page.getByRole('menuitem', { name: /^(Invite by e-mail|Invita via e-mail)/ }).click();
}

/** Invites somebody on the page «People». */
export async function invite({ page }: Person, invited: Invited) {
  await openInvitation(page);
  await sendInvitation(page, invited);
}

/** Fills in the open form and waits until the invitation is sent. */
export async function sendInvitation(page: Page, { email, name, role, language }: Invited) {
  const dialog = page.getByRole('dialog', { name: 'Invite someone' });
  await dialog.getByLabel('E-mail').fill(email);
  await dialog.getByLabel('Name').fill(name);
  if (role !== undefined) await dialog.getByLabel('Role').selectOption(role);
  if (language !== undefined) await dialog.getByLabel('Language of the invitation').selectOption(language);
  await dialog.getByRole('button', { name: 'Send invitation' }).click();
  await expect(dialog).toBeHidden();
}

/** The link in the last mail to an address, from the page that lists the mails. */
export async function invitationLink(server: TestServer, email: string): Promise<string> {
  const page = await (await fetch(`${server.url}/dev/mail`)).text();
  const mail = page.split('<article>').find((article) => article.includes(`To ${email},`));
  const link = mail === undefined ? null : /href="([^"]+)"/.exec(mail);
  if (!link?.[1]) throw new Error(`No mail invited ${email}`);
  return link[1].replaceAll('&amp;', '&');
}
