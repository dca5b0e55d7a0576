/** Deletes what is only a person's own. */
import { eq, isNull, or, and, sql } from 'drizzle-orm';
import type { Queries } from '../../../db/database';
import {
  addressBook,
  contactNotes,
  contacts,
  directoryPeople,
  editors,
  guestLinks,
  invitationMails,
  invitations,
  knownDevices,
  knownKeys,
  profilePictureKeys,
  profilePictures,
  signOnIdentities,
} from '../../../db/schema';

interface Person {
  readonly id: string;
  readonly companyId: string;
  readonly email: string;
}

/** Their row stays, with a placeholder for name and e-mail address. @returns those who had them in their address books */
export async function forgetPerson(
  db: Queries,
  { id, companyId, email }: Person,
  { name, now }: { readonly name: string; readonly now: Date },
): Promise<string[]> {
  await db.delete(knownDevices).where(eq(knownDevices.contactId, id));
  await db.delete(knownKeys).where(eq(knownKeys.contactId, id));
  await db.delete(profilePictures).where(eq(profilePictures.ownerId, id));
  await db.delete(profilePictureKeys).where(eq(profilePictureKeys.recipientId, id));
  await db.delete(contactNotes).where(or(eq(contactNotes.ownerId, id), eq(contactNotes.contactId, id)));
  await db.delete(directoryPeople).where(eq(directoryPeople.contactId, id));
  await db.delete(signOnIdentities).where(eq(signOnIdentities.contactId, id));
  await db.delete(editors).where(eq(editors.contactId, id));
  await db.delete(guestLinks).where(and(eq(guestLinks.makerId, id), isNull(guestLinks.usedAt)));
  await db.delete(invitationMails).where(eq(invitationMails.senderId, id));
  const isTheirs = and(eq(invitations.companyId, companyId), eq(invitations.email, email));
  await db.delete(invitations).where(or(eq(invitations.inviterId, id), isTheirs));
  const entries = await db
    .delete(addressBook)
    .where(or(eq(addressBook.ownerId, id), eq(addressBook.contactId, id)))
    .returning({ ownerId: addressBook.ownerId });
  const gone = {
    name,
    // RFC 2606: a domain that never exists.
    email: `${id}@former.invalid`,
    companyRole: null,
    companyRoleIt: null,
    phone: null,
    privateKey: '',
    keyVault: null,
    available: false,
    lastSeenAt: null,
    disabledAt: sql`coalesce(${contacts.disabledAt}, ${now.toISOString()}::timestamptz)`,
    former: true,
  };
  await db.update(contacts).set(gone).where(eq(contacts.id, id));
  return [...new Set(entries.map(({ ownerId }) => ownerId))].filter((ownerId) => ownerId !== id);
}
