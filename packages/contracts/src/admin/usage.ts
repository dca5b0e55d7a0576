/** Usage: what a company has called, shown and stored, and its purchased minutes. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { date } from '../entities';
import { figure, statisticsDay } from '../statistics';
import { fields } from '../wire';

const usageDay = fields({
  /** In Italy. */
  day: z.string(),
  /** Calls that began on it. */
  calls: figure,
  /** Those of them that were answered. */
  answered: figure,
  /** Minutes of talk in them. */
  minutes: z.number(),
  /** Views of the company's contents. */
  views: figure,
});
export type UsageDay = z.infer<typeof usageDay>;

/** Bytes that were stored at the end of a day, or at the last measurement of it, by kind. */
const storageDay = fields({
  day: z.string(),
  /** Files of contents: pictures, videos, 3D models, views and others. */
  contents: figure,
  /** Snapshots and files of calls. */
  calls: figure,
  /** Files of rooms. */
  rooms: figure,
  /** Photographs of the recognition, kept with consent. */
  photographs: figure,
});
export type StorageDay = z.infer<typeof storageDay>;

const paidService = fields({
  isPaid: z.boolean(),
  purchasedMinutes: z.number(),
  usedMinutes: z.number(),
  /** Null: never. */
  expires: z.nullable(date),
});
export type PaidService = z.infer<typeof paidService>;

/** With less than this part of the bought minutes left, or fewer days than these, admins are warned. */
export const MINUTES_LOW = 0.1;
export const EXPIRY_NEAR_DAYS = 30;

export const getUsage = defineCall({
  name: 'getUsage',
  compressed: true,
  tag: 'Statistics',
  summary:
    'For admins: calls, minutes, views of contents and storage of their company, by day, and its purchased minutes',
  method: 'GET',
  path: '/api/back-office/usage',
  query: () => fields({ from: statisticsDay, to: statisticsDay }),
  data: () =>
    fields({
      /** Of the calls that began on these days. `average` null: there are none. */
      ratings: fields({ count: figure, average: z.nullable(z.number()) }),
      /** Days without calls and views are left out. */
      days: z.array(usageDay),
      /** Days on which nothing was measured are left out. */
      storage: z.array(storageDay),
      service: paidService,
    }),
  errors: ['notAllowed'],
});
