/** Sign-in codes: requested, sent by e-mail, and used once, by the same asker. */
import { CODE_DIGITS, CODE_MINUTES } from '@earth/contracts';
import type { Background } from '../../../async/background';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { type Asker, requireWithinLimits, sweepLimits } from './limits';
import { isKnown } from './limits-store';
import { codeHash, isSameHash } from './mailed-codes';
import { codeMail } from './mails';
import { requireCodes, requireFreeDevice } from './policy';
import * as store from './store';

/** Id of a contact that does not exist: an unknown address makes the same queries as a known one. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

export interface Place {
  readonly email: string;
  readonly customCode: string;
}

interface CodeRequest extends Place {
  readonly asker: Asker;
  readonly language: string;
}

/** Key of an account, whether there is one or not. */
const accountKey = ({ secrets }: Context, { email, customCode }: Place) =>
  codeHash(secrets.codeKey, `account:${customCode}`, email);

/** Key of the asker. Colleagues know a device's id: it does not identify a device that has a token. */
const askerKey = ({ secrets }: Context, { tokenHash, deviceId }: Asker, known: boolean) =>
  known ? `known:${tokenHash}` : `device:${codeHash(secrets.codeKey, 'device', deviceId)}`;

/** Whether the asker's device was signed in before for the contact. */
const isKnownFor = async (db: Queries, { tokenHash }: Asker, contactId: string | undefined): Promise<boolean> =>
  tokenHash !== null && (await isKnown(db, tokenHash, [contactId ?? NOBODY]));

/**
 * Sends a code to the contact of an e-mail address in one company. If there is none, everything but the mail is the same, and the
 * mail is sent in the background: the answer does not reveal whether the account exists.
 */
export async function sendCode(
  context: Context,
  background: Background,
  { asker, language, ...place }: CodeRequest,
): Promise<void> {
  const { db, clock, random, settings, brand } = context;
  const { email } = place;
  await requireCodes(db, place.customCode);
  const [contact] = await store.findAccounts(db, email, place.customCode);
  const known = await isKnownFor(db, asker, contact?.contactId);
  if (contact && known) await requireFreeDevice(context, db, { ...contact, deviceId: asker.deviceId });
  const account = accountKey(context, place);
  const key = { account, asker: askerKey(context, asker, known) };
  const code = random.digits(CODE_DIGITS);
  const hash = codeHash(context.secrets.codeKey, account, code);
  const expiresAt = new Date(clock.now().getTime() + CODE_MINUTES * 60_000);
  await db.transaction(async (transaction) => {
    const count = await requireWithinLimits(context, transaction, { what: 'mail', asker, isKnown: known, email });
    await count();
    await store.replaceCode(transaction, { ...key, hash, expiresAt });
  });
  background.run('Old sign-in codes could not be deleted', () => sweepLimits(context));
  if (!contact) return;
  background.run('A sign-in code could not be sent', async () => {
    try {
      await context.mail.send(
        codeMail({ to: email, code, product: brand.name, address: settings.publicUrl, language }),
      );
    } catch (error) {
      await store.deleteUnsentCode(db, key, hash);
      throw error;
    }
  });
}

/**
 * Uses up a code. A wrong one is counted, for the code and for the asker.
 * @param contactId undefined: there is no such person, and no code is right
 * @returns whether it was the right one
 * @throws ApiError `tooManyTries`
 */
export async function useCode(
  context: Context,
  db: Queries,
  { asker, code, contactId, ...place }: Place & { asker: Asker; code: string; contactId: string | undefined },
): Promise<boolean> {
  const { email } = place;
  const known = await isKnownFor(db, asker, contactId);
  const count = await requireWithinLimits(context, db, { what: 'wrongCode', asker, isKnown: known, email });
  const account = accountKey(context, place);
  const key = { account, asker: askerKey(context, asker, known) };
  const expected = await store.lockCode(db, key, context.clock.now());
  const given = codeHash(context.secrets.codeKey, account, code);
  if (expected !== null && isSameHash(expected, given) && contactId !== undefined) {
    await store.deleteCode(db, key);
    return true;
  }
  if (expected !== null) await store.countWrongTry(db, key);
  await count();
  return false;
}
