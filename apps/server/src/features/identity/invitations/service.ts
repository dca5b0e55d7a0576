/** Service of invitations: created, sent, sent again, revoked. Accepting one is in `acceptance.ts`. */
import {
  type AddressBookInvitation,
  INVITATION_DAYS,
  INVITATION_KEPT_DAYS,
  INVITATIONS_A_DAY,
  ROLE_IDS,
  type RoleId,
  roleOfId,
} from '@earth/contracts';
import { languages } from '../../../config/texts';
import type { Context } from '../../../context';
import type { Queries } from '../../../db/database';
import { ApiError } from '../../../http/api-error';
import { aDayBefore, requireDailyLimit } from '../../../http/daily-limit';
import type { Principal } from '../../../http/principal';
import { logChange } from '../people';
import { requirePause } from '../sessions';
import { newCode } from './codes';
import { invitationMail } from './mails';
import { requireInviter, requireMayInvite } from './policy';
import * as store from './store';

const DAY_MS = 24 * 3600_000;

/** The open invitations of the principal's company. */
export async function invitationsOf(context: Context, principal: Principal): Promise<AddressBookInvitation[]> {
  requireInviter(principal);
  const rows = await store.listOpen(context.db, principal.companyId);
  return rows.map((row) => viewOf(context, row));
}

function viewOf({ clock }: Context, row: store.OpenInvitation): AddressBookInvitation {
  return {
    uniqueId: row.id,
    email: row.email,
    name: row.name,
    roleUniqueId: ROLE_IDS[row.role],
    language: row.language,
    inviter: { uniqueId: row.inviterId, name: row.inviterName },
    state: row.expiresAt <= clock.now() ? 'expired' : 'open',
    sentDate: row.sentAt.toISOString(),
    expirationDate: row.expiresAt.toISOString(),
  };
}

interface Invited {
  readonly email: string;
  readonly name: string;
  readonly roleUniqueId: RoleId;
  readonly language?: string | undefined;
}

/** @param spoken the language of the inviter */
export async function invite(
  context: Context,
  principal: Principal,
  { email, name, roleUniqueId, language: chosen }: Invited,
  spoken: string,
): Promise<AddressBookInvitation> {
  const { db, random } = context;
  const language = chosen ?? spoken;
  requireLanguage(language);
  const role = roleOfId(roleUniqueId);
  requireMayInvite(principal, role);
  const inviter = await inviterOf(db, principal.contactId);
  const id = random.id();
  const { code, hash } = newCode(context, id);
  const invitation = {
    id,
    companyId: principal.companyId,
    inviterName: inviter.name,
    ...sendingOf(context, { inviterId: principal.contactId, email, name, role, language, hash, replacedHash: null }),
  };
  await db.transaction(async (transaction) => {
    await store.lockEmail(transaction, email);
    await requireRoom(context, transaction, { inviter, email, id });
    await countMail(context, transaction, principal, hash);
    await store.insertInvitation(transaction, invitation);
    const at = invitation.sentAt;
    await logChange(transaction, { by: principal, at, action: 'invited', subject: { name }, invitationId: id });
    await store.deleteOver(transaction, new Date(invitation.sentAt.getTime() - INVITATION_KEPT_DAYS * DAY_MS));
  });
  await send(context, { invitation, inviter, code }, () => store.deleteInvitation(db, id, hash));
  return viewOf(context, invitation);
}

/** @throws ApiError `invalidInput` if the server has no texts in it */
function requireLanguage(language: string): void {
  if (!languages.includes(language)) throw new ApiError('invalidInput', 'language');
}

interface Change {
  readonly id: string;
  readonly email?: string | undefined;
  readonly name?: string | undefined;
  readonly roleUniqueId?: RoleId | undefined;
  readonly language?: string | undefined;
}

/**
 * Applies the changes and sends the invitation with a new code; the former code is invalid from then on.
 * @param spoken the language of the sender, for an invitation from before a language could be chosen
 */
export async function sendAgain(
  context: Context,
  principal: Principal,
  change: Change,
  spoken: string,
): Promise<AddressBookInvitation> {
  const { db } = context;
  const { id } = change;
  const place = { id, companyId: principal.companyId };
  requireInviter(principal);
  const { code, hash } = newCode(context, id);
  const { before, inviter, invitation } = await db.transaction(async (transaction) => {
    const email = change.email ?? (await store.findEmail(transaction, place));
    if (email === undefined) throw new ApiError('notFound');
    // Locks the address before the invitation: the order of `invite`.
    await store.lockEmail(transaction, email);
    const before = await store.lockOpen(transaction, place);
    if (!before) throw new ApiError('notFound');
    // Another request has just changed the address: it is neither overwritten nor used.
    if (change.email === undefined && before.email !== email) throw new ApiError('conflict');
    const { name = before.name, language = before.language ?? spoken } = change;
    requireLanguage(language);
    const role = change.roleUniqueId ? roleOfId(change.roleUniqueId) : before.role;
    requireMayInvite(principal, before.role);
    requireMayInvite(principal, role);
    const inviter = await inviterOf(transaction, inviterOfChange(context, principal, { before, email }));
    await requireRoom(context, transaction, { inviter, email, id });
    await countMail(context, transaction, principal, hash);
    const sending = sendingOf(context, {
      inviterId: inviter.id,
      email,
      name,
      role,
      language,
      hash,
      replacedHash: before.hash,
    });
    await store.updateInvitation(transaction, id, sending);
    return { before, inviter, invitation: { ...before, ...sending, inviterName: inviter.name } };
  });
  await send(context, { invitation, inviter, code }, () => store.restoreInvitation(db, before, hash));
  return viewOf(context, invitation);
}

