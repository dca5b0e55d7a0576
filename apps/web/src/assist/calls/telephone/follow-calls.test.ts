/** The page and the phone follow each other: over Capacitor's bridge, with a fake native side and a fake session. */
import type { CallSession, CallView } from '@earth/calls';
import { READY_WAIT_MS } from '@earth/contracts';
import { afterEach, beforeEach, expect, type MockInstance, test, vi } from 'vitest';
import { api } from '../../../platform';
import { createSessionScope } from '../../../platform/session/session-scope';
import { testInCall, testLocal, testPerson } from '../../../testing/calls';
import { testContact, testId } from '../../../testing/people';
import { type NativePlugin, NativeRejection, type NativeShell, silent, standInShell } from '../../../testing/shell';
import { createCalls } from '../model/call-session';
import { createBesidePhone } from '.';

const NEW_ID = '11111111-1111-4111-8111-111111111111';
const done = () => undefined;
const works: NativePlugin = {
  ring: done,
  start: done,
  connect: done,
  end: done,
  endAll: done,
  setMuted: done,
};

const inCall = testInCall({ people: [testPerson({ contact: testContact({ name: 'Luca Moretti' }) })] });
const { call } = inCall;
const callId = call.uniqueId;
const name = call.caller.name;
const ofCall = { callId };
const incoming: CallView = { phase: 'incoming', call, subject: null, since: 1_000, timeoutSeconds: 30 };
const calling: CallView = {
  phase: 'calling',
  targets: [testContact({ name: 'Giulia Conti' }), testContact({ name: 'Sara Riva' })],
  since: 1_000,
  isRinging: true,
  local: testLocal,
};
const closed = (reason: string) => ({ phase: 'closed', reason }) as unknown as CallView;
const idle: CallView = { phase: 'idle' };

let view: CallView;
let shell: NativeShell;
let actions: string[];
let online: () => void;
let stop: () => void;
let session: CallSession;
let played: string[];
const listeners = new Set<() => void>();
let declined: MockInstance<typeof api.declineCall>;
const scopeValues = new Map<unknown, unknown>();

function show(next: CallView) {
  view = next;
  for (const listener of listeners) listener();
}

/** The page is loaded in a shell with this plugin. Its session has no statechart: the test sets what it shows. */
function load(Telephone: NativePlugin = works, platform: 'android' | 'ios' = 'android') {
  shell = standInShell({ Telephone }, platform);
  restart();
}

function restart() {
  const scope = createSessionScope(0, scopeValues);
  const queue = {
    clock: { now: Date.now, setTimeout: (run: () => void, ms: number) => setTimeout(run, ms), clearTimeout },
    realtime: {
      onOpen(listener: () => void) {
        online = listener;
        return () => undefined;
      },
    },
  };
  const beside = createBesidePhone(scope, queue);
  const inner = {
    getView: () => view,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    accept: () => void actions.push('accept'),
    decline: () => void actions.push('decline'),
    hangUp: () => void actions.push('hangUp'),
    rejoin: async () => void actions.push('rejoin'),
    setAudio: (on: boolean) => void actions.push(`audio ${on}`),
  } as unknown as CallSession;
  scopeValues.set(createCalls, { ...inner, accept: () => session.accept(), decline: () => session.decline() });
  const followed = beside?.follow(inner);
  session = followed?.session ?? inner;
  stop = followed?.stop ?? (() => undefined);
  return beside?.tones({
    play: (tone) => void played.push(typeof tone === 'string' ? tone : tone.url),
    stop: () => void played.push('stop'),
  });
}

const told = () => shell.calls.filter((one) => !one.includes('Listener'));
const optionsOf = (method: string) => shell.optionsOf('Telephone', method);
const settle = () => vi.advanceTimersByTimeAsync(0);

