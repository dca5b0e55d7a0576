/** Push tokens of devices, and the content of pushes to devices whose app is not in front. */
import * as z from 'zod/mini';
import { defineCall } from './call';
import { SUBJECT_PUSH_MAX } from './constants';
import { deviceId } from './device';
import { contentId, cryptoSchema, date, id, person } from './entities';
import { entity, fields } from './wire';

/** Base64url (RFC 4648, 5) of a fixed number of bytes. */
const base64url = (bytes: number) => {
  const length = Math.ceil((bytes * 4) / 3);
  return z.string().check(z.regex(new RegExp(`^[\\w-]{${length}}={0,2}$`)));
};

/** A browser's push subscription as `JSON.stringify` gives it (Push API): a P-256 point and a secret of the browser. */
export const webPushSubscription = z.object({
  endpoint: z.url({ protocol: /^https$/ }).check(z.maxLength(1500), z.regex(/^[!-~]+$/)),
  keys: z.object({ p256dh: base64url(65), auth: base64url(16) }),
});
export type WebPushSubscription = z.infer<typeof webPushSubscription>;

const pushToken = {
  token: z.string().check(z.trim(), z.minLength(1), z.maxLength(3000)),
  deviceId,
  type: z.optional(z.enum(['voip', 'apns'])),
};
const notifications = { tag: 'Notifications', path: '/services/notifications' } as const;

export const addPushToken = defineCall({
  ...notifications,
  name: 'addPushToken',
  summary:
    'Registers this device for pushes while the app is closed: an FCM token or, in a browser, the Web Push subscription as ' +
    'JSON; `voip` and `apns` are tokens of APNs, for calls and for all else. A new one replaces the former',
  method: 'POST',
  body: () => fields(pushToken),
  data: () => z.null(),
  errors: ['notFound'],
});

export const removePushToken = defineCall({
  ...notifications,
  name: 'removePushToken',
  summary: 'Removes a push token; removing an unknown one is no error',
  method: 'DELETE',
  body: () => fields(pushToken),
  data: () => z.null(),
  errors: ['notFound'],
});

/** What a lock screen shows of a call. `subject` is sealed, and present only if it is short. */
const pushedCall = entity({
  uniqueId: id,
  callerUniqueId: id,
  startDate: date,
  ringsUntil: date,
  subject: z.optional(z.string().check(z.maxLength(SUBJECT_PUSH_MAX))),
  cryptoSchema,
});

const pushContents = {
  IncomingCall: entity({ call: pushedCall, caller: person }),
  EndedCall: entity({ callUniqueId: id }),
  /** A new message; its text is only in the room. `isMention`: it mentions the person who is notified. */
  RoomMessage: entity({ roomUniqueId: id, sender: person, date, isMention: z.optional(z.boolean()) }),
  /** What a company tells visitors who asked for it. */
  Notice: entity({ uniqueId: id, title: z.string(), text: z.string(), contentId: z.optional(contentId) }),
  CallHandledByGroup: entity({ callUniqueId: id, contactUniqueId: z.nullable(id), deviceId: z.nullable(z.string()) }),
} as const;

/** Token with which the notified device reads the message (`readPushedMessage`). Absent if a push service could read it. */
const readToken = z.optional(z.string().check(z.minLength(1), z.maxLength(1000)));

const pushOf = <Type extends keyof typeof pushContents>(messageType: Type) =>
  fields({ messageType: z.literal(messageType), messageContent: pushContents[messageType] });

/** Payload of Web Push, FCM and APNs: only what a notification needs. */
export const pushMessage = z.union([
  pushOf('IncomingCall'),
  pushOf('EndedCall'),
  pushOf('CallHandledByGroup'),
  pushOf('Notice'),
  fields({ messageType: z.literal('RoomMessage'), messageContent: pushContents.RoomMessage, readToken }),
]);
export type PushMessage = z.infer<typeof pushMessage>;
