/** What is looked at, counted without knowing by whom: the analytics events (D7.22). */
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

/** D9.10: the day in Italy, `2026-03-01`. */
export const romeDay = (moment: Date): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome' }).format(moment);

/** Of one kind in one batch. */
export const EVENTS_MAX = 50;
const some = <S extends z.core.$ZodType>(one: S) => z._default(z.array(one).check(z.maxLength(EVENTS_MAX)), []);

export const countEvents = defineCall({
  name: 'countEvents',
  tag: 'Statistics',
  summary: 'Counts what was looked at: nothing of who it was is stored',
  method: 'POST',
  path: '/services/events',
  auth: 'key',
  outlivesPage: true,
  /** Whatever was looked at twice is named twice. */
  body: () =>
    fields({
      /** In which the app was. */
      l: locale,
      screens: some(screenName),
      contents: some(contentId),
      /** Contents that were made favourites. */
      favourites: some(contentId),
    }),
  data: () => z.null(),
  errors: ['tooManyTries'],
});

const figure = z.int();
/** The database knows no year 0. */
const day = z.iso.date().check(z.regex(/^(?!0000)/));

export const getStatistics = defineCall({
  name: 'getStatistics',
  compressed: true,
  tag: 'Statistics',
  summary: 'For admins: what was looked at, of the contents of their company, and how often which screen',
  method: 'GET',
  path: '/services/statistics',
  query: () =>
    fields({
      l: z._default(locale, 'en'),
      /** The first and the last day, in Italy. */
      from: day,
      to: day,
    }),
  data: () =>
    fields({
      /** Days and languages without anything are left out. */
      days: z.array(fields({ day: z.string(), locale, screens: figure, contents: figure, favourites: figure })),
      screens: z.array(fields({ name: z.string(), views: figure })),
      /** The first hundred by views. A title of null: it has been deleted. */
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

/** Whether so many days can be asked for. */
export const isSpan = (from: string, to: string): boolean => {
  const days = daysBetween(from, to);
  return days >= 0 && days < STATISTICS_DAYS_MAX;
};
