/** Invitations into a customer company and its inviter's address book, and what an invited person does with one. */
import * as z from 'zod/mini';
import { auth } from './auth';
import { defineCall } from './call';
import { ROLE_IDS } from './constants';
import { appOsNames, device } from './device';
import { customer, date, email, id, login, person, type RoleCode, roleCode, showsSomething } from './entities';
import { languages } from './errors';
import { entity, fields } from './wire';

const roleId = z.literal([ROLE_IDS.OPERATOR, ROLE_IDS.ASSISTED, ROLE_IDS.ADMIN]);
export type RoleId = z.infer<typeof roleId>;

/** The way back from `ROLE_IDS`. */
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

/** A name in one line: it stands in mails. */
const name = z
  .string()
  .check(z.trim(), z.minLength(1), showsSomething, z.maxLength(120), z.regex(/^[^\p{Cc}\u2028\u2029]*$/u));

/** In which the mail is. */
const language = z.enum(languages);

/** Whom a role may invite. */
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

/** `expired`: its time is over. Sent again, it is open as before. */
const invitationState = z.enum(['open', 'expired']);

/** An invitation that nobody has accepted yet. Its code is in the mail and nowhere else. */
export const addressBookInvitation = entity({
  uniqueId: id,
  email: z.string(),
  name: z.string(),
  roleUniqueId: roleId,
  /** Null of one that was sent before a language could be chosen. */
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
  summary: 'The invitations of one’s company that nobody has accepted yet, the last sent first; for controllers',
  method: 'GET',
  data: () => z.array(addressBookInvitation),
  errors: ['notAllowed'],
});

export const invite = defineCall({
  ...invitations,
  name: 'invite',
  summary:
    'Invites somebody by e-mail; who accepts and who invited are then in each other’s address books. `language` is that of the ' +
    'mail; without it, the caller’s',
  method: 'POST',
  body: () => fields({ email, name, roleUniqueId: roleId, language: z.optional(language) }),
  data: () => addressBookInvitation,
  errors: ['notAllowed', 'conflict', 'tooManyTries', 'tooManyToday'],
});

export const sendInvitationAgain = defineCall({
  ...oneInvitation,
  name: 'sendInvitationAgain',
  summary: 'Sends an invitation again, changed where something is given; the code sent before is worthless then',
  method: 'PUT',
  body: () =>
    fields({
      email: z.optional(email),
      name: z.optional(name),
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

/** Of twelve digits; what stands between them does not count. */
const invitationCode = z.string().check(z.trim(), z.minLength(1), z.maxLength(40));
const refusals = ['tooManyTries', 'invalidCode', 'invitationUsed', 'invitationExpired', 'invitationRevoked'] as const;

/** What an invitation says to whoever holds its code. `isKnown`: this e-mail address has an account in the company. */
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
  summary: 'Who invites into which company; a wrong code counts as it does in `register`',
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
  summary: 'Accepts an invitation: makes the account where there is none yet, and signs the device in',
  body: () => fields({ email, invitationCode, ...device }, appOsNames),
  data: () => registration,
  errors: [...refusals, 'deviceLimit'],
});
