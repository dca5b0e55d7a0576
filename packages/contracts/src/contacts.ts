import * as z from 'zod/mini';
import { defineCall } from './call';
import {
  addressBookEntry,
  appCompany,
  availability,
  company,
  contact,
  contactDetails,
  email,
  id,
  phone,
  product,
  profile,
} from './entities';
import { fields } from './wire';

const contacts = { tag: 'Contacts', path: '/services/contacts' } as const;

export const getProfile = defineCall({
  ...contacts,
  name: 'getProfile',
  flag: 'profile',
  summary: 'The profile of the signed-in user',
  method: 'GET',
  data: () => profile,
});

export const setAvailability = defineCall({
  ...contacts,
  name: 'setAvailability',
  summary: 'Sets the user’s availability: available (2) or not (1)',
  method: 'PUT',
  body: () => fields({ availability }),
  data: () => profile,
});

export const setPhone = defineCall({
  ...contacts,
  name: 'setPhone',
  flag: 'phone',
  summary: 'Sets the user’s telephone number; an empty one removes it',
  method: 'PUT',
  body: () => fields({ phone: z.union([z.literal(''), phone]) }),
  data: () => profile,
});

export const getContactDetails = defineCall({
  name: 'getContactDetails',
  tag: 'Contacts',
  summary:
    'The e-mail address, telephone number and job of a person in the same customer company, or with the user in their address book',
  method: 'GET',
  path: '/services/contacts/{id}',
  data: () => contactDetails,
  errors: ['notFound'],
});

export const ping = defineCall({
  ...contacts,
  name: 'ping',
  flag: 'ping',
  summary: 'Keeps the user marked as present',
  method: 'GET',
  data: () => z.null(),
});

export const findContact = defineCall({
  ...contacts,
  name: 'findContact',
  flag: 'checkemail',
  summary: 'The contact of an e-mail address in the same customer company, or null',
  method: 'POST',
  body: () => fields({ email }),
  data: () => z.nullable(contact),
});

export const listHelpers = defineCall({
  ...contacts,
  name: 'listHelpers',
  flag: 'helpers',
  summary: 'The contacts that “Call for help” can ring: available ones first, fifty at most',
  method: 'GET',
  data: () => z.array(contact),
});

export const listCompanies = defineCall({
  name: 'listCompanies',
  tag: 'Companies',
  summary: 'The customer companies of the signed-in user',
  method: 'GET',
  path: '/services/companies',
  data: () => z.array(company),
});

const unavailableAudio = { tag: 'Companies', path: '/services/companies/{id}/unavailable-audio' } as const;

export const setUnavailableAudio = defineCall({
  ...unavailableAudio,
  name: 'setUnavailableAudio',
  summary:
    'For admins: sets the audio that callers hear when the only person they call is unavailable: an MP3 in base64, 1 MB at most',
  method: 'PUT',
  size: 'file',
  body: () => fields({ audioBase64: z.string().check(z.minLength(1)) }),
  data: () => company,
  errors: ['notFound', 'notAllowed', 'tooLarge', 'fileCutOff', 'notAnMp3'],
});

export const removeUnavailableAudio = defineCall({
  ...unavailableAudio,
  name: 'removeUnavailableAudio',
  summary: 'For admins: removes that audio; callers hear the tone again',
  method: 'DELETE',
  data: () => company,
  errors: ['notFound', 'notAllowed'],
});

export const listProducts = defineCall({
  name: 'listProducts',
  compressed: true,
  tag: 'Companies',
  summary: 'The products that a call can be about: those of the user’s company, or all for the API key',
  method: 'GET',
  path: '/services/products',
  auth: 'key',
  data: () => z.array(product),
});

export const getAppCompany = defineCall({
  name: 'getAppCompany',
  tag: 'Companies',
  summary: 'The branding record of this build',
  method: 'GET',
  path: '/services/app-company',
  auth: 'key',
  data: () => appCompany,
});

const addressBook = { tag: 'Address book', path: '/services/addressbook' } as const;
const oneEntry = { tag: 'Address book', path: '/services/addressbook/{id}' } as const;

export const listAddressBook = defineCall({
  ...addressBook,
  name: 'listAddressBook',
  compressed: true,
  summary: 'The user’s address book',
  method: 'GET',
  data: () => z.array(addressBookEntry),
});

export const addToAddressBook = defineCall({
  ...addressBook,
  name: 'addToAddressBook',
  summary:
    'Adds a contact of the same customer company to the user’s address book; the contact’s own address book doesn’t change',
  method: 'POST',
  body: () => fields({ contactUniqueId: id }),
  data: () => addressBookEntry,
  errors: ['notFound', 'conflict'],
});

export const removeFromAddressBook = defineCall({
  ...oneEntry,
  name: 'removeFromAddressBook',
  summary: 'Removes a contact from the user’s address book; the contact’s own address book doesn’t change',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notFound'],
});