/**
 * An operator who sends an admin's invitation to another address, or when it has expired, invites by themselves. It is not the admin's any
 * more: that of an admin lets its address in where an operator's does not, by single sign-on.
 */
function inviterOfChange(
  { clock }: Context,
  { contactId, role }: Principal,
  { before, email }: { readonly before: store.OpenInvitation; readonly email: string },
): string {
  const isSame = email === before.email && before.expiresAt > clock.now();
  return role === 'ADMIN' || isSame ? before.inviterId : contactId;
}

/** Revokes an invitation: its code is invalid from then on. */
export async function revoke({ db, clock }: Context, principal: Principal, id: string): Promise<void> {
  requireInviter(principal);
  await db.transaction(async (transaction) => {
    const invitation = await store.lockOpen(transaction, { id, companyId: principal.companyId });
    if (!invitation) throw new ApiError('notFound');
    requireMayInvite(principal, invitation.role);
    await store.revokeInvitation(transaction, id, clock.now());
  });
}

async function inviterOf(db: Queries, contactId: string): Promise<store.Inviter> {
  const inviter = await store.findInviter(db, contactId);
  if (!inviter) throw new ApiError('sessionEnded');
  return inviter;
}

/** Adds the times of a mail that is sent now. */
function sendingOf<What extends Omit<store.Sending, 'sentAt' | 'expiresAt'>>({ clock }: Context, what: What) {
  const sentAt = clock.now();
  return { ...what, sentAt, expiresAt: new Date(sentAt.getTime() + INVITATION_DAYS * DAY_MS) };
}

interface InvitationRequest {
  readonly inviter: store.Inviter;
  readonly email: string;
  /** The id of the invitation itself. */
  readonly id: string;
}

/**
 * Checks whether the e-mail address, which is locked, may get this invitation now.
 * @throws ApiError `invalidInput` for the inviter's own address, `conflict` if the two know each other or the address is invited
 * already, `tooManyTries` if the last mail was sent just now
 */
async function requireRoom(context: Context, db: Queries, { inviter, email, id }: InvitationRequest): Promise<void> {
  if (email === inviter.email) throw new ApiError('invalidInput', 'email');
  const now = context.clock.now();
  const place = { inviterId: inviter.id, email };
  if (await store.areAcquainted(db, inviter, email)) throw new ApiError('conflict');
  await store.revokeExpired(db, { ...place, now }, id);
  if (await store.hasOther(db, place, id)) throw new ApiError('conflict');
  requirePause(context, await store.findLastSent(db, email, id));
}

/** Daily limit of mails per person, since a mail can be sent to any address. @throws ApiError `tooManyToday` */
async function countMail(
  { clock }: Context,
  db: Queries,
  { contactId: senderId }: Principal,
  hash: string,
): Promise<void> {
  const now = clock.now();
  const since = aDayBefore(now);
  requireDailyLimit(now, await store.lockNthNewestMail(db, { senderId, since, count: INVITATIONS_A_DAY }));
  await store.insertMail(db, { hash, senderId, sentAt: now }, since);
}

interface Mailing {
  readonly invitation: Omit<store.OpenInvitation, 'language'> & { readonly language: string };
  readonly inviter: store.Inviter;
  readonly code: string;
}

/** @param undo what to do if the mail cannot be sent */
async function send(
  { db, mail, brand, settings }: Context,
  { invitation, inviter, code }: Mailing,
  undo: () => Promise<void>,
): Promise<void> {
  const { email, name, language, hash, expiresAt } = invitation;
  try {
    await mail.send(
      invitationMail({
        to: email,
        name,
        inviter: inviter.name,
        company: inviter.companyName,
        code,
        expiresAt,
        brand,
        address: settings.publicUrl,
        language,
      }),
    );
  } catch (error) {
    // First what others see. If the database fails at the second, the unsent mail is counted, which is the lesser harm.
    await undo();
    await store.deleteMail(db, hash);
    throw error;
  }
}
