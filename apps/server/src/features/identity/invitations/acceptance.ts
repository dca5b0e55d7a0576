/** The invited person's side: reading an invitation and accepting it. */
import type { ErrorName, ReceivedInvitation, Registration } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { acquaint, announceAcquaintance } from '../address-book';
import { insertContact, newContact } from '../contacts';
import { nameInvited } from '../people';
import {
  type Asker,
  admit,
  announceEnds,
  type Device,
  findAccounts,
  isAnybodys,
  requireCodes,
  requireWithinLimits,
} from '../sessions';
import { isCodeOf } from './codes';
import * as store from './store';

interface PresentedCode {
  readonly email: string;
  readonly invitationCode: string;
  readonly asker: Asker;
}

type Refusal = Extract<ErrorName, 'invalidCode' | 'invitationUsed' | 'invitationExpired' | 'invitationRevoked'>;

/** The inviter and the company of an invitation. Reading does not use it up, but a wrong code is counted. */
export async function readInvitation(context: Context, shown: PresentedCode): Promise<ReceivedInvitation> {
  const found = await context.db.transaction((transaction) => findByCode(context, transaction, shown));
  if (typeof found === 'string') throw new ApiError(found);
  const { name, role, inviterName, company } = found;
  const accounts = await findAccounts(context.db, shown.email, company.code);
  return { name, role, inviter: { name: inviterName }, customer: company, isKnown: accounts.length > 0 };
}

/**
 * Accepts an invitation: creates the contact if there is none, adds the two to each other's address books, and signs the device in.
 */
export async function register(
  context: Context,
  shown: PresentedCode,
  device: Device,
): Promise<Registration & { readonly contactId: string }> {
  const outcome = await context.db.transaction(async (transaction) => {
    const found = await findByCode(context, transaction, shown);
    // Returned, not thrown: the counted attempt must be committed.
    if (typeof found === 'string') return found;
    await requireCodes(transaction, found.company.code);
    const account = await accountFor(context, transaction, found);
    const started = await admit(context, transaction, account, { ...device, provenEmail: found.email });
    await acquaint(context, transaction, found.inviterId, account.contactId);
    await store.useUp(transaction, found.id, context.clock.now());
    await nameInvited(transaction, found.id, account.contactId);
    return { ...started, contactId: account.contactId, inviterId: found.inviterId, customer: found.company };
  });
  if (typeof outcome === 'string') throw new ApiError(outcome);
  announceEnds(context, outcome.ended);
  announceAcquaintance(context, outcome.inviterId, outcome.contactId);
  const { login, customer, contactId } = outcome;
  return { loginResult: { loginData: login }, customer, contactId };
}

/**
 * The open invitation of a code, or why there is none. An unknown code is counted for the asker, not for the invitation, so that a
 * stranger cannot use that up.
 * @throws ApiError `tooManyTries`
 */
async function findByCode(
  context: Context,
  db: Queries,
  { email, invitationCode, asker }: PresentedCode,
): Promise<store.SentInvitation | Refusal> {
  const isKnown = asker.tokenHash !== null && (await isAnybodys(db, asker.tokenHash));
  const countWrong = await requireWithinLimits(context, db, { what: 'wrongInvitation', asker, isKnown });
  const now = context.clock.now();
  const sent = await store.lockSentTo(db, email);
  for (const invitation of sent) {
    const { id, hash, replacedHash, usedAt, revokedAt, expiresAt } = invitation;
    if (isCodeOf(context, id, invitationCode, hash)) {
      if (usedAt) return 'invitationUsed';
      if (revokedAt) return 'invitationRevoked';
      return expiresAt <= now ? 'invitationExpired' : invitation;
    }
    if (isCodeOf(context, id, invitationCode, replacedHash)) return 'invitationRevoked';
  }
  await countWrong();
  return 'invalidCode';
}

async function accountFor(
  context: Context,
  db: Queries,
  { email, name, role, companyId, company }: store.SentInvitation,
) {
  const [known] = await findAccounts(db, email, company.code);
  if (known) return known;
  await insertContact(db, await newContact(context, { companyId, email, name, role, companyRole: null }));
  const [made] = await findAccounts(db, email, company.code);
  // There is one, which an admin has disabled.
  if (!made) throw new ApiError('invitationRevoked');
  return made;
}
