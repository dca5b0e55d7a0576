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
  /** Tied to an account at the company's identity provider. */
  hasSignOn: z.boolean(),
  /** Their keys open with their passphrase only. */
  hasProtectedKeys: z.boolean(),
  lastSeen: z.nullable(date),
  /** Those that are signed in. */
  devicesCount: z.int(),
  /** The caller, whom only another admin changes. */
  isYou: z.boolean(),
  jobTitle: z.nullable(z.string()),
  /**
   * The directory of the company provides this person. `givesRole`: the role, too; admins do not change it. `isActive`: false if it has
   * disabled them; then it alone enables them.
   */
  directory: z.nullable(fields({ givesRole: z.boolean(), isActive: z.boolean() })),
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

const personDetail = fields({
  ...personFields,
  /** False: added by a directory or an import; their keys are made at their first sign-in. */
  hasKeys: z.boolean(),
  createdAt: date,
  devices: z.array(signedInDevice),
});
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

export const releaseIdentity = defineCall({
  ...onePerson,
  name: 'releaseIdentity',
  summary:
    'For admins: unties a person from their account at the identity provider; the next one with their e-mail address is theirs',
  method: 'DELETE',
  flag: 'identity',
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

/** Most people of a company; guests do not count. */
export const PEOPLE_MAX = 20_000;
export const IMPORT_ROWS_MAX = 10_000;
export const IMPORT_CHARS_MAX = 4_000_000;
/** Most rows that an answer describes. */
export const IMPORT_SHOWN_MAX = 200;
export const JOB_TITLE_MAX = 120;

/** What is wrong with a row, or with the file as a whole. */
export const importProblems = [
  'notCsv',
  'noColumns',
  'columnTwice',
  'tooManyRows',
  'tooManyPeople',
  'empty',
  'moreCells',
  'email',
  'emailTwice',
  'name',
  'role',
  'jobTitle',
  'active',
  'yourself',
  'fromDirectory',
] as const;
export type ImportProblem = (typeof importProblems)[number];
export const importChanges = ['name', 'role', 'jobTitle', 'active'] as const;

const peopleImport = fields({
  /** Whether it was done; if not, this is what would be done. */
  isDone: z.boolean(),
  /** Names what would be done, for the call that does it. */
  plan: z.string(),
  added: z.int(),
  changed: z.int(),
  unchanged: z.int(),
  wrong: z.int(),
  /** Columns that are not read. */
  ignored: z.array(z.string()),
  /** Wrong ones first. */
  rows: z.array(
    fields({
      /** In the file, counted from 1 as spreadsheets do. */
      row: z.int(),
      email: z.string(),
      name: z.string(),
      outcome: z.enum(['added', 'changed', 'wrong']),
      problem: z.nullable(z.enum(importProblems)),
      changes: z.array(z.enum(importChanges)),
    }),
  ),
});
export type PeopleImport = z.infer<typeof peopleImport>;

export const importPeople = defineCall({
  ...people,
  name: 'importPeople',
  flag: 'import',
  summary:
    'For admins: adds and changes people from a CSV text, all or none of them; without a plan only says what would be done',
  method: 'POST',
  size: 'file',
  body: () =>
    fields({
      csv: z.string().check(z.maxLength(IMPORT_CHARS_MAX)),
      /** What a call without it has answered. */
      plan: z.optional(z.string().check(z.minLength(1), z.maxLength(100))),
    }),
  data: () => peopleImport,
  /** `conflict`: what would be done is no longer what the plan says. */
  errors: ['notAllowed', 'conflict'],
});
