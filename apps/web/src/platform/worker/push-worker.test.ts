import { encode, type PushMessage, pushMessage } from '@earth/contracts';
import { del } from 'idb-keyval';
import { beforeEach, expect, test } from 'vitest';
import { forgetCache } from '../storage/device-cache';
import { writeNotificationLanguage, readNotificationLanguage } from '../push/notification-texts';
import { claimAnswer } from '../push/notification-answer';
import { readReceived } from '../push/received-notifications';
import type { WorkerNotificationOptions } from './notification';
import { type ClickedEvent, createPushWorker, type PushedEvent, type WorkerScope } from './push-worker';

const callUniqueId = '0190a000-0000-7000-8000-0000000000aa';
const caller = { uniqueId: '0190a000-0000-7000-8000-0000000000bb', name: 'Luca Moretti' };

const ring = (until = Date.now() + 30_000): PushMessage => ({
  messageType: 'IncomingCall',
  messageContent: {
    call: {
      uniqueId: callUniqueId,
      callerUniqueId: caller.uniqueId,
      startDate: new Date().toISOString(),
      ringsUntil: new Date(until).toISOString(),
      cryptoSchema: 1,
    },
    caller,
  },
});
const ended: PushMessage = { messageType: 'EndedCall', messageContent: { callUniqueId } };
const handled: PushMessage = {
  messageType: 'CallHandledByGroup',
  messageContent: { callUniqueId, contactUniqueId: null, deviceId: null },
};

const roomUniqueId = '0190a000-0000-7000-8000-0000000000cc';
const written: PushMessage = {
  messageType: 'RoomMessage',
  messageContent: { roomUniqueId, sender: caller, date: '2026-01-06T10:00:00.000Z' },
};

class FakePage {
  messages: unknown[] = [];
  isFocused = false;
  readonly visibilityState: 'hidden' | 'visible';
  readonly url: string;
  constructor(visibilityState: 'hidden' | 'visible', path = '/') {
    this.visibilityState = visibilityState;
    this.url = `https://earth.example${path}`;
  }
  postMessage(message: unknown) {
    this.messages.push(message);
  }
  async focus() {
    this.isFocused = true;
  }
}

/** The visible notifications, by tag. */
let shown: Map<string, { readonly title: string; readonly options: WorkerNotificationOptions }>;
let pages: FakePage[];
let opened: string[];
let listeners: { push: (event: PushedEvent) => void; notificationclick: (event: ClickedEvent) => void };
let navigator: { language: string };
beforeEach(async () => {
  await forgetCache();
  await del('noticeLanguage');
  shown = new Map();
  pages = [];
  opened = [];
  navigator = { language: 'en-GB' };
  const known: Record<string, unknown> = {};
  createPushWorker({
    addEventListener: (type: string, listener: unknown) => {
      known[type] = listener;
    },
    navigator,
    registration: {
      async showNotification(title, options) {
        shown.set(options.tag, { title, options });
      },
      getNotifications: async ({ tag }) => {
        const found = shown.get(tag);
        return found ? [{ data: found.options.data, close: () => shown.delete(tag) }] : [];
      },
    },
    clients: {
      matchAll: async () => pages,
      async openWindow(url) {
        opened.push(url);
      },
    },
  } satisfies WorkerScope);
  listeners = known as typeof listeners;
});

async function pushText(text: string) {
  const work: Promise<unknown>[] = [];
  listeners.push({ data: { text: () => text }, waitUntil: (done) => work.push(done) });
  await Promise.all(work);
}
const push = (message: PushMessage) => pushText(JSON.stringify(encode(pushMessage, message)));

async function click(action = '', tag = callUniqueId) {
  const notice = shown.get(tag);
  if (!notice) throw new Error('Nothing is shown');
  const work: Promise<unknown>[] = [];
  listeners.notificationclick({
    action,
    notification: { data: notice.options.data, close: () => shown.delete(tag) },
    waitUntil: (done) => work.push(done),
  });
  await Promise.all(work);
}

test("shows a call with the caller's name and answer actions", async () => {
  await push(ring());
  expect([...shown.values()]).toMatchObject([
    {
      title: 'Luca Moretti',
      options: {
        body: 'Incoming call',
        requireInteraction: true,
        actions: [{ title: 'Accept' }, { title: 'Decline' }],
      },
    },
  ]);
});

test('makes a sound again for a new call after a missed one', async () => {
  await push(ring());
  await push(ended);
  expect(shown.get(callUniqueId)?.options.renotify).toBeUndefined();
  await push(ring());
  expect(shown.get(callUniqueId)?.options.renotify).toBe(true);
});

test('uses the language of the app, not of the browser', async () => {
  writeNotificationLanguage('it');
  await expect.poll(readNotificationLanguage).toBe('it');
  await push(ring());
  expect(shown.get(callUniqueId)?.options.body).toBe('Chiamata in arrivo');
});

test('uses Italian when the app does', async () => {
  navigator.language = 'it-IT';
  await push(ring());
  expect(shown.get(callUniqueId)?.options).toMatchObject({
    body: 'Chiamata in arrivo',
    actions: [{ title: 'Accetta' }, { title: 'Rifiuta' }],
  });
});

test.each([
  [ended, 'Missed call'],
  [handled, 'No longer ringing'],
])('replaces the ring silently when it ends', async (message, body) => {
  await push(ring());
  await push(message);
  expect([...shown.values()]).toMatchObject([{ title: 'Luca Moretti', options: { body, silent: true } }]);
  expect(shown.get(callUniqueId)?.options.actions).toBeUndefined();
});

