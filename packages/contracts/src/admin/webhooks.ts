/** Webhooks: what happens in a company is posted to addresses that its admins name. The format is that of Standard Webhooks. */
import * as z from 'zod/mini';
import { defineCall } from '../call';
import { date, id } from '../entities';
import { fields } from '../wire';

/** `test`: an admin sends one to try the address. */
export const webhookEvents = ['call.ended', 'lead.came', 'content.published'] as const;
const webhookEvent = z.enum(webhookEvents);
export type WebhookEvent = z.infer<typeof webhookEvent>;

/** Most webhooks of a company. */
export const WEBHOOKS_MAX = 10;
/** For how many days deliveries are listed. */
export const DELIVERY_DAYS = 30;
/** For how many hours the former secret signs too, after a new one was made. */
export const FORMER_SECRET_HOURS = 24;

const webhook = fields({
  id,
  url: z.string(),
  events: z.array(webhookEvent),
  createdDate: date,
  /** Null: it is on. The server turns it off when its address fails for long. */
  disabledDate: z.nullable(date),
  /** How many attempts have failed since one succeeded. */
  failures: z.int(),
});
export type Webhook = z.infer<typeof webhook>;

/** Shown this once; the server stores it encrypted. */
const secret = z.string();

const delivery = fields({
  id,
  event: z.union([webhookEvent, z.literal('test')]),
  date,
  state: z.enum(['waiting', 'delivered', 'failed']),
  attempts: z.int(),
  /** The status of the last answer; null: there was none. */
  status: z.nullable(z.int()),
  /** When it is tried next, or when it was delivered or given up; null: being sent. */
  nextDate: z.nullable(date),
});
export type WebhookDelivery = z.infer<typeof delivery>;

const all = { tag: 'Webhooks', path: '/api/back-office/webhooks' } as const;
const one = { tag: 'Webhooks', path: '/api/back-office/webhooks/{webhookId}' } as const;
const url = z.string().check(z.trim(), z.maxLength(500), z.url());
const events = z.array(webhookEvent).check(z.minLength(1), z.maxLength(webhookEvents.length));

export const listWebhooks = defineCall({
  ...all,
  name: 'listWebhooks',
  summary: 'For admins: the webhooks of the company',
  method: 'GET',
  data: () => z.array(webhook),
  errors: ['notAllowed'],
});

export const createWebhook = defineCall({
  ...all,
  name: 'createWebhook',
  summary: 'For admins: creates a webhook for a public HTTPS address; only this answer contains its secret',
  method: 'POST',
  body: () => fields({ url, events }),
  data: () => fields({ webhook, secret }),
  errors: ['notAllowed', 'conflict'],
});

export const changeWebhook = defineCall({
  ...one,
  name: 'changeWebhook',
  summary: 'For admins: changes address or events of a webhook, or turns it on or off',
  method: 'PUT',
  body: () => fields({ url: z.optional(url), events: z.optional(events), isOn: z.optional(z.boolean()) }),
  data: () => webhook,
  errors: ['notAllowed', 'notFound'],
});

export const deleteWebhook = defineCall({
  ...one,
  name: 'deleteWebhook',
  summary: 'For admins: deletes a webhook, with its pending deliveries',
  method: 'DELETE',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound'],
});

export const renewWebhookSecret = defineCall({
  ...one,
  name: 'renewWebhookSecret',
  summary: 'For admins: creates a new secret; the previous one also signs for another day',
  method: 'POST',
  flag: 'secret',
  data: () => fields({ secret }),
  errors: ['notAllowed', 'notFound'],
});

export const testWebhook = defineCall({
  ...one,
  name: 'testWebhook',
  summary: 'For admins: sends the event “test” to a webhook',
  method: 'POST',
  flag: 'test',
  data: () => z.null(),
  errors: ['notAllowed', 'notFound', 'tooManyTries'],
});

export const listDeliveries = defineCall({
  tag: 'Webhooks',
  path: '/api/back-office/webhooks/{webhookId}/deliveries',
  name: 'listDeliveries',
  summary: 'For admins: the last hundred deliveries of a webhook within thirty days, newest first',
  method: 'GET',
  data: () => z.array(delivery),
  errors: ['notAllowed', 'notFound'],
});
