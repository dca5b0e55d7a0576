/** What somebody does with the link that they were sent: looks at it, and comes in under a name. */
import type { CallArguments, enterAsGuest, GuestEntry, Profile, ReceivedGuestLink } from '@earth/contracts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { contactViews, insertContact, newContact } from '../../contacts';
import { admit, announceEnds, tokenHash } from '../../session';
import * as store from './store';

/** @throws ApiError why it leads nowhere */
function requireOpen(link: store.LinkRow | undefined, now: Date): store.LinkRow {
  if (!link) throw new ApiError('invalidCode');
  if (link.revokedAt) throw new ApiError('guestLinkRevoked');
  if (link.expiresAt <= now) throw new ApiError('guestLinkExpired');
  if (link.overAt) throw new ApiError('guestLinkOver');
  if (link.usedAt) throw new ApiError('guestLinkUsed');
  return link;
}

export async function readLink({ clock, db }: Context, code: string): Promise<ReceivedGuestLink> {
  const { makerName, companyName } = requireOpen(await store.findLink(db, tokenHash(code)), clock.now());
  return { host: { name: makerName }, companyName };
}

/** A contact that nobody finds, with keys of its own, and a session that ends with the link at the latest. */
export async function enter(
  context: Context,
  { code, name, ...device }: CallArguments<typeof enterAsGuest>,
): Promise<GuestEntry> {
  const { clock, db, settings } = context;
  if (!settings.callsEnabled) throw new ApiError('callsOff');
  const hash = tokenHash(code);
  // Keys are made for those alone who have a good link.
  const { companyId } = requireOpen(await store.findLink(db, hash), clock.now());
  const person = { companyId, email: '', name, role: 'ASSISTED', companyRole: null, guest: true } as const;
  const made = await newContact(context, person);
  // No e-mail address, so that nobody finds it by one, and another for each.
  const guest = { ...made, email: `guest:${made.id}` };
  const { link, ended, login } = await db.transaction(async (transaction) => {
    const link = requireOpen(await store.lockLink(transaction, hash), clock.now());
    await insertContact(transaction, guest);
    await store.useUp(transaction, link.id, guest.id, clock.now());
    const account = {
      ...guest,
      keyVault: null,
      contactId: guest.id,
      companyCode: link.companyCode,
      companyName: link.companyName,
    };
    return { link, ...(await admit(context, transaction, account, { ...device, expiresAt: link.expiresAt })) };
  });
  announceEnds(context, ended);
  const people = await contactViews(context, [guest.id, link.makerId]);
  const [me, host] = [people.get(guest.id), people.get(link.makerId)];
  if (!me || !host) throw new ApiError('guestLinkRevoked');
  return { login, host, profile: profileOf(me, link) };
}

/** Of the company a guest learns its name. */
const profileOf = ({ uniqueId, publicKey, role, name, company }: GuestEntry['host'], link: store.LinkRow): Profile => ({
  uniqueId,
  publicKey,
  availability: 2,
  role,
  name,
  email: '',
  companyRole: null,
  company: { ...company, admin: null, logoUrl: null, primaryColor: null, unavailableAudioUrl: null },
  paidService: false,
  purchasedMinutes: 0,
  serviceUsageMinutes: 0,
  expirationDate: link.expiresAt.toISOString(),
});
