/** The invited person's side: reading an invitation and accepting it. */
import type { ErrorName, ReceivedInvitation, Registration } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { acquaint, announceAcquaintance } from '../address-book';
import { insertContact, newContact } from '../contacts';
import { hasRoomFor, lockCompany, nameInvited } from '../people';
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
 * @throws ApiError `companyFull`, `singleSignOnRequired`, why the code is refused, and as `admit` does
 */
export async function register(
  context: Context,
  shown: PresentedCode,
  device: Device,
): Promise<Registration & { readonly contactId: string }> {
  const outcome = await context.db.transaction(async (transaction) => {
    const seen = match(context, await store.findSentTo(transaction, shown.email), shown.invitationCode);
    // First the company, then the invitation, as whoever disables people does it.
    if (typeof seen === 'object') await lockCompany(transaction, seen.companyId);
    const found = await findByCode(context, transaction, shown);
    // Returned, not thrown: the counted attempt must be committed.
    if (typeof found === 'string') return found;
    await requireCodes(transaction, found.company.code);
    const account = await accountFor(context, transaction, found);
    const started = await admit(context, transaction, account, { ...device, provenEmail: found.email });
    await complete(context, transaction, found, account.contactId);
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
  const found = match(context, await store.lockSentTo(db, email), invitationCode);
  if (found !== undefined) return found;
  await countWrong();
  return 'invalidCode';
}

/** @returns undefined: none of them has this code */
function match(
  context: Context,
  sent: readonly store.SentInvitation[],
  code: string,
): store.SentInvitation | Refusal | undefined {
  for (const invitation of sent) {
    const { id, hash, replacedHash, usedAt, revokedAt, expiresAt } = invitation;
    if (isCodeOf(context, id, code, hash)) {
      if (usedAt) return 'invitationUsed';
      if (revokedAt) return 'invitationRevoked';
      return expiresAt <= context.clock.now() ? 'invitationExpired' : invitation;
    }
    if (isCodeOf(context, id, code, replacedHash)) return 'invitationRevoked';
  }
  return undefined;
}

/** The invited person is a contact by now. Call `announceAcquaintance` after the commit. */
async function complete(
  context: Context,
  db: Queries,
  { id, inviterId }: store.SentInvitation,
  contactId: string,
): Promise<void> {
  await acquaint(context, db, inviterId, contactId);
  await store.useUp(db, id, context.clock.now());
  await nameInvited(db, id, contactId);
}

/**
 * The valid invitations of a company to an address that its identity provider has verified, which stands for their codes. The company is
 * locked by the caller.
 */
export const lockInvitationsTo = async (
  { clock }: Context,
  db: Queries,
  place: { readonly companyId: string; readonly email: string },
): Promise<store.SentInvitation[]> => await store.lockValidTo(db, { ...place, now: clock.now() });

/** Accepts them for a contact. @returns the inviters: call `announceAcquaintance` for each after the commit */
export async function acceptAll(
  context: Context,
  db: Queries,
  invitations: readonly store.SentInvitation[],
  contactId: string,
): Promise<readonly string[]> {
  for (const invitation of invitations) await complete(context, db, invitation, contactId);
  return invitations.map(({ inviterId }) => inviterId);
}

async function accountFor(
  context: Context,
  db: Queries,
  { email, name, role, companyId, company }: store.SentInvitation,
) {
  const [known] = await findAccounts(db, email, company.code);
  if (known) return known;
  if (!(await hasRoomFor(db, companyId, 1))) throw new ApiError('companyFull');
  await insertContact(db, await newContact(context, { companyId, email, name, role, companyRole: null }));
  const [made] = await findAccounts(db, email, company.code);
  // There is one, which an admin has disabled.
  if (!made) throw new ApiError('invitationRevoked');
  return made;
}
