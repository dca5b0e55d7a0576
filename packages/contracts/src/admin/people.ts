/** The people of a company, for its admins. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { PAGE_SIZE, PAGE_SIZE_MAX } from '../constants';
import { signedInDevice } from '../devices';
import { date, id, roleCode } from '../entities';
import { pageSize } from '../paging';
import { fields } from '../wire';

const personFields = {
  id,
  name: z.string(),
  email: z.string(),
  role: roleCode,
  /** Cannot sign in, and is not called. */
  isDisabled: z.boolean(),
  /** Their keys open with their passphrase only. */
  hasProtectedKeys: z.boolean(),
  lastSeen: z.nullable(date),
  /** Those that are signed in. */
  devicesCount: z.int(),
  /** The caller, whom only another admin changes. */
  isYou: z.boolean(),
};
const personRow = fields(personFields);
export type PersonRow = z.infer<typeof personRow>;

const people = { tag: 'People', path: '/api/back-office/people' } as const;
const onePerson = { tag: 'People', path: '/api/back-office/people/{personId}' } as const;

export const personSorts = ['name', 'role', 'lastSeen'] as const;

export const listPeople = defineCall({
  ...people,
  name: 'listPeople',
  summary: 'For admins: a page of the people in their company, and its subscription',
  method: 'GET',
  query: () =>
    fields({
      page: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
      pageSize: pageSize(PAGE_SIZE, PAGE_SIZE_MAX),
      /** Part of the name or of the e-mail address; accents and case are ignored. */
      query: z.optional(z.string().check(z.trim(), z.maxLength(200))),
      sort: z._default(z.enum(personSorts), 'name'),
      order: z._default(z.enum(['asc', 'desc']), 'asc'),
    }),
  data: () =>
    fields({
      items: z.array(personRow),
      total: z.int(),
      service: fields({
        isPaid: z.boolean(),
        purchasedMinutes: z.number(),
        usedMinutes: z.number(),
        expires: z.nullable(date),
        requiresProtectedKeys: z.boolean(),
      }),
    }),
  errors: ['notAllowed'],
});

const personDetail = fields({ ...personFields, createdAt: date, devices: z.array(signedInDevice) });
export type PersonDetail = z.infer<typeof personDetail>;

export const getPerson = defineCall({
  ...onePerson,
  name: 'getPerson',
  summary: 'For admins: a person in their company, with their signed-in devices',
  method: 'GET',
  data: () => personDetail,
  errors: ['notAllowed', 'notFound'],
});

export const changePerson = defineCall({
  ...onePerson,
  name: 'changePerson',
  summary: 'For admins: changes the role of another person, or disables or enables them',
  method: 'POST',
  /** Disabling signs out all devices, and revokes open invitations and guest links. */
  body: () => fields({ role: z.optional(roleCode), isDisabled: z.optional(z.boolean()) }),
  data: () => personDetail,
  errors: ['notAllowed', 'notFound'],
});

export const endPersonDevices = defineCall({
  ...onePerson,
  name: 'endPersonDevices',
  summary: 'For admins: signs out one device of a person, or all of them',
  method: 'DELETE',
  flag: 'devices',
  query: () => fields({ deviceId: z.optional(z.string().check(z.minLength(1), z.maxLength(100))) }),
  data: () => personDetail,
  errors: ['notAllowed', 'notFound'],
});

export const exportPerson = defineCall({
  ...onePerson,
  name: 'exportPerson',
  summary: 'For admins: all data that the server has about a person, by table; encrypted data remain encrypted',
  method: 'GET',
  flag: 'export',
  /** A JSON document: for each table its rows. */
  data: () => z.string(),
  errors: ['notAllowed', 'notFound'],
});

export const deletePerson = defineCall({
  ...onePerson,
  name: 'deletePerson',
  summary:
    'For admins: deletes the personal data of another person; what others received from them is kept without a name',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});
