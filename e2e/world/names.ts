/** Names as people have them: of two hundred letters, of one, of emoji, and from right to left. */
import { expect } from '@playwright/test';
import type { TestServer } from './server';
import { querySql } from './sql';

export const LONG = `Wolfe${'schlegelsteinhausen'.repeat(10)}berger`.slice(0, 200);
export const RIGHT_TO_LEFT = 'محمد بن عبد الله (مهندس)';
export const EMOJI = '👩🏽‍🔧🚰👨‍👩‍👧‍👦';

/** Renames people, by their e-mail addresses, before they sign in. */
export async function rename(server: TestServer, names: Readonly<Record<string, string>>): Promise<void> {
  for (const [email, name] of Object.entries(names)) {
    const { rowCount } = await querySql(server, `update contacts set name = '${name}' where email = '${email}'`);
    expect(rowCount).toBe(1);
  }
}
