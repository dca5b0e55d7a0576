/** Notices: what companies tell visitors, in a list for all and by push to those who asked for it. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { locale } from '../contents';
import { contentId, date, id } from '../entities';
import { fields } from '../wire';

/** For how many days visitors see a notice, and how many of them at most. */
export const NOTICE_DAYS = 90;
export const NOTICES_SHOWN = 50;

const notice = fields({
  id,
  date,
  title: z.string(),
  text: z.string(),
  companyName: z.string(),
  /** A content that belongs to it; null: none, or visitors do not see it any more. */
  contentId: z.nullable(contentId),
});
export type Notice = z.infer<typeof notice>;

export const readNotices = defineCall({
  name: 'readNotices',
  tag: 'Contents',
  summary: 'The notices of the last ninety days, newest first',
  method: 'GET',
  path: '/services/notices',
  auth: 'key',
  revalidated: true,
  query: () => fields({ l: z._default(locale, 'en') }),
  data: () => z.array(notice),
});

const subscriptions = {
  tag: 'Contents',
  path: '/services/notices/subscriptions',
  auth: 'key',
  callsAMinute: 20,
} as const;
/** A browser's Web Push subscription, as `JSON.stringify` gives it. */
const token = z.string().check(z.trim(), z.minLength(1), z.maxLength(3000));

export const subscribeToNotices = defineCall({
  ...subscriptions,
  name: 'subscribeToNotices',
  summary:
    'Subscribes to notices by push in a language; nothing else about the visitor is stored. Sent again, it changes the language',
  method: 'POST',
  body: () => fields({ l: locale, token }),
  data: () => z.null(),
  errors: ['tooManyTries'],
});

export const unsubscribeFromNotices = defineCall({
  ...subscriptions,
  name: 'unsubscribeFromNotices',
  summary: 'Unsubscribes from notices by push; an unknown subscription is no error',
  method: 'DELETE',
  outlivesPage: true,
  unsigned: true,
  body: () => fields({ token }),
  data: () => z.null(),
  errors: ['tooManyTries'],
});
