/** Guest links as controllers create and see them. How a guest uses one is in `entry.ts` and `calls.ts`. */
import {
  type CallArguments,
  GUEST_LINK_HOURS,
  GUEST_LINKS_A_DAY,
  type GuestLink,
  isController,
  type MadeGuestLink,
  type makeGuestLink,
} from '@earth/contracts';
import type { Context } from '../../../../context';
import { ApiError } from '../../../../http/api-error';
import { aDayBefore, requireDailyLimit } from '../../../../http/daily-limit';
import type { Principal } from '../../../../http/principal';
import { tokenHash } from '../../../identity/sessions';
import { requireInside } from '../policy';
import { findCall } from '../store';
import { endGuests } from './ends';
import * as store from './store';

/** 192 bits: cannot be guessed. */
const CODE_BYTES = 24;

/** @throws ApiError `notAllowed` */
function requireHost(principal: Principal): void {
  if (!isController(principal.role)) throw new ApiError('notAllowed');
}

/**
 * Creates a link for one guest: into a call that its maker is in, or one that rings its maker.
 * @param origin the origin of the web app
 * @throws ApiError `notAllowed`, `callsOff`, `notFound`, `tooManyToday`, and those of `requireInside`
 */
export async function makeLink(
  { clock, db, random, settings }: Context,
  principal: Principal,
  { callUniqueId, origin }: CallArguments<typeof makeGuestLink> & { readonly origin: string },
): Promise<MadeGuestLink> {
  requireHost(principal);
  if (!settings.callsEnabled) throw new ApiError('callsOff');
  const code = random.bytes(CODE_BYTES).toString('base64url');
  const createdAt = clock.now();
  const callId = callUniqueId ?? null;
  const link = {
    id: random.id(),
    companyId: principal.companyId,
    makerId: principal.contactId,
    hash: tokenHash(code),
    callId,
    createdAt,
    expiresAt: new Date(createdAt.getTime() + GUEST_LINK_HOURS * 3600_000),
  };
  const since = aDayBefore(createdAt);
  await db.transaction(async (transaction) => {
    const before = await store.lockNthNewestLink(transaction, {
      makerId: principal.contactId,
      since,
      count: GUEST_LINKS_A_DAY,
    });
    requireDailyLimit(createdAt, before);
    // Locked: if the call ends now, this link ends with it.
    if (callId !== null) requireInside(await findCall(transaction, callId, 'share'), principal.contactId);
    await store.insertLink(transaction, link);
  });
  return { ...viewOf({ ...link, guestName: null }), url: `${settings.publicUrl ?? origin}/guest#${code}` };
}

type Shown = Awaited<ReturnType<typeof store.findOpenLinks>>[number];

const viewOf = ({ id, callId, guestName, createdAt, expiresAt }: Shown): GuestLink => ({
  uniqueId: id,
  callUniqueId: callId,
  guestName,
  date: createdAt.toISOString(),
  expirationDate: expiresAt.toISOString(),
});

export async function linksOf({ clock, db }: Context, principal: Principal): Promise<GuestLink[]> {
  requireHost(principal);
  return (await store.findOpenLinks(db, principal.contactId, clock.now())).map(viewOf);
}

/** Revokes a link: nobody can enter by it any more, and the guest who has is removed. @throws ApiError `notAllowed`, `notFound` */
export async function revokeLink(context: Context, principal: Principal, id: string): Promise<void> {
  requireHost(principal);
  const isRevoked = await endGuests(context, (db) =>
    store.revoke(db, { id, makerId: principal.contactId, now: context.clock.now() }),
  );
  if (!isRevoked) throw new ApiError('notFound');
}
