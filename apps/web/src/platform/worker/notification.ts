/** What a push shows while the app is closed: one notification for each call or room, as its last push says. */
import type { PushMessage } from '@earth/contracts';
import { guestName } from '../session/guest-names';
import type { PushedText } from '../push/pushed-message';
import type { ReceivedNotification } from '../push/received-notifications';
import { type RingActions, ringActions } from '../push/ring-actions';
import { readReply, shortened } from '../messages/quote';
import { voiceNoteSeconds } from '../messages/voice-note';

export type NotificationLanguage = 'en' | 'it';

/** What a notification carries, for the click on it. `callerName` is empty where nobody knows it any more. */
export interface CallNotificationData {
  readonly callUniqueId: string;
  readonly callerName: string;
  readonly isRinging: boolean;
}
export interface RoomNotificationData {
  readonly roomUniqueId: string;
}
export type NotificationData = CallNotificationData | RoomNotificationData;

/** The browser's types leave `actions` and `renotify` out. */
export interface WorkerNotificationOptions extends NotificationOptions {
  readonly tag: string;
  readonly data: NotificationData;
  readonly renotify?: boolean;
  readonly actions?: RingActions;
}

export interface Notice {
  readonly title: string;
  readonly options: WorkerNotificationOptions;
}

const words = {
  en: {
    incoming: 'Incoming call',
    missed: 'Missed call',
    over: 'No longer ringing',
    message: 'New message',
    voiceNote: 'Voice note',
  },
  it: {
    incoming: 'Chiamata in arrivo',
    missed: 'Chiamata persa',
    over: 'Non squilla più',
    message: 'Nuovo messaggio',
    voiceNote: 'Nota vocale',
  },
} as const;

type RoomPush = Extract<PushMessage, { messageType: 'RoomMessage' }>;
type CallPush = Exclude<PushMessage, RoomPush>;

/** The call or the room that a push is about: one notification each. */
export const tagOf = (message: PushMessage): string =>
  message.messageType === 'RoomMessage' ? message.messageContent.roomUniqueId : callOf(message);

const callOf = (message: CallPush): string =>
  message.messageType === 'IncomingCall' ? message.messageContent.call.uniqueId : message.messageContent.callUniqueId;

interface Shown {
  readonly language: NotificationLanguage;
  /** In ms since 1970. */
  readonly now: number;
  /** Who called, by the notification that is there. */
  readonly callerName: string;
  /** What was written; null: this device cannot read it, or shall not show it. */
  readonly opened: PushedText | null;
}

export const notificationOf = (message: PushMessage, shown: Shown): Notice =>
  message.messageType === 'RoomMessage' ? ofRoom(message, shown) : ofCall(message, shown);

/** What is kept of a notification: no more than it shows. A message that is pushed twice is kept once. */
export const receivedOf = (message: PushMessage, { title, options }: Notice, now: number): ReceivedNotification => ({
  ...(message.messageType === 'RoomMessage'
    ? { id: `${options.tag} ${message.messageContent.date}`, about: { kind: 'room', uniqueId: options.tag } }
    : { id: options.tag, about: { kind: 'call', uniqueId: options.tag } }),
  title,
  descr: options.body ?? '',
  date: now,
  isRead: false,
});

/** Each message is heard, also where an earlier one is still shown. */
const ofRoom = ({ messageContent: { roomUniqueId, sender } }: RoomPush, { language, opened }: Shown): Notice => ({
  title: opened?.senderName ?? sender.name,
  options: {
    tag: roomUniqueId,
    data: { roomUniqueId },
    body: opened ? lineOf(opened, language) : words[language].message,
    renotify: true,
  },
});

function lineOf({ text, fileName }: PushedText, language: NotificationLanguage): string {
  if (fileName === null) return shortened(readReply(text).text);
  return voiceNoteSeconds(fileName) === null ? shortened(fileName) : words[language].voiceNote;
}

/** A ring that comes when it is over is a call that was missed. */
function ofCall(message: CallPush, { language, now, callerName: known }: Shown): Notice {
  const say = words[language];
  const callUniqueId = callOf(message);
  const isCall = message.messageType === 'IncomingCall';
  const caller = isCall ? message.messageContent.caller : { name: known };
  const callerName = 'isGuest' in caller && caller.isGuest ? guestName(caller.name, language) : caller.name;
  const isRinging = isCall && Date.parse(message.messageContent.call.ringsUntil) > now;
  const line = message.messageType === 'CallHandledByGroup' ? say.over : say.missed;
  const data = { callUniqueId, callerName, isRinging };
  if (!isRinging)
    return {
      title: callerName || line,
      options: { tag: callUniqueId, data, silent: true, ...(callerName && { body: line }) },
    };
  return {
    title: callerName,
    options: {
      tag: callUniqueId,
      data,
      body: say.incoming,
      requireInteraction: true,
      // Who is called again into a call that was missed has its old notification still there.
      renotify: true,
      actions: ringActions[language],
    },
  };
}
