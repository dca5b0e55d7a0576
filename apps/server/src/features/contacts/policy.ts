import type { Contact } from '@earth/contracts';
import type { Who } from '../../http/who';

/** Whether somebody may be found, called and written to: whoever is of one's own company, guests left out. */
export const isColleague = (contact: Contact | undefined, { companyId }: Who): contact is Contact =>
  contact?.company.id === companyId && !contact.isGuest;
