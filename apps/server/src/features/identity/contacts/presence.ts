/** Visible presence of a contact: whether it is online, and the availability that it chose. */
import { Availability, type Contact, PRESENCE_TIMEOUT_MS, ROLE_IDS, type RoleCode } from '@earth/contracts';
import type { Context } from '../../../context';
import type { Principal } from '../../../http/principal';
import { type ContactRow, findContacts, findControllers, ownersOf } from './store';

const roleNames: Readonly<Record<RoleCode, string>> = { OPERATOR: 'Operator', ASSISTED: 'Assisted', ADMIN: 'Admin' };

export const roleOf = ({ role, allowedToCall }: Pick<ContactRow, 'role' | 'allowedToCall'>) => ({
  uniqueId: ROLE_IDS[role],
  code: role,
  name: roleNames[role],
  allowedToCall,
});

/** Whether a device of the contact is present: it holds a socket open, or gave a sign of life recently. */
function isPresent({ presence, clock }: Context, { id, lastSeenAt }: Pick<ContactRow, 'id' | 'lastSeenAt'>): boolean {
  if (presence.hasSocket(id)) return true;
  return lastSeenAt !== null && clock.now().getTime() - lastSeenAt.getTime() < PRESENCE_TIMEOUT_MS;
}

export function viewOf(context: Context, row: ContactRow): Contact {
  const isOnline = row.available && row.isSignedIn && isPresent(context, row);
  const lastSeen = context.presence.hasSocket(row.id) ? context.clock.now() : row.lastSeenAt;
  return {
    uniqueId: row.id,
    name: row.name,
    publicKey: row.publicKey,
    ...(row.formerKeys.length > 0 && { formerKeys: [...row.formerKeys] }),
    availability: isOnline ? Availability.online : Availability.offline,
    inCall: row.inCall,
    lastSeen: lastSeen?.toISOString() ?? null,
    role: roleOf(row),
    company: row.company,
    ...(row.isGuest && { isGuest: true }),
  };
}

/** Contacts by id, as others see them. Ids without a contact are left out. */
export async function contactViews(context: Context, ids: readonly string[]): Promise<Map<string, Contact>> {
  const rows = await findContacts(context.db, context.clock.now(), ids);
  return new Map(rows.map((row) => [row.id, viewOf(context, row)]));
}

/** The controllers of the principal's company, without the principal: the candidates of «Call for help». */
export async function helpersOf(context: Context, { companyId, contactId }: Principal): Promise<Contact[]> {
  const rows = await findControllers(context.db, context.clock.now(), companyId);
  return rows.filter(({ id }) => id !== contactId).map((row) => viewOf(context, row));
}

/** Notifies everybody who has these contacts in the address book of their present state. */
export async function announceAvailability(context: Context, contactIds: readonly string[]): Promise<void> {
  const [views, owners] = await Promise.all([contactViews(context, contactIds), ownersOf(context.db, contactIds)]);
  for (const { uniqueId, availability, inCall, lastSeen } of views.values())
    context.push.toContacts(owners.get(uniqueId) ?? [], {
      messageType: 'ContactAvailability',
      messageContent: { contactUniqueId: uniqueId, availability, inCall, lastSeen },
    });
}