beforeEach(() => {
  vi.useFakeTimers({ now: 1_000 });
  vi.spyOn(crypto, 'randomUUID').mockReturnValue(NEW_ID);
  declined = vi.spyOn(api, 'declineCall').mockReset().mockResolvedValue(null);
  scopeValues.clear();
  view = idle;
  actions = [];
  played = [];
});
afterEach(() => {
  stop();
  listeners.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('A4.13: a call that rings in the page rings on the phone, for as long as it rings', async () => {
  load();
  const tones = restart();
  vi.setSystemTime(6_000);
  show(incoming);
  tones?.play('ring');
  await settle();
  expect(optionsOf('ring')).toEqual([{ callId, name, ringsUntil: Date.parse(call.ringsUntil), ringsForMs: 25_000 }]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(played).not.toContain('ring');
});

test('a shell without the plugin leaves the tones to the page', () => {
  shell = standInShell({});
  expect(restart()).toBeUndefined();
});

test.each([
  ['fails', () => Promise.reject(new NativeRejection('forbidden', 'UNAVAILABLE'))],
  ['is silent', silent],
])('the page rings if the plugin %s', async (_, ring) => {
  shell = standInShell({ Telephone: { ...works, ring } });
  const tones = restart();
  show(incoming);
  tones?.play('ring');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(played.filter((tone) => tone === 'ring')).toEqual(['ring']);
});

test('answered on the phone before there was a page: accepted as soon as the call rings in it', async () => {
  shell = standInShell({ Telephone: works });
  shell.emitRetained('Telephone', 'answered', ofCall);
  restart();
  expect(actions).toEqual([]);
  show(incoming);
  await settle();
  expect([actions, told()]).toEqual([['accept'], ['Telephone.connect']]);
  show(inCall);
  expect(optionsOf('connect')).toEqual([{ callId, name }]);
});

test('answered in the page: the phone stops ringing before the microphone opens, or a second later', async () => {
  let isConnected = () => {};
  load({ ...works, connect: () => new Promise<void>((resolve) => (isConnected = resolve)) });
  show(incoming);
  session.accept();
  await settle();
  expect([told(), actions]).toEqual([['Telephone.connect'], []]);
  isConnected();
  await settle();
  expect(actions).toEqual(['accept']);

  stop();
  load({ ...works, connect: silent });
  show(incoming);
  session.accept();
  await vi.advanceTimersByTimeAsync(999);
  expect(actions).toEqual(['accept']);
  await vi.advanceTimersByTimeAsync(1);
  expect(actions).toEqual(['accept', 'accept']);
});

test('declined on the phone: declined in the page', async () => {
  load();
  show(incoming);
  shell.emit('Telephone', 'declined', ofCall);
  expect([actions, declined.mock.calls]).toEqual([['decline'], []]);
});

test('declined on the phone before there was a page, and without a network: the server hears of it as soon as it can', async () => {
  shell = standInShell({ Telephone: works });
  shell.emitRetained('Telephone', 'declined', ofCall);
  // There was no answer.
  declined.mockRejectedValue({ code: 0 });
  restart();
  await settle();
  expect(declined.mock.calls).toEqual([[{ id: callId }]]);
  declined.mockResolvedValue(null);
  online();
  await settle();
  await vi.advanceTimersByTimeAsync(10_000);
  expect(declined.mock.calls.length).toBe(2);
  // The server did not know of it yet when it was asked for the ringing calls.
  show(incoming);
  expect(actions).toEqual(['decline']);
});

test('answered and ended again on the phone while the page was loaded: not accepted', async () => {
  shell = standInShell({ Telephone: works });
  shell.emitRetained('Telephone', 'answered', ofCall);
  shell.emitRetained('Telephone', 'ended', ofCall);
  restart();
  await settle();
  show(incoming);
  await settle();
  expect([actions, declined.mock.calls]).toEqual([['decline'], [[{ id: callId }]]]);
});

test('answered on the phone by another user, or when the call is over: the phone ends it', async () => {
  load();
  shell.emit('Telephone', 'answered', ofCall);
  await vi.advanceTimersByTimeAsync(READY_WAIT_MS);
  expect(optionsOf('end')).toEqual([{ callId, reason: 'failed' }]);
});

test('A4.19: the end of a call in the page is its end on the phone, with the reason', async () => {
  load();
  const endings: readonly (readonly [CallView, () => void, string])[] = [
    // Declined here; the caller has hung up; answered elsewhere looks the same.
    [incoming, () => (session.decline(), show(idle)), 'local'],
    [incoming, () => show(idle), 'remote'],
    [inCall, () => (session.hangUp(), show(closed('answered'))), 'local'],
    [inCall, () => show(closed('left')), 'remote'],
    [inCall, () => show(closed('failed')), 'failed'],
  ];
  for (const [begins, ends] of endings) {
    show(begins);
    ends();
  }
  await settle();
  expect(optionsOf('end')).toEqual(endings.map(([, , reason]) => ({ callId, reason })));
  // A ring that follows is not ended by the user.
  show(incoming);
  show(idle);
  expect(optionsOf('end').at(-1)).toEqual({ callId, reason: 'remote' });
});

test('ended on the phone: hung up in the page', async () => {
  load();
  show(inCall);
  shell.emit('Telephone', 'ended', ofCall);
  expect(actions).toEqual(['hangUp']);
  shell.emit('Telephone', 'ended', { callId: testId() });
  expect(actions).toEqual(['hangUp']);
});

test('a call that the user makes is one of the phone too, from the first ring to its end', async () => {
  load();
  show(calling);
  show({ ...calling });
  show(inCall);
  show(closed('left'));
  await settle();
  const calls = ['Telephone.start', 'Telephone.setMuted', 'Telephone.connect', 'Telephone.setMuted', 'Telephone.end'];
  expect(told()).toEqual(calls);
  const outgoing = { callId: NEW_ID, name: 'Giulia Conti, Sara Riva' };
  expect([optionsOf('start'), optionsOf('connect')]).toEqual([[outgoing], [outgoing]]);
  expect(optionsOf('end')).toEqual([{ callId: NEW_ID, reason: 'remote' }]);
});

test('a reloaded page takes its call over, does not end it, and says whether it is muted, which the former may have been', async () => {
  load();
  show(idle);
  show(inCall);
  await settle();
  expect(told()).toEqual(['Telephone.connect', 'Telephone.setMuted']);
  expect(optionsOf('setMuted')).toEqual([{ callId, isMuted: false }]);
});

test('ended on the phone while the page was loaded anew: left as soon as the page is back in it', () => {
  shell = standInShell({ Telephone: works });
  shell.emitRetained('Telephone', 'ended', ofCall);
  restart();
  show(inCall);
  expect(actions).toEqual(['hangUp']);
  // Called into it again later.
  show(incoming);
  show(inCall);
  expect(actions.filter((action) => action === 'hangUp').length).toBe(1);
});

test('ended on the phone before there was a page: the user may go back into the call later', async () => {
  shell = standInShell({ Telephone: works });
  shell.emitRetained('Telephone', 'ended', ofCall);
  restart();
  await session.rejoin();
  show(inCall);
  expect(actions).toEqual(['rejoin']);
});

test('muted in the page, muted on the phone, and the other way round, without an echo', async () => {
  load();
  show(inCall);
  show({ ...inCall, local: { ...testLocal, audioOn: false } });
  expect(optionsOf('setMuted').at(-1)).toEqual({ callId, isMuted: true });
  shell.emit('Telephone', 'muted', { callId, isMuted: false });
  show(inCall);
  expect([actions, optionsOf('setMuted').length]).toEqual([['audio true'], 2]);
});
