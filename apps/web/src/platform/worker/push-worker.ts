/** Push part of the service worker: shows notifications while no page is visible, and passes the user's answer to a page. */
import { createMutex } from '@earth/async';
import { decode, type PushMessage, pushMessage } from '@earth/contracts';
import { readNotificationLanguage } from '../push/notification-texts';
import { storeAnswer, type NotificationAnswer } from '../push/notification-answer';
import { supportedLanguage } from '../texts';
import { openPushed, type PushedText } from '../push/pushed-message';
import { recordReceived, markReceivedRead } from '../push/received-notifications';
import {
  type CallNotificationData,
  type NotificationData,
  type WorkerNotificationOptions,
  notificationOf,
  notificationOfNotice,
  type NoticeNotificationData,
  type NoticePush,
  type PersonalPush,
  receivedOf,
  type RoomNotificationData,
  tagOf,
} from './notification';

interface Page {
  readonly url: string;
  readonly visibilityState: 'hidden' | 'visible';
  postMessage(message: unknown, transfer: Transferable[]): void;
  focus(): Promise<unknown>;
}

interface Shown {
  readonly data: NotificationData;
  close(): void;
}

interface WorkerEvent {
  waitUntil(work: Promise<unknown>): void;
}
export interface PushedEvent extends WorkerEvent {
  readonly data: { text(): string } | null;
}
export interface ClickedEvent extends WorkerEvent {
  readonly action: string;
  readonly notification: Shown;
}

/** The part of a service worker's global scope that is used: the app's types only include the DOM. */
export interface WorkerScope {
  addEventListener(type: 'push', listener: (event: PushedEvent) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: ClickedEvent) => void): void;
  readonly registration: {
    showNotification(title: string, options: WorkerNotificationOptions): Promise<void>;
    getNotifications(filter: { readonly tag: string }): Promise<readonly Shown[]>;
  };
  readonly clients: {
    matchAll(options: { readonly type: 'window'; readonly includeUncontrolled: true }): Promise<readonly Page[]>;
    openWindow(url: string): Promise<unknown>;
  };
  readonly navigator: { readonly language: string };
}

/** Pages of this origin that do not belong to the app, or not to the signed-in user: no call rings there. */
const ELSEWHERE = /^\/(docs|dev|login|invitation|guest)(\/|$)/;

/** The address of a page that answers the call. If the answer cannot be stored, the call rings there. */
const addressOf = (answer: NotificationAnswer): Promise<string> =>
  storeAnswer(answer).then(
    (secret) => `/?answer=${secret}`,
    () => '/',
  );

export function createPushWorker(scope: WorkerScope): void {
  const { clients, navigator, registration } = scope;
  async function pages(): Promise<readonly Page[]> {
    const all = await clients.matchAll({ type: 'window', includeUncontrolled: true });
    return all.filter(({ url }) => !ELSEWHERE.test(new URL(url).pathname));
  }

  const isSeen = async () => (await pages()).some(({ visibilityState }) => visibilityState === 'visible');

  async function open(message: PersonalPush): Promise<PushedText | null> {
    if (message.messageType !== 'RoomMessage' || message.readToken === undefined || (await isSeen())) return null;
    return openPushed(message.messageContent.roomUniqueId, message.readToken);
  }

  async function show(message: PersonalPush, opening: Promise<PushedText | null>): Promise<void> {
    const opened = await opening;
    const [shown] = await registration.getNotifications({ tag: tagOf(message) });
    // A visible page rings and shows messages itself.
    if (await isSeen()) {
      shown?.close();
      return;
    }
    const language = supportedLanguage([await readNotificationLanguage(), navigator.language]);
    const callerName = (shown && 'callerName' in shown.data && shown.data.callerName) || '';
    const now = Date.now();
    const notice = notificationOf(message, { language, now, callerName, opened });
    await registration.showNotification(notice.title, notice.options);
    await recordReceived(receivedOf(message, notice, now));
  }

  /** Messages are opened in parallel and shown in the order of arrival. Calls do not wait for them. */
  const showAlone = createMutex();
  function showInTurn(message: PersonalPush): Promise<void> {
    const opening = open(message);
    if (message.messageType !== 'RoomMessage') return show(message, opening);
    // Prevents an unhandled rejection: it is awaited only later.
    opening.catch(() => undefined);
    return showAlone(() => show(message, opening)).catch(() => undefined);
  }

  const follow = (action: string, notice: Exclude<NotificationData, NoticeNotificationData>): Promise<unknown> =>
    'roomUniqueId' in notice
      ? Promise.all([openRoom(notice), markReceivedRead(notice.roomUniqueId)])
      : Promise.all([openCall(action, notice), markReceivedRead(notice.callUniqueId)]);

  async function openRoom({ roomUniqueId }: RoomNotificationData): Promise<void> {
    const [page] = await pages();
    page?.postMessage({ type: 'openRoom', roomUniqueId }, []);
    await (page?.focus() ?? clients.openWindow(`/rooms/${roomUniqueId}`));
  }

  async function openCall(action: string, { callUniqueId, isRinging }: CallNotificationData): Promise<void> {
    const answer = action === 'accept' || action === 'decline' ? action : null;
    const [page] = await pages();
    if (!page || !isRinging) {
      const place = isRinging ? '/' : `/calls/${callUniqueId}`;
      await clients.openWindow(answer ? await addressOf({ callUniqueId, answer }) : place);
      return;
    }
    if (answer) page.postMessage({ type: 'answerCall', callUniqueId, answer }, []);
    if (answer !== 'decline') await page.focus();
  }

  scope.addEventListener('push', (event) => {
    const message = read(event.data?.text() ?? '');
    if (message) event.waitUntil(message.messageType === 'Notice' ? showNotice(scope, message) : showInTurn(message));
  });
  scope.addEventListener('notificationclick', (event) => {
    const { action, notification } = event;
    const { data } = notification;
    notification.close();
    event.waitUntil('noticeUniqueId' in data ? openNotice(scope, data) : follow(action, data));
  });
}

/** Shown over a visible page too, which knows nothing of it. */
function showNotice({ registration }: WorkerScope, message: NoticePush): Promise<void> {
  const { title, options } = notificationOfNotice(message);
  return registration.showNotification(title, options);
}

const openNotice = ({ clients }: WorkerScope, { contentId }: NoticeNotificationData): Promise<unknown> =>
  clients.openWindow(contentId === null ? '/notices' : `/content-detail/${contentId}`);

/** Null if the push is invalid: from an older app version, or from another origin. */
function read(text: string): PushMessage | null {
  try {
    const message = decode(pushMessage, JSON.parse(text));
    return message.success ? message.data : null;
  } catch {
    return null;
  }
}
