import { encode, type PushMessage, pushMessage } from '@earth/contracts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from 'zustand/vanilla';
import { logLines } from '../../platform/app-log';
import type { PushState } from '../../platform/push/push';
import { testId } from '../../testing/people';
import { type NativeMethod, type NativeShell, silent, standInShell } from '../../testing/shell';
import { startUp } from './start-up';

const OPENED = 'pushNotificationActionPerformed';
const steps: string[] = [];
let state: PushState;
let isWanted: boolean;
let stop: () => void = () => undefined;

beforeEach(() => {
  steps.length = 0;
  state = 'on';
  isWanted = true;
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(getState: NativeMethod = () => ({ isActive: true })): NativeShell {
  const shell = standInShell({ App: { getState }, PushNotifications: {} });
  const store = createStore<PushState>(() => 'absent');
  stop = startUp({
    push: {
      store,
      async renew() {
        steps.push(`renew after ${shell.calls.join()}`);
        store.setState(state, true);
      },
      turnOn: async () => void steps.push('ask'),
    },
    isWanted: () => isWanted,
    openPage: (path) => steps.push(path),
    answerCall: ({ callUniqueId, answer }) => steps.push(`${answer} ${callUniqueId}`),
  });
  return shell;
}

/** As FCM gives it: the content as text. */
function opened(message: PushMessage, actionId = 'tap') {
  const { messageType, messageContent } = encode(pushMessage, message) as Readonly<Record<string, unknown>>;
  const data = { messageType, messageContent: JSON.stringify(messageContent) };
  return { actionId, notification: { id: '1', data } };
}

const renewed = 'renew after App.getState';
const caller = { uniqueId: testId(), name: 'Luca' };
const date = '2026-11-20T10:00:00.000Z';

test('D4.5: the shell starts in order: device ready, permissions, the notification that has opened it', async () => {
  state = 'asking';
  const shell = start();
  const room = testId();
  // Android gives it as soon as it has started.
  shell.emitRetained(
    'PushNotifications',
    OPENED,
    opened({ messageType: 'RoomMessage', messageContent: { roomUniqueId: room, sender: caller, date } }),
  );
  await vi.waitFor(() => expect(steps).toEqual([renewed, 'ask', `/rooms/${room}`]));
  expect(shell.calls).toEqual(['App.getState', `PushNotifications.addListener ${OPENED}`]);
});

test('a user who was asked before, or who has switched notifications off, is not asked', async () => {
  const isStarted = (shell: NativeShell) =>
    vi.waitFor(() => expect(shell.listeners('PushNotifications', OPENED)).toBe(1));
  await isStarted(start());
  state = 'asking';
  isWanted = false;
  await isStarted(start());
  expect(steps).toEqual([renewed, renewed]);
});

test('a native side that is silent for 20 s does not stop the start, and the log says so', async () => {
  vi.useFakeTimers();
  const shell = start(silent);
  await vi.advanceTimersByTimeAsync(19_999);
  expect(steps).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect([steps, shell.listeners('PushNotifications', OPENED)]).toEqual([[renewed], 1]);
  expect(logLines().at(-1)?.words).toBe('PluginSilentError: App: App has not answered for 20 s');
});

test('opens what a notification is about, answers a call by its buttons, and ignores what is not of this app', async () => {
  const shell = start();
  await vi.waitFor(() => expect(shell.listeners('PushNotifications', OPENED)).toBe(1));
  steps.length = 0;
  const [callUniqueId, uniqueId] = [testId(), testId()];
  const give = (message: PushMessage, action?: string) =>
    shell.emit('PushNotifications', OPENED, opened(message, action));
  const call = {
    uniqueId: callUniqueId,
    callerUniqueId: caller.uniqueId,
    startDate: date,
    ringsUntil: date,
    cryptoSchema: 1 as const,
  };
  const incoming: PushMessage = { messageType: 'IncomingCall', messageContent: { call, caller } };
  // It rings by itself.
  give(incoming);
  give(incoming, 'accept');
  give({ messageType: 'EndedCall', messageContent: { callUniqueId } });
  give({ messageType: 'Notice', messageContent: { uniqueId, title: 'Closed', text: '', contentId: 7 } });
  give({ messageType: 'Notice', messageContent: { uniqueId, title: 'Closed', text: '' } });
  for (const data of [
    null,
    { messageType: 'Other', messageContent: '{}' },
    { messageType: 'EndedCall', messageContent: '{' },
  ])
    shell.emit('PushNotifications', OPENED, { actionId: 'tap', notification: { id: '2', data } });
  // APNs gives the content as fields.
  const { notification } = opened({ messageType: 'EndedCall', messageContent: { callUniqueId: uniqueId } });
  const data = {
    aps: {},
    ...notification.data,
    messageContent: JSON.parse(notification.data.messageContent) as unknown,
  };
  shell.emit('PushNotifications', OPENED, { actionId: 'tap', notification: { id: '3', data } });
  expect(steps).toEqual([
    `accept ${callUniqueId}`,
    `/calls/${callUniqueId}`,
    '/content-detail/7',
    '/notices',
    `/calls/${uniqueId}`,
  ]);
  stop();
  await vi.waitFor(() => expect(shell.listeners('PushNotifications', OPENED)).toBe(0));
});
