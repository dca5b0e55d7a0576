/** What a push shows while the app is closed: one notification for each call, as its last push says. */
import type { PushMessage } from '@earth/contracts';

export type NoticeLanguage = 'en' | 'it';

/** What a notification carries, for the click on it. `callerName` is empty where nobody knows it any more. */
export interface NoticeData {
  readonly callUniqueId: string;
  readonly callerName: string;
  readonly isRinging: boolean;
}

/** The browser's types leave `actions` out. */
export interface NoticeOptions extends NotificationOptions {
  readonly tag: string;
  readonly data: NoticeData;
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
    accept: 'Accept',
    decline: 'Decline',
  },
  it: {
    incoming: 'Chiamata in arrivo',
    missed: 'Chiamata persa',
    over: 'Non squilla più',
    accept: 'Accetta',
    decline: 'Rifiuta',
  },
} as const;

/** The call that a push is about: one notification each. */
export const callOf = (message: PushMessage): string =>
  message.messageType === 'IncomingCall' ? message.messageContent.call.uniqueId : message.messageContent.callUniqueId;

interface Shown {
  readonly language: NoticeLanguage;
  /** In ms since 1970. */
  readonly now: number;
  /** Who called, by the notification that is there. */
  readonly callerName: string;
}

/** A ring that comes when it is over is a call that was missed. */
export function noticeOf(message: PushMessage, { language, now, callerName: known }: Shown): Notice {
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
