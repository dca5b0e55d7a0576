/** The text of a message notification, with the real cipher. */
import { encode, type PushMessage, pushMessage, readPushedMessage, type Scheme } from '@earth/contracts';
import { importPrivateKeys, sealText } from '@earth/crypto';
import { createKeyBundle } from '@earth/crypto/keys';
import { beforeEach, expect, test, vi } from 'vitest';
import { deviceKeys } from '../session/device-keys';
import { writeAreTextsShown } from '../push/notification-texts';
import { testContact, testId } from '../../testing/people';
import { testMessage } from '../../testing/rooms';
import { createPushWorker, type PushedEvent, type WorkerScope } from './push-worker';

const roomId = testId();
const [hers, his, others] = await Promise.all([createKeyBundle(), createKeyBundle(), createKeyBundle()]);
const giulia = testContact({ name: 'Giulia Ferri', publicKey: hers.publicKey });
const luca = testContact({ name: 'Luca Moretti', publicKey: his.publicKey });

/** The server's answer to the request for a pushed message; null: none. */
let answer: (() => Promise<unknown>) | null;
let requests: unknown[];
/** The visible notification. */
let shown: { readonly title: string; readonly body: string | undefined } | null;
let visibility: 'hidden' | 'visible';
let push: (event: PushedEvent) => void;

beforeEach(async () => {
  answer = null;
  requests = [];
  shown = null;
  visibility = 'hidden';
  await deviceKeys.save(hers.privateKey);
  await writeAreTextsShown(true);
  vi.stubGlobal('fetch', async (url: string, { body }: RequestInit) => {
    requests.push([url, await new Response(body).text()]);
    return answer ? Response.json({ result: { success: true, code: 200, message: '' }, data: await answer() }) : fail();
  });
  createPushWorker({
    addEventListener(type: string, listener: unknown) {
      if (type === 'push') push = listener as typeof push;
    },
    navigator: { language: 'en-GB' },
    registration: {
      async showNotification(title, { body }) {
        shown = { title, body };
      },
      getNotifications: async () => [],
    },
    clients: {
      matchAll: async () => [
        { url: 'https://earth.example/', visibilityState: visibility, postMessage() {}, focus: async () => undefined },
      ],
      openWindow: async () => undefined,
    },
  } satisfies WorkerScope);
});

const fail = () => {
  throw new Error('no net');
};

interface Written {
  readonly scheme?: Scheme;
  readonly clientId?: string;
  readonly fileName?: string;
  readonly privateKey?: string;
}

/** As the server returns it: by default from Luca, in the room. */
async function written(text: string, { scheme = 2, clientId = 'm-1', fileName, privateKey }: Written = {}) {
  const sender = { uniqueId: luca.uniqueId, keys: await importPrivateKeys(privateKey ?? his.privateKey) };
  const place = { kind: 'message', within: roomId, id: clientId } as const;
  const message = await sealText(scheme, text, [giulia, luca], { sender, place });
  const { text: _, ...rest } = testMessage(luca, 3, { roomUniqueId: roomId, clientId: 'm-1', message });
  const roomMessage = { ...rest, cryptoSchema: scheme, fileName: fileName ?? null };
  return encode(readPushedMessage.data, { contactUniqueId: giulia.uniqueId, sender: luca, roomMessage });
}

async function pushed() {
  const message: PushMessage = {
    messageType: 'RoomMessage',
    messageContent: { roomUniqueId: roomId, sender: luca, date: '2026-01-06T10:00:00.000Z' },
    readToken: 'the-token',
  };
  const text = JSON.stringify(encode(pushMessage, message));
  const work: Promise<unknown>[] = [];
  push({ data: { text: () => text }, waitUntil: (done) => work.push(done) });
  await Promise.all(work);
}

const unread = { title: 'Luca Moretti', body: 'New message' };

test.each([1, 2] as const)('fetches a message under scheme %d with the token, and opens it', async (scheme) => {
  answer = () => written('Close valve 2\nfirst', { scheme });
  await pushed();
  expect(shown).toEqual({ title: 'Luca Moretti', body: 'Close valve 2 first' });
  expect(requests).toEqual([['/services/rooms/pushed-message', expect.stringContaining('the-token')]]);
});

test('cuts long texts, shows only the own text of a reply, and the name of a file', async () => {
  answer = () => written('valve '.repeat(100));
  await pushed();
  expect(shown?.body).toMatch(/^(valve )+valve…$/);
  expect(shown?.body?.length).toBeLessThan(150);
  answer = () => written('> Giulia Ferri: Which one?\n\nThe red one');
  await pushed();
  expect(shown?.body).toBe('The red one');
  answer = () => written('voice-note-12s.weba', { fileName: 'voice-note-12s.weba' });
  await pushed();
  expect(shown?.body).toBe('Voice note');
  answer = () => written('plan.pdf', { fileName: 'plan.pdf' });
  await pushed();
  expect(shown?.body).toBe('plan.pdf');
});

test('does not show what is not genuine: signed by someone else, or from another place', async () => {
  for (const forged of [{ privateKey: others.privateKey }, { clientId: 'm-0' }]) {
    answer = () => written('Open V-12', forged);
    await pushed();
    expect(shown).toEqual(unread);
    shown = null;
  }
});

test('without keys, a network or a valid answer, only says that there is a message', async () => {
  await pushed();
  expect(shown).toEqual(unread);
  for (const nothing of [null, {}, { RoomMessage: {} }]) {
    shown = null;
    answer = async () => nothing;
    await pushed();
    expect(shown).toEqual(unread);
  }
  answer = () => written('Close valve 2');
  for (const privateKey of [others.privateKey, null]) {
    shown = null;
    await (privateKey === null ? deviceKeys.delete() : deviceKeys.save(privateKey));
    await pushed();
    expect(shown).toEqual(unread);
  }
});

test('fetches nothing if texts are switched off, or while a page is visible', async () => {
  answer = () => written('Close valve 2');
  await writeAreTextsShown(false);
  await pushed();
  expect(shown).toEqual(unread);
  await writeAreTextsShown(true);
  shown = null;
  visibility = 'visible';
  await pushed();
  expect([shown, requests]).toEqual([null, []]);
});

test('an unanswered request does not hold up the notifications for long, for any number of messages', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  try {
    answer = () => new Promise(() => {});
    const done = Promise.all([pushed(), pushed(), pushed()]);
    await vi.waitUntil(() => requests.length === 3);
    await vi.advanceTimersByTimeAsync(5000);
    await done;
    expect(shown).toEqual(unread);
  } finally {
    vi.useRealTimers();
  }
});
