/** Creates the session of calls with the browser's adapters. Loaded after sign-in, in a separate chunk. */
import { type CallPorts, type CallSession, createCallSession } from '@earth/calls';
import { addRecordingPiece, type Participant, type Profile } from '@earth/contracts';
import { QueryClientProvider } from '@tanstack/react-query';
import { api, getConfig, isGuestPage, myself, realtime, sendCall } from '../../platform';
import { createCallCipher } from '../../platform/crypto/cipher';
import { makePreview } from '../../platform/crypto/small-picture';
import { recordKnownKeys } from '../../platform/crypto/known-keys';
import { isInShell } from '../../platform/native/shell';
import { pageClock } from '../../platform/page-clock';
import { createQueryClient } from '../../shared/query-client';
import { refreshCall, refreshHistory } from '../../shared/queries';
import { createUnsentStore, noUnsentStore } from '../../platform/storage/unsent';
import { showToast } from '../../shared/toast';
import { createDrafts } from './adapters/drafts';
import { createCallPages } from './adapters/call-pages';
import { getPageMedia } from './adapters/media';
import { createMediaServer } from './adapters/media-server';
import { createSessionMemory } from './adapters/memory';
import { recordingsKey } from './model/recordings-key';
import { createPageTones } from './adapters/tones';
import type { PageCalls } from './model/call-session';
import { createArPort } from './ar/ar-port';
import { offersArHere } from './ar/offers-ar';
import { createGate, type Gate } from './gate';
import { firstFacing } from './model/first-facing';
import { createRecorderPort } from './recording/recorder-port';
import { CallScreens } from './screens/CallScreens';
import { texts as leftOpenTexts } from './left-open/texts';
import { texts } from './texts';
import type { SessionScope } from '../../platform/session/session-scope';

/** The API, which refreshes the history after each change that this device makes to a call. */
function createPageApi(scope: SessionScope): CallPorts['api'] {
  const refresh = () => refreshHistory(scope);
  /** A refused call is in the history too. */
  function refuse(error: unknown): never {
    refresh();
    throw error;
  }
  async function refreshing<Stored>(callId: string, storing: Promise<Stored>): Promise<Stored> {
    const stored = await storing;
    refreshCall(scope, callId);
    return stored;
  }
  /** Notes the keys of the targets, for which the call's contents are sealed. */
  function recordKeysOf({ callTargets }: Participant) {
    if (isGuestPage) return;
    const targets = callTargets.map(({ contact }) => contact);
    void recordKnownKeys(scope, targets);
  }
  return {
    ...api,
    async createCall(input) {
      const created = await api.createCall(input).catch(refuse);
      recordKeysOf(created.participant);
      return created;
    },
    async joinCall(input) {
      const joined = await api.joinCall(input).catch(refuse);
      recordKeysOf(joined);
      return joined;
    },
    leaveCall: (input) => api.leaveCall(input).finally(refresh),
    declineCall: (input) => api.declineCall(input).finally(refresh),
    // Late uploads appear on the call's page, which may be open; the server sends their author no push.
    addCallPic: (input) => refreshing(input.id, api.addCallPic(input)),
    async addRecordingPiece(input) {
      await sendCall(addRecordingPiece, input);
      void scope.get(createQueryClient).invalidateQueries({ queryKey: recordingsKey(input.id) });
      return null;
    },
    sendCallMessage: (input, sending) => refreshing(input.id, api.sendCallMessage(input, sending)),
  };
}

const pageRealtime: CallPorts['realtime'] = {
  send: (frame) => void realtime.send(frame),
  onFrame: realtime.onFrame,
  onOpen: realtime.onOpen,
  onClose: (listener) =>
    realtime.connection.subscribe((now, before) => {
      if (before.isOpen && !now.isOpen) listener();
    }),
  isOpen: realtime.isOpen,
  probe: realtime.probe,
};

