/** What a push shows while the app is closed: one notification for each call or room, as its last push says. */
import type { PushMessage } from '@earth/contracts';

export type NoticeLanguage = 'en' | 'it';

/** What a notification carries, for the click on it. `callerName` is empty where nobody knows it any more. */
export interface CallNotice {
  readonly callUniqueId: string;
  readonly callerName: string;
  readonly isRinging: boolean;
}
export interface RoomNotice {
  readonly roomUniqueId: string;
}
export type NoticeData = CallNotice | RoomNotice;

/** The browser's types leave `actions` and `renotify` out. */
export interface NoticeOptions extends NotificationOptions {
  readonly tag: string;
  readonly data: NoticeData;
  readonly renotify?: boolean;
  readonly actions?: readonly { readonly action: 'accept' | 'decline'; readonly title: string }[];
}

export interface Notice {
  readonly title: string;
  readonly options: NoticeOptions;
}

const words = {
  en: {
    incoming: 'Incoming call',
    missed: 'Missed call',
    over: 'No longer ringing',
    message: 'New message',
    accept: 'Accept',
    decline: 'Decline',
  },
  it: {
    incoming: 'Chiamata in arrivo',
    missed: 'Chiamata persa',
    over: 'Non squilla più',
    message: 'Nuovo messaggio',
    accept: 'Accetta',
    decline: 'Rifiuta',
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
  readonly language: NoticeLanguage;
  /** In ms since 1970. */
  readonly now: number;
  /** Who called, by the notification that is there. */
  readonly callerName: string;
}

export const noticeOf = (message: PushMessage, shown: Shown): Notice =>
  message.messageType === 'RoomMessage' ? ofRoom(message, shown) : ofCall(message, shown);

/** The worker cannot read what was written. Each message is heard, also where an earlier one is still shown. */
const ofRoom = ({ messageContent: { roomUniqueId, sender } }: RoomPush, { language }: Shown): Notice => ({
  title: sender.name,
  options: { tag: roomUniqueId, data: { roomUniqueId }, body: words[language].message, renotify: true },
});

/** A ring that comes when it is over is a call that was missed. */
function ofCall(message: CallPush, { language, now, callerName: known }: Shown): Notice {
  const say = words[language];
  const callUniqueId = callOf(message);
  const isCall = message.messageType === 'IncomingCall';
  const callerName = isCall ? message.messageContent.caller.name : known;
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
      actions: [
        { action: 'accept', title: say.accept },
        { action: 'decline', title: say.decline },
      ],
    },
  };
}
