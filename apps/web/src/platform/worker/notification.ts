/** The notification of a push while the app is closed: one per call or room, showing its last push. */
import { type PushMessage, readTexts } from '@earth/contracts';
import { readForwarded, readReply, shortened, voiceNoteSeconds } from '@earth/messaging';
import { guestName } from '../session/guest-names';
import type { PushedText } from '../push/pushed-message';
import { type ReceivedNotification, receivedIdOf } from '../push/received-notifications';
import { type RingActions, ringActions } from '../push/ring-actions';
import type en from './texts/en.json';

const textsIn = readTexts<typeof en>(import.meta.glob('./texts/*.json', { eager: true, import: 'default' }));

/** The data of a notification, for the click on it. `callerName` is empty if it is unknown. */
export interface CallNotificationData {
  readonly callUniqueId: string;
  readonly callerName: string;
  readonly isRinging: boolean;
}
export interface RoomNotificationData {
  readonly roomUniqueId: string;
}
export interface NoticeNotificationData {
  readonly noticeUniqueId: string;
  /** Null: it opens the list of notices. */
  readonly contentId: number | null;
}
export type NotificationData = CallNotificationData | RoomNotificationData | NoticeNotificationData;

/** The DOM types lack `actions` and `renotify`. */
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

type RoomPush = Extract<PushMessage, { messageType: 'RoomMessage' }>;
export type NoticePush = Extract<PushMessage, { messageType: 'Notice' }>;
export type PersonalPush = Exclude<PushMessage, NoticePush>;
type CallPush = Exclude<PersonalPush, RoomPush>;

/** The call or room of a push: its tag, so that each has one notification. */
export const tagOf = (message: PersonalPush): string =>
  message.messageType === 'RoomMessage' ? message.messageContent.roomUniqueId : callOf(message);

const callOf = (message: CallPush): string =>
  message.messageType === 'IncomingCall' ? message.messageContent.call.uniqueId : message.messageContent.callUniqueId;

interface Shown {
  readonly language: string;
  /** Epoch milliseconds. */
  readonly now: number;
  /** The caller's name from the existing notification. */
  readonly callerName: string;
  /** The message text; null: this device cannot open it, or must not show it. */
  readonly opened: PushedText | null;
}

export const notificationOf = (message: PersonalPush, shown: Shown): Notice =>
  message.messageType === 'RoomMessage' ? ofRoom(message, shown) : ofCall(message, shown);

/** What a company tells visitors: written to be read by all. */
export const notificationOfNotice = ({ messageContent: { uniqueId, title, text, contentId } }: NoticePush): Notice => ({
  title,
  options: {
    tag: uniqueId,
    data: { noticeUniqueId: uniqueId, contentId: contentId ?? null },
    ...(text !== '' && { body: text }),
  },
});

/** The entry for the list of notifications: it contains no more than was shown. A message pushed twice is recorded once. */
export const receivedOf = (message: PersonalPush, { title, options }: Notice, now: number): ReceivedNotification => ({
  ...(message.messageType === 'RoomMessage'
    ? { id: receivedIdOf(options.tag, message.messageContent.date), about: { kind: 'room', uniqueId: options.tag } }
    : { id: options.tag, about: { kind: 'call', uniqueId: options.tag } }),
  title,
  descr: options.body ?? '',
  date: now,
  isRead: false,
});

/** Each message makes a sound, even if an earlier one is still shown. */
function ofRoom({ messageContent }: RoomPush, { language, opened: newest }: Shown): Notice {
  const t = textsIn(language);
  const { roomUniqueId, sender, date, isMention } = messageContent;
  // The newest message of the room is opened, which may be another one by now: a mention is told of its own message.
  const opened = isMention && newest?.date !== date ? null : newest;
  const name = opened?.senderName ?? sender.name;
  return {
    title: isMention ? t('mentioned', { name }) : name,
    options: {
      tag: roomUniqueId,
      data: { roomUniqueId },
      body: opened ? lineOf(opened, language) : t('message'),
      renotify: true,
    },
  };
}

function lineOf({ text, fileName }: PushedText, language: string): string {
  if (fileName === null) return shortened(readForwarded(text) ?? readReply(text).text);
  return voiceNoteSeconds(fileName) === null ? shortened(fileName) : textsIn(language)('voiceNote');
}

/** A ring that arrives after its end is a missed call. */
function ofCall(message: CallPush, { language, now, callerName: known }: Shown): Notice {
  const t = textsIn(language);
  const callUniqueId = callOf(message);
  const isCall = message.messageType === 'IncomingCall';
  const caller = isCall ? message.messageContent.caller : { name: known };
  const callerName = 'isGuest' in caller && caller.isGuest ? guestName(caller.name, language) : caller.name;
  const isRinging = isCall && Date.parse(message.messageContent.call.ringsUntil) > now;
  const line = message.messageType === 'CallHandledByGroup' ? t('over') : t('missed');
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
      body: t('incoming'),
      requireInteraction: true,
      // The notification of the earlier missed call is still there: without `renotify` the new ring would be silent.
      renotify: true,
      actions: ringActions(language),
    },
  };
}
