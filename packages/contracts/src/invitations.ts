/** Invitations into a customer company and its inviter's address book, and accepting them. */
import * as z from 'zod/mini';
import { auth } from './auth';
import { defineCall } from './call';
import { ROLE_IDS } from './constants';
import { appOsNames, device } from './device';
import { customer, date, email, id, login, person, type RoleCode, roleCode, showsSomething } from './entities';
import { entity, fields } from './wire';

const roleId = z.literal([ROLE_IDS.OPERATOR, ROLE_IDS.ASSISTED, ROLE_IDS.ADMIN]);
export type RoleId = z.infer<typeof roleId>;

/** Inverse of `ROLE_IDS`. */
export const roleOfId = (uniqueId: RoleId): RoleCode => {
  switch (uniqueId) {
    case ROLE_IDS.OPERATOR:
      return 'OPERATOR';
    case ROLE_IDS.ASSISTED:
      return 'ASSISTED';
    case ROLE_IDS.ADMIN:
      return 'ADMIN';
  }
};

/** A person's name on one line, because it is used in mails. */
export const personName = z
  .string()
  .check(z.trim(), z.minLength(1), showsSomething, z.maxLength(120), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u));

/** Language of the mail: a BCP 47 tag. The server refuses one in which it has no texts. */
const language = z.string().check(z.regex(/^[a-z]{2,3}(-[A-Za-z\d]{2,8})*$/));

/** Roles that a role may invite. */
export const rolesToInvite = (own: RoleCode): readonly RoleCode[] => {
  switch (own) {
    case 'ADMIN':
      return ['ASSISTED', 'OPERATOR', 'ADMIN'];
    case 'OPERATOR':
      return ['ASSISTED'];
    case 'ASSISTED':
      return [];
  }
};

/** `expired`: the time is over; sending it again reopens it. */
const invitationState = z.enum(['open', 'expired']);

/** An invitation not accepted yet. Its code is only in the mail. */
export const addressBookInvitation = entity({
  uniqueId: id,
  email: z.string(),
  name: z.string(),
  roleUniqueId: roleId,
  /** Null for invitations sent before a language could be chosen. */
  language: z.nullable(language),
  inviter: person,
  state: invitationState,
  sentDate: date,
  expirationDate: date,
});
export type AddressBookInvitation = z.infer<typeof addressBookInvitation>;

const invitations = { tag: 'Address book', path: '/services/addressbook-invitations' } as const;
const oneInvitation = { tag: 'Address book', path: '/services/addressbook-invitations/{id}' } as const;

export const listInvitations = defineCall({
  ...invitations,
  name: 'listInvitations',
  summary: 'For controllers: the open invitations of the company, most recent first',
  method: 'GET',
  data: () => z.array(addressBookInvitation),
  errors: ['notAllowed'],
});

export const invite = defineCall({
  ...invitations,
  name: 'invite',
  summary:
    'Invites a person by e-mail; on accepting, both are added to each other’s address books. `language` of the e-mail: by ' +
    'default the user’s',
  method: 'POST',
  body: () => fields({ email, name: personName, roleUniqueId: roleId, language: z.optional(language) }),
  data: () => addressBookInvitation,
  errors: ['notAllowed', 'conflict', 'tooManyTries', 'tooManyToday'],
});

export const sendInvitationAgain = defineCall({
  ...oneInvitation,
  name: 'sendInvitationAgain',
  summary: 'Sends an invitation again, with changes if given; the former code becomes invalid',
  method: 'PUT',
  body: () =>
    fields({
      email: z.optional(email),
      name: z.optional(personName),
      roleUniqueId: z.optional(roleId),
      language: z.optional(language),
    }),
  data: () => addressBookInvitation,
  errors: ['notAllowed', 'notFound', 'conflict', 'tooManyTries', 'tooManyToday'],
});

export const revokeInvitation = defineCall({
  ...oneInvitation,
  name: 'revokeInvitation',
  summary: 'Withdraws an invitation',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

/** Twelve digits; characters between them are ignored. */
const invitationCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const refusals = ['tooManyTries', 'invalidCode', 'invitationUsed', 'invitationExpired', 'invitationRevoked'] as const;

/** What an invitation shows before it is accepted. `isKnown`: the e-mail address has an account in the company. */
export const receivedInvitation = entity({
  name: z.string(),
  role: roleCode,
  inviter: entity({ name: z.string() }),
  customer,
  isKnown: z.boolean(),
});
export type ReceivedInvitation = z.infer<typeof receivedInvitation>;

export const readInvitation = defineCall({
  ...auth,
  name: 'readInvitation',
  flag: 'invitation',
  summary: 'Who sent an invitation, and to which company; a wrong code counts as in `register`',
  body: () => fields({ email, invitationCode }),
  data: () => receivedInvitation,
  errors: refusals,
});

export const registration = entity({ loginResult: entity({ loginData: login }), customer });
export type Registration = z.infer<typeof registration>;

export const register = defineCall({
  ...auth,
  name: 'register',
  flag: 'register',
  summary: 'Accepts an invitation: creates the account if there is none and signs the device in',
  body: () => fields({ email, invitationCode, ...device }, appOsNames),
  data: () => registration,
  errors: [...refusals, 'deviceLimit', 'singleSignOnRequired', 'companyFull'],
});
