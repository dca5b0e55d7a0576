/** Analytics events (D7.22): counted without the identity of the visitor. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { STATISTICS_DAYS_MAX } from './constants';
import { contentView, locale } from './contents';
import { contentId } from './entities';
import { fields } from './wire';

/** Names of the screens in the statistics (D2.31). */
export const screenName = z.enum([
  'Main',
  'Profile',
  'Credits',
  'Tutorial',
  'Notifications',
  'Content_KML',
  'Content_Detail',
  'Ar_Scene_List',
  'Members_Area',
  'Login',
  'Discover_model_editor',
  'Discover_view_detail',
]);
export type ScreenName = z.infer<typeof screenName>;

/** The day in Italy, `2026-03-01` (D9.10). */
export const romeDay = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' }).format(moment);

/** Most events of one kind in one batch. */
export const EVENTS_MAX = 50;
const some = <S extends z.core.$ZodType>(one: S) => z._default(z.array(one).check(z.maxLength(EVENTS_MAX)), []);

export const countEvents = defineCall({
  name: 'countEvents',
  tag: 'Statistics',
  summary: 'Counts a view; the visitor’s identity isn’t stored',
  method: 'POST',
  path: '/services/events',
  auth: 'key',
  outlivesPage: true,
  unsigned: true,
  /** A thing looked at twice is listed twice. */
  body: () =>
    fields({
      /** Language of the app. */
      l: locale,
      screens: some(screenName),
      contents: some(contentId),
      /** Contents that became favourites. */
      favourites: some(contentId),
    }),
  data: () => z.null(),
  errors: ['tooManyTries'],
});

export const figure = z.int();
/** PostgreSQL has no year 0. */
export const statisticsDay = z.iso.date().check(z.regex(/^(?!0000)/));

export const getStatistics = defineCall({
  name: 'getStatistics',
  compressed: true,
  tag: 'Statistics',
  summary: 'For admins: views of the contents of their company, and of all screens',
  method: 'GET',
  path: '/services/statistics',
  query: () =>
    fields({
      l: z._default(locale, 'en'),
      /** First and last day, in Italy. */
      from: statisticsDay,
      to: statisticsDay,
    }),
  data: () =>
    fields({
      /** Days and languages without events are left out. */
      days: z.array(fields({ day: z.string(), locale, screens: figure, contents: figure, favourites: figure })),
      screens: z.array(fields({ name: z.string(), views: figure })),
      /** The hundred with the most views. Title null: the content is deleted. */
      contents: z.array(
        fields(
          {
            contentId,
            contentName: z.nullable(z.string()),
            contentType: z.nullable(contentView),
            views: figure,
            favourites: figure,
          },
          { contentId: 'ContentId', contentName: 'ContentName', contentType: 'ContentType' },
        ),
      ),
    }),
  errors: ['notAllowed'],
});

export const daysBetween = (from: string, to: string): number => (Date.parse(to) - Date.parse(from)) / 86_400_000;

/** Whether the span is short enough for one request. */
export const isSpan = (from: string, to: string): boolean => {
  const days = daysBetween(from, to);
  return days >= 0 && days < STATISTICS_DAYS_MAX;
};
