import type { CallInput, sendLead } from '@earth/contracts';

/** A filled-in contact form. */
export const testLead = (change: Partial<CallInput<typeof sendLead>> = {}): CallInput<typeof sendLead> => ({
  brand: 'Earth',
  leadSource: 'earth',
  subject: 'Contact request',
  firstname: 'Chiara',
  lastname: 'Galli',
  email: 'chiara.galli@example.com',
  addressCity: 'Reggio Emilia',
  addressZip: '42121',
  addressStateOrProvince: 'RE',
  addressCountry: 'IT',
  occupation: 1,
  phone: '0522123456',
  notesInfo: 'Please <b>call</b> me',
  consentPrivacy: true,
  consentNewsletter1: true,
  ...change,
});