test('does not ring for a push that arrives too late', async () => {
  await push(ring(Date.now() - 1));
  expect([...shown.values()]).toMatchObject([
    { title: 'Luca Moretti', options: { body: 'Missed call', silent: true } },
  ]);
});

test('shows nothing while a page is visible, because it rings itself; hidden pages do not count', async () => {
  pages = [new FakePage('hidden')];
  await push(ring());
  expect(shown.size).toBe(1);
  pages = [new FakePage('visible')];
  await push(ended);
  await push(ring());
  expect(shown.size).toBe(0);
});

test('ignores visible guest pages: the signed-in user is notified', async () => {
  pages = [new FakePage('visible', '/guest')];
  await push(ring());
  await push(written);
  expect(shown.size).toBe(2);
});

test('shows nothing for an invalid push', async () => {
  for (const text of ['', 'null', '{"messageType":"IncomingCall"}']) await pushText(text);
  expect(shown.size).toBe(0);
});

test('a click opens the app if no page is open', async () => {
  await push(ring());
  await click();
  expect(opened).toEqual(['/']);
  expect(shown.size).toBe(0);
});

test.each(['accept', 'decline'])('the answer «%s» opens the app if no page is open', async (answer) => {
  await push(ring());
  await click(answer);
  const [, secret = ''] = opened[0]?.split('/?answer=') ?? [];
  expect(await claimAnswer(secret)).toEqual({ callUniqueId, answer });
  expect(shown.size).toBe(0);
});

test.each([
  ['accept', true],
  ['decline', false],
])('the answer «%s» goes to an open page', async (answer, isFocused) => {
  const page = new FakePage('hidden');
  pages = [page];
  await push(ring());
  await click(answer);
  expect(opened).toEqual([]);
  expect(page).toMatchObject({ messages: [{ type: 'answerCall', callUniqueId, answer }], isFocused });
});

test.each(['/docs/', '/dev/mail', '/login/?to=%2Fpeople', '/invitation', '/guest'])(
  'the answer is not sent to a page that cannot ring: %s',
  async (path) => {
    const elsewhere = new FakePage('hidden', path);
    const app = new FakePage('hidden', '/people');
    pages = [elsewhere, app];
    await push(ring());
    await click('accept');
    expect([elsewhere.messages.length, app.messages.length, opened.length]).toEqual([0, 1, 0]);
    pages = [elsewhere];
    await push(ring());
    await click('accept');
    expect([elsewhere.messages.length, opened.length]).toEqual([0, 1]);
  },
);

test('a missed call opens its page', async () => {
  await push(ended);
  await click();
  expect(opened).toEqual([`/calls/${callUniqueId}`]);
});

test('shows a message with its sender, one notification per room, with a sound for each', async () => {
  await push(written);
  await push(written);
  expect([...shown.values()]).toEqual([
    {
      title: 'Luca Moretti',
      options: { tag: roomUniqueId, data: { roomUniqueId }, body: 'New message', renotify: true },
    },
  ]);
  navigator.language = 'it-IT';
  await push(written);
  expect(shown.get(roomUniqueId)?.options.body).toBe('Nuovo messaggio');
});

test('shows no message while a page is visible', async () => {
  await push(written);
  pages = [new FakePage('visible')];
  await push(written);
  expect(shown.size).toBe(0);
});

test('a click on a message opens its room, in an open page or a new one', async () => {
  await push(written);
  await click('', roomUniqueId);
  expect([opened, shown.size]).toEqual([[`/rooms/${roomUniqueId}`], 0]);
  const page = new FakePage('hidden');
  pages = [page];
  await push(written);
  await click('', roomUniqueId);
  expect(page).toMatchObject({ messages: [{ type: 'openRoom', roomUniqueId }], isFocused: true });
  expect(opened).toHaveLength(1);
});

test('D3.34, D7.21: stores shown notifications for their page', async () => {
  await push(written);
  await push(ring());
  await push(ended);
  await click();
  expect(await readReceived()).toMatchObject([
    { about: { kind: 'call', uniqueId: callUniqueId }, title: 'Luca Moretti', descr: 'Missed call', isRead: true },
    { about: { kind: 'room', uniqueId: roomUniqueId }, title: 'Luca Moretti', descr: 'New message', isRead: false },
  ]);
});

test('does not record what a visible page shows itself', async () => {
  pages = [new FakePage('visible')];
  await push(written);
  expect(await readReceived()).toEqual([]);
});

test.each([
  [7, '/content-detail/7'],
  [undefined, '/notices'],
])(
  'shows a notice over a visible page too; a click opens its content, else the list (%s)',
  async (contentId, address) => {
    pages = [new FakePage('visible')];
    await push({
      messageType: 'Notice',
      messageContent: { uniqueId: roomUniqueId, title: 'Closed today', text: '', ...(contentId && { contentId }) },
    });
    const [notice] = shown.values();
    expect(notice).toMatchObject({ title: 'Closed today', options: { tag: roomUniqueId } });
    expect(notice?.options.body).toBeUndefined();
    await click('', roomUniqueId);
    expect(opened).toEqual([address]);
    // What all visitors may read is no notification of this person.
    expect(await readReceived()).toEqual([]);
  },
);
