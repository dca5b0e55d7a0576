/** Crash logs of the app (D4.8, D7.5). */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { LOG_DATA_MAX } from './constants';
import { date } from './entities';
import { fields } from './wire';

export const sendLog = defineCall({
  name: 'sendLog',
  tag: 'Logs',
  summary: 'Stores a crash log, sealed for the server; once per session',
  method: 'POST',
  path: '/services/log',
  auth: 'key',
  guests: true,
  // A crash that hits everybody needs only a few logs of an office.
  callsAMinute: 10,
  // Users reload the page after a crash.
  outlivesPage: true,
  unsigned: true,
  body: () =>
    fields({
      appCode: z.string().check(z.minLength(1), z.maxLength(100)),
      /** By the device's clock. */
      now: date,
      /** Base64 of the result of `sealLog` with the key of `/config.json`. */
      data: z.string().check(z.minLength(1), z.maxLength(LOG_DATA_MAX), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    }),
  data: () => z.null(),
  errors: ['tooManyTries'],
});
