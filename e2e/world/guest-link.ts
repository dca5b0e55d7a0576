import { expect } from '@playwright/test';
import type { Person } from './person';

/** The link in the open dialog. */
export async function linkIn({ page }: Person): Promise<string> {
  const field = page.getByRole('textbox', { name: 'Link', exact: true });
  await expect(field).toHaveValue(/\/guest#[\w-]{20,}$/);
  return field.inputValue();
}

/** A controller makes a link on the page of people. */
export async function guestLinkBy(maker: Person): Promise<string> {
  const { page } = maker;
  await page.goto('/people');
  await page.getByRole('button', { name: 'Add', exact: true }).click();
  await page.getByRole('menuitem', { name: /^Invite by link/ }).click();
  const link = await linkIn(maker);
  await page.getByRole('button', { name: 'Done' }).click();
  return link;
}
