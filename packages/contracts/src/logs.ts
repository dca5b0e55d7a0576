/** What the app tells of its own crash (D4.8, D7.5). */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { LOG_DATA_MAX } from './constants';
import { date } from './entities';
import { fields } from './wire';

export const sendLog = defineCall({
  name: 'sendLog',
  tag: 'Logs',
  summary: 'What happened before the app crashed, sealed for the server: once a session',
  method: 'POST',
  path: '/services/log',
  auth: 'key',
  guests: true,
  // A crash that everybody has is sent by everybody once: a few of an office say it all.
  callsAMinute: 10,
  // Whoever sees a crash loads the page anew.
  outlivesPage: true,
  body: () =>
    fields({
      appCode: z.string().check(z.minLength(1), z.maxLength(100)),
      /** By the clock of the device. */
      now: date,
      /** Base64 of what `sealLog` made with the key of `/config.json`. */
      data: z.string().check(z.minLength(1), z.maxLength(LOG_DATA_MAX), z.regex(/^[A-Za-z0-9+/]+={0,2}$/)),
    }),
  data: () => z.null(),
  errors: ['tooManyTries'],
});
