import type { Contact } from '@earth/contracts';
import type { Principal } from '../../../http/principal';

/** Whether a contact may be found, called and written to: a contact of the same company, except guests. */
export const isColleague = (contact: Contact | undefined, { companyId }: Principal): contact is Contact =>
  contact?.company.id === companyId && !contact.isGuest;
