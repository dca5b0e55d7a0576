/** Notices to visitors, as the admins of a company write and send them. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { contentId, date, id, showsSomething } from '../entities';
import { fields } from '../wire';

/** Most notices that a company sends on one day (in Italy): more would be unsubscribed from. */
export const NOTICES_A_DAY = 3;
/** Lengths that fit a push and a lock screen. */
export const NOTICE_TITLE_MAX = 100;
export const NOTICE_TEXT_MAX = 500;
/** Most days that a notice is planned ahead. */
export const NOTICE_AHEAD_DAYS = 366;
/** Most notices of a company that are neither sent nor deleted. */
export const NOTICE_DRAFTS_MAX = 50;

const title = z.string().check(z.trim(), z.minLength(1), showsSomething, z.maxLength(NOTICE_TITLE_MAX));
const text = z._default(z.string().check(z.trim(), z.maxLength(NOTICE_TEXT_MAX)), '');

const typed = {
  titleEn: title,
  textEn: text,
  titleIt: title,
  textIt: text,
  /** A content of the company that it opens. */
  contentId: z.optional(contentId),
} as const;

const companyNotice = fields({
  id,
  /** Grows with each change of its texts and its content. */
  version: z.int(),
  titleEn: z.string(),
  textEn: z.string(),
  titleIt: z.string(),
  textIt: z.string(),
  content: z.nullable(fields({ id: contentId, title: z.string() })),
  /** `waiting`: for its moment. `sending`: some pushes are still on their way. */
  state: z.enum(['draft', 'waiting', 'sending', 'sent']),
  /** When it is or was sent; of a draft: when it was changed. */
  date,
  /** To how many it went by push, how many of these pushes were accepted, and how many failed. */
  wanted: z.int(),
  delivered: z.int(),
  failed: z.int(),
});
export type CompanyNotice = z.infer<typeof companyNotice>;

/** If there is a newer version: 409. Without it, whatever is stored counts. */
const basedOn = z.optional(z.int());

const all = { tag: 'Notifications', path: '/api/back-office/notices' } as const;
const one = { tag: 'Notifications', path: '/api/back-office/notices/{noticeId}' } as const;

export const listNotices = defineCall({
  ...all,
  name: 'listNotices',
  summary: 'For admins: the last hundred notices of the company, and the number of visitors who subscribed to pushes',
  method: 'GET',
  data: () => fields({ items: z.array(companyNotice), subscribers: z.int() }),
  errors: ['notAllowed'],
});

export const createNotice = defineCall({
  ...all,
  name: 'createNotice',
  summary: 'For admins: creates a notice as a draft',
  method: 'POST',
  body: () => fields(typed),
  data: () => companyNotice,
  errors: ['notAllowed', 'notFound', 'conflict'],
});

export const changeNotice = defineCall({
  ...one,
  name: 'changeNotice',
  summary: 'For admins: changes a notice that hasn’t been sent yet',
  method: 'PUT',
  /** `basedOn`: the version that was edited. */
  body: () => fields({ ...typed, basedOn }),
  data: () => companyNotice,
  errors: ['notAllowed', 'notFound', 'conflict', 'contentChanged'],
});

export const sendNotice = defineCall({
  ...one,
  name: 'sendNotice',
  summary: 'For admins: sends or schedules a notice; three a day at most',
  method: 'POST',
  flag: 'send',
  /** `basedOn`: the version that was read before it is sent. */
  body: () => fields({ at: z.optional(date), basedOn }),
  data: () => companyNotice,
  errors: ['notAllowed', 'notFound', 'conflict', 'contentChanged', 'tooManyToday'],
});

export const withdrawNotice = defineCall({
  ...one,
  name: 'withdrawNotice',
  summary: 'For admins: makes a scheduled notice a draft again',
  method: 'POST',
  flag: 'withdraw',
  data: () => companyNotice,
  errors: ['notAllowed', 'notFound', 'conflict'],
});

export const deleteNotice = defineCall({
  ...one,
  name: 'deleteNotice',
  summary: 'For admins: deletes a notice; visitors no longer see it, and pending pushes aren’t delivered',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});
