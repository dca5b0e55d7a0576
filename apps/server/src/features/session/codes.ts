/** Sign-in codes: asked for, sent by e-mail, used once. */
import { CODE_DIGITS, CODE_MINUTES, type Language } from '@earth/contracts';
import type { Context } from '../../context';
import type { Queries } from '../../db/database';
import { ApiError } from '../../http/api-error';
import { codeHash, isSameHash, requirePause } from './mailed-codes';
import { codeMail } from './mails';
import { requireFreeDevice } from './policy';
import * as store from './store';

interface CodeRequest {
  readonly email: string;
  readonly customCode: string;
  readonly deviceId: string;
  readonly language: Language;
}

const hashOf = (context: Context, contactId: string, code: string) =>
  codeHash(context.secrets.codeKey, contactId, code);

/** Sends a code to the contact of an e-mail address in one company. */
export async function sendCode(
  context: Context,
  { email, customCode, deviceId, language }: CodeRequest,
): Promise<void> {
  const { db, clock, random, settings, brand } = context;
  const [account] = await store.findAccounts(db, email, customCode);
  if (!account) throw new ApiError('unknownEmail');
  const now = clock.now();
  await requireFreeDevice(context, db, { contactId: account.contactId, deviceId });
  const code = random.digits(CODE_DIGITS);
  const hash = hashOf(context, account.contactId, code);
  await db.transaction(async (transaction) => {
    requirePause(context, await store.lockLastCode(transaction, email));
    const expiresAt = new Date(now.getTime() + CODE_MINUTES * 60_000);
    await store.replaceCode(transaction, { contactId: account.contactId, hash, sentAt: now, expiresAt });
  });
  try {
    await context.mail.send(codeMail({ to: email, code, product: brand.name, address: settings.publicUrl, language }));
  } catch (error) {
    // Whoever got no mail may ask for another at once.
    await store.deleteCode(db, account.contactId, hash);
    throw error;
  }
}

/**
 * Uses the contact's code up. A wrong one is counted.
 * @returns whether it was the right one
 */
export async function useCode(context: Context, db: Queries, contactId: string, code: string): Promise<boolean> {
  const expected = await store.lockCode(db, contactId, context.clock.now());
  if (!expected) return false;
  if (!isSameHash(expected, hashOf(context, contactId, code))) {
    await store.countWrongTry(db, contactId);
    return false;
  }
  await store.useUpCode(db, contactId);
  return true;
}
