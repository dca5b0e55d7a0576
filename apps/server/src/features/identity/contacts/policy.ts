import type { Contact } from '@earth/contracts';
import type { Principal } from '../../../http/principal';

/** Whether somebody may be found, called and written to: whoever is of one's own company, guests left out. */
export const isColleague = (contact: Contact | undefined, { companyId }: Principal): contact is Contact =>
  contact?.company.id === companyId && !contact.isGuest;
