/** Calls of the mobile shell: the page and the phone follow each other. Loaded in the shell only. */
import type { CallSession, Tones } from '@earth/calls';
import { createRetryQueue, type RetryQueuePorts } from '@earth/messaging';
import { api } from '../../../platform';
import { hasPlugin, notePluginError } from '../../../platform/native/shell';
import { connectOnTelephone, listenToTelephone, ringOnTelephone, telephone } from '../../../platform/native/telephone';
import type { SessionScope } from '../../../platform/session/session-scope';
import { answerCall } from '../answer';
import { followCalls } from './follow-calls';
import { createTonesBesidePhone } from './tones-beside-phone';

/** How long an answer in the page waits until the phone does not ring any more, and gives the microphone back. */
const RELEASE_WITHIN_MS = 1_000;

interface Beside {
  /** The tones of a session that `follow` gets later. */
  tones(own: Tones): Tones;
  /** @returns the session with its actions as the phone needs them, and a function that ends it */
  follow(session: CallSession): { readonly session: CallSession; readonly stop: () => void };
}

const within = (work: Promise<void>, ms: number) =>
  Promise.race([work.catch(notePluginError), new Promise<void>((resolve) => setTimeout(resolve, ms))]);

function ringOf(session: CallSession | null): Promise<void> {
  const view = session?.getView();
  if (view?.phase !== 'incoming') return Promise.resolve();
  const { uniqueId: callId, caller, ringsUntil } = view.call;
  const ringsForMs = Math.max(0, view.since + 1000 * view.timeoutSeconds - Date.now());
  return ringOnTelephone({ callId, name: caller.name, ringsUntil, ringsForMs });
}

/** Null: this shell has no such plugin, so the page rings as in a browser. */
export function createBesidePhone(scope: SessionScope, queuePorts: RetryQueuePorts): Beside | null {
  if (!hasPlugin('Telephone')) return null;
  let current: CallSession | null = null;

  function follow(inner: CallSession) {
    current = inner;
    const declines = createRetryQueue(queuePorts);
    const followed = followCalls({
      session: inner,
      phone: { ...telephone, listen: listenToTelephone },
      acceptWhenRinging: (callUniqueId, onGone) => answerCall(scope, { callUniqueId, answer: 'accept' }, onGone),
      declineUnseen(callUniqueId) {
        // The server may not know of it yet when the page hears of the ring.
        answerCall(scope, { callUniqueId, answer: 'decline' });
        const run = async () => void (await api.declineCall({ id: callUniqueId }));
        declines.add({ run, onWaiting: () => undefined, onFailed: () => undefined });
      },
      createId: () => crypto.randomUUID(),
    });

    async function accept() {
      const view = inner.getView();
      if (view.phase !== 'incoming') return;
      const { uniqueId: callId, caller } = view.call;
      followed.noteConnected();
      await within(connectOnTelephone({ callId, name: caller.name }), RELEASE_WITHIN_MS);
      const now = inner.getView();
      if (now.phase === 'incoming' && now.call.uniqueId === callId) inner.accept();
    }

    return {
      session: {
        ...inner,
        accept: () => void accept(),
        decline() {
          followed.noteLocalEnd();
          inner.decline();
        },
        hangUp() {
          followed.noteLocalEnd();
          inner.hangUp();
        },
        rejoin() {
          followed.noteRejoin();
          return inner.rejoin();
        },
      },
      stop() {
        followed.stop();
        declines.stop();
      },
    };
  }

  return {
    tones: (own) => createTonesBesidePhone(own, () => ringOf(current)),
    follow,
  };
}
