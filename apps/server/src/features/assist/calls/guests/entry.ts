/** Using a guest link: reading it, and entering under a name. */
import type { CallArguments, enterAsGuest, GuestEntry, Profile, ReceivedGuestLink } from '@earth/contracts';
import type { Context } from '../../../../context';
import type { Queries } from '../../../../db/database';
import { ApiError } from '../../../../http/api-error';
import { contactViews, insertContact, newContact } from '../../../identity/contacts';
import {
  type Asker,
  admit,
  announceEnds,
  type Device,
  isAnybodys,
  requireWithinLimits,
  tokenHash,
} from '../../../identity/sessions';
import * as store from './store';

const TOKEN_BYTES = 32;

interface Opened {
  readonly link: store.LinkRow;
  /** The guest who used the link and may enter again. */
  readonly waiting: store.WaitingGuest | null;
}

/**
 * Requires an open link. A used link opens again for the device that used it, as long as its guest has been in no call: the first answer
 * may have been lost.
 * @throws ApiError why the link cannot be used
 */
async function requireOpen(
  { clock }: Context,
  db: Queries,
  link: store.LinkRow | undefined,
  deviceId: string,
): Promise<Opened> {
  if (!link) throw new ApiError('invalidCode');
  if (link.revokedAt) throw new ApiError('guestLinkRevoked');
  if (link.expiresAt <= clock.now()) throw new ApiError('guestLinkExpired');
  if (link.overAt) throw new ApiError('guestLinkOver');
  if (!link.usedAt) return { link, waiting: null };
  const waiting = await store.findWaiting(db, link.id, deviceId);
  if (!waiting) throw new ApiError('guestLinkUsed');
  return { link, waiting };
}

/**
 * Rate limit: counts wrong codes per asker. A right code always opens, whatever others on the same network have tried; codes have 192 bits
 * and cannot be guessed.
 * @throws ApiError `tooManyTries`
 */
async function countWrongCode(context: Context, asker: Asker): Promise<void> {
  await context.db.transaction(async (transaction) => {
    const isKnown = asker.tokenHash !== null && (await isAnybodys(transaction, asker.tokenHash));
    await (await requireWithinLimits(context, transaction, { what: 'wrongGuestLink', asker, isKnown }))();
  });
}

/** @throws ApiError `tooManyTries` */
export async function findLink(context: Context, hash: string, asker: Asker): Promise<store.LinkRow | undefined> {
  const link = await store.findLink(context.db, hash);
  if (!link) await countWrongCode(context, asker);
  return link;
}

export async function readLink(context: Context, code: string, asker: Asker): Promise<ReceivedGuestLink> {
  const { db } = context;
  const { link } = await requireOpen(context, db, await findLink(context, tokenHash(code), asker), asker.deviceId);
  return { host: { name: link.makerName }, companyName: link.companyName };
}

/** Creates a contact that is not listed anywhere, with its own keys, and a session that ends with the link at the latest. */
export async function enter(
  context: Context,
  { code, name, ...device }: CallArguments<typeof enterAsGuest> & Pick<Device, 'signingKey'>,
  asker: Asker,
): Promise<GuestEntry> {
  const { db, random, settings } = context;
  if (!settings.callsEnabled) throw new ApiError('callsOff');
  const hash = tokenHash(code);
  const { deviceId } = device;
  // Keys are generated only for a valid link that is used for the first time.
  const seen = await requireOpen(context, db, await findLink(context, hash, asker), deviceId);
  const made = seen.waiting ? null : await newGuest(context, seen.link.companyId, name);
  const ratingToken = random.bytes(TOKEN_BYTES).toString('base64url');
  const { link, guestId, ended, login } = await db.transaction(async (transaction) => {
    const opened = await requireOpen(context, transaction, await store.lockLink(transaction, hash), deviceId);
    const { link } = opened;
    const guest = opened.waiting ?? made;
    // Unreachable: a used link does not become unused.
    if (!guest) throw new ApiError('guestLinkUsed');
    if (opened.waiting) await store.rename(transaction, guest.id, name);
    else if (made) await recordGuest(context, transaction, link, made);
    await store.setRatingHash(transaction, link.id, tokenHash(ratingToken));
    const { id: guestId, email, privateKey } = guest;
    const { companyCode, companyName } = link;
    const account = { contactId: guestId, email, privateKey, keyVault: null, companyCode, companyName };
    const started = await admit(context, transaction, account, {
      ...device,
      provenEmail: null,
      expiresAt: link.expiresAt,
    });
    return { link, guestId, ...started };
  });
  announceEnds(context, ended);
  const people = await contactViews(context, [guestId, link.makerId]);
  const [me, host] = [people.get(guestId), people.get(link.makerId)];
  if (!me || !host) throw new ApiError('guestLinkRevoked');
  return { login, host, profile: profileOf(me, link), ratingToken };
}

type NewGuest = Awaited<ReturnType<typeof newGuest>>;

async function newGuest(context: Context, companyId: string, name: string) {
  const person = { companyId, email: '', name, role: 'ASSISTED', companyRole: null, guest: true } as const;
  const made = await newContact(context, person);
  // A placeholder e-mail address: unique, and never found by a search.
  return { ...made, email: `guest:${made.id}` };
}

async function recordGuest({ clock }: Context, db: Queries, { id }: store.LinkRow, guest: NewGuest): Promise<void> {
  await insertContact(db, guest);
  await store.useUp(db, id, guest.id, clock.now());
}

/** Of the company a guest sees only the name. */
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