/** The session, with the question for the camera before the actions that need it. */
function withGate(session: CallSession, gate: Gate): CallSession {
  return {
    ...session,
    call: (request) => {
      // While the call is small, the page with its buttons can be used.
      if (session.getView().phase === 'inCall') showToast(texts.say('alreadyInCall'));
      else void gate.pass(() => session.call(request));
    },
    rejoin: () => gate.pass(() => void session.rejoin()),
    accept: () =>
      void gate.pass(() => {
        if (session.getView().phase === 'incoming') session.accept();
      }),
  };
}

/** In the mobile shell the phone rings, and follows the call. */
async function loadBesidePhone(scope: SessionScope) {
  if (!isInShell()) return null;
  const { createBesidePhone } = await import('./telephone');
  return createBesidePhone(scope, { clock: pageClock, realtime: pageRealtime });
}

export async function loadPageCalls(scope: SessionScope, me: Profile): Promise<PageCalls> {
  return createPageCalls(scope, me, await loadBesidePhone(scope));
}

type BesidePhone = Awaited<ReturnType<typeof loadBesidePhone>>;

function createPageCalls(scope: SessionScope, me: Profile, phone: BesidePhone): PageCalls {
  const { callTimeoutSeconds, cryptoSchema, fieldUsersDraw, hasMediaServer, maxFileBytes, maxUsersInCall } =
    getConfig();
  const media = getPageMedia();
  const memory = createSessionMemory(sessionStorage);
  const tones = createPageTones();
  const mediaServer = createMediaServer(me.uniqueId);
  const inner = createCallSession({
    me,
    unavailableAudioUrl: () => (myself() ?? me).company.unavailableAudioUrl,
    settings: { callTimeoutSeconds, cryptoSchema, fieldUsersDraw, maxFileBytes, maxUsersInCall },
    api: createPageApi(scope),
    realtime: pageRealtime,
    media,
    ar: offersArHere(me) ? createArPort() : null,
    recorder: createRecorderPort(() => inner.drawing),
    tones: phone?.tones(tones) ?? tones,
    cipher: scope.get(createCallCipher),
    memory,
    drafts: createDrafts(sessionStorage, me.uniqueId),
    unsent: isGuestPage ? noUnsentStore : createUnsentStore(me.uniqueId, navigator.locks),
    pages: createCallPages(me.uniqueId, navigator.locks),
    notifyLost: () => showToast(texts.say('lost')),
    notifyOver: () => showToast(leftOpenTexts.say('over')),
    clock: pageClock,
    createPeerConnection: (configuration) => new RTCPeerConnection(configuration),
    createMediaStream: () => new MediaStream(),
    loadMediaServer: mediaServer.load,
    objectUrls: { create: (blob) => URL.createObjectURL(blob), revoke: (url) => URL.revokeObjectURL(url) },
    makePreview,
    createId: () => crypto.randomUUID(),
  });
  const gate = createGate(media, firstFacing(me));
  const followed = phone?.follow(inner);
  const session = withGate(followed?.session ?? inner, gate);
  const stopHolding = gate.subscribe(() => inner.holdLeftOpen(gate.getState().type !== 'away'));
  // If the call stops ringing, the question for the camera is cancelled.
  let wasIncoming = false;
  const stopWatching = inner.subscribe(() => {
    const { phase } = inner.getView();
    const isIncoming = phase === 'incoming';
    if (hasMediaServer) mediaServer.handlePhase(phase);
    if (wasIncoming && !isIncoming && gate.getState().type !== 'away') gate.cancel();
    wasIncoming = isIncoming;
  });
  // So that the others need not wait for the link to break. A page that is only reloaded is back before they are notified.
  const notifyClosed = () => {
    const callId = memory.load().active?.callId;
    if (callId !== undefined) api.closePage({ id: callId }).catch(() => undefined);
  };
  addEventListener('pagehide', notifyClosed);
  return {
    session,
    gate,
    // A guest's page has no provider around it.
    screens: (
      <QueryClientProvider client={scope.get(createQueryClient)}>
        <CallScreens session={session} gate={gate} me={me} />
      </QueryClientProvider>
    ),
    dispose() {
      removeEventListener('pagehide', notifyClosed);
      stopWatching();
      stopHolding();
      gate.cancel();
      inner.dispose();
      mediaServer.handlePhase('idle');
      followed?.stop();
    },
  };
}
