/** Builds what a screen shows from the statechart, the connection and the local media. */
import {
  type Call,
  type CallTarget,
  type Contact,
  isController,
  type NotGenuine,
  type Profile,
  whomToRing,
} from '@earth/contracts';
import type { CallSnapshot } from '../machine/call-machine';
import type { CallConnection } from './call-connection';
import type { CallContext } from '../machine/call-machine-types';
import { findTarget, isPresent, others } from './roster';
import type { Peer } from '../transport/transport';
import type { CallRecording } from '../recording/call-recording';
import type { CallView, LinkTrust, LocalMedia, Person, RecordingView } from '../view';

export interface ViewSources {
  readonly me: Profile;
  readonly snapshot: CallSnapshot;
  readonly connection: CallConnection | null;
  readonly local: LocalMedia;
  /** The decrypted subject; null: not sealed for the user, or not decrypted yet. */
  readonly subject: string | NotGenuine | null;
  readonly isServerAway: boolean;
  /** The setting `fieldUsersDraw`. */
  readonly fieldUsersDraw: boolean;
  readonly maxUsers: number;
  readonly leftOpen: Call | null;
}

export function viewOf(sources: ViewSources): CallView {
  const { snapshot, leftOpen } = sources;
  if (snapshot.matches('incoming')) return incomingView(sources);
  if (snapshot.matches('calling')) return callingView(sources);
  if (snapshot.matches('joining') || snapshot.matches('inCall')) return inCallView(sources);
  if (snapshot.matches('closed')) return { ...closedView(sources), ...(leftOpen && { leftOpen }) };
  return { phase: 'idle', ...(leftOpen && { leftOpen }) };
}

function incomingView({ snapshot: { context }, subject }: ViewSources): CallView {
  const { call, since, callTimeoutSeconds } = context;
  return call ? { phase: 'incoming', call, subject, since, timeoutSeconds: callTimeoutSeconds } : { phase: 'idle' };
}

function callingView({ snapshot, local }: ViewSources): CallView {
  const { context } = snapshot;
  return {
    phase: 'calling',
    targets: peopleOf(context),
    since: context.since,
    isRinging: snapshot.matches({ calling: 'ringing' }),
    local,
  };
}

/** Used while joining too, so that the stage is there from the first frame. After a reload the call is unknown until joined. */
function inCallView({ me, snapshot, connection, local, subject, isServerAway, ...sources }: ViewSources): CallView {
  const { call, targets, answeredAt, since } = snapshot.context;
  if (!call) return { phase: 'idle' };
  return {
    phase: 'inCall',
    call,
    subject,
    since: answeredAt ?? since,
    people: personsOf(targets, me.uniqueId, connection).map((person) =>
      // A client that does not know «audio only» goes on sending.
      local.isAudioOnly ? { ...person, hasVideo: false } : person,
    ),
    unanswered: others(targets, me.uniqueId).flatMap(({ contact, state }) =>
      state === 'refused' || state === 'missed' ? [{ contact, state }] : [],
    ),
    maxUsers: sources.maxUsers,
    me: {
      color: findTarget(targets, me.uniqueId)?.annotationsColor ?? '',
      isController: isController(me.role.code),
      mayDraw: sources.fieldUsersDraw || isController(me.role.code),
    },
    local,
    ...(connection ? contentsOf(connection, targets) : NO_CONTENTS),
    isServerAway,
    mediaServer: connection?.mediaServer() ?? 'none',
  };
}

const NO_CONTENTS = {
  cameraAskedBy: null,
  recording: { own: 'off', waitsFor: [], refusedBy: null, problem: null, askedBy: null, by: [] },
  cameraHeldBy: [],
  mode: 'GUIMODE_LIVECAMERA',
  selectedPicId: null,
  shownBy: null,
  snapshots: [],
  unseenPics: 0,
  messages: [],
  outgoing: [],
  readers: [],
  unreadMessages: 0,
} as const;

function contentsOf(connection: CallConnection, targets: readonly CallTarget[]) {
  const { live, screen, snapshots, chat } = connection;
  const { cameras } = live;
  const { mode, selectedPicId, shownBy } = screen;
  const contactsOf = (ids: readonly string[]) =>
    ids.flatMap((id) => {
      const target = findTarget(targets, id);
      return target?.state === 'joined' ? [target.contact] : [];
    });
  return {
    cameraAskedBy: contactsOf(cameras.withConsent('asked'))[0] ?? null,
    cameraHeldBy: contactsOf(cameras.withConsent('granted')),
    recording: recordingOf(live.recording, targets),
    mode,
    selectedPicId,
    shownBy: shownBy === null ? null : (findTarget(targets, shownBy)?.contact.name ?? null),
    ...leftOf(connection),
    readers: chat.progress.readers(),
    unseenPics: snapshots.unseen,
    unreadMessages: chat.unread,
  };
}

function recordingOf({ asked, given, problem }: CallRecording, targets: readonly CallTarget[]): RecordingView {
  const contactsOf = (ids: readonly string[]) => ids.flatMap((id) => findTarget(targets, id)?.contact ?? []);
  return {
    own: asked.state,
    waitsFor: contactsOf(asked.waitsFor),
    refusedBy: contactsOf(asked.refusedBy === null ? [] : [asked.refusedBy])[0] ?? null,
    problem,
    askedBy: contactsOf(given.askedBy)[0] ?? null,
    by: contactsOf(given.recordedBy),
  };
}

function closedView({
  snapshot: { context },
  connection,
  subject,
}: ViewSources): Extract<CallView, { phase: 'closed' }> {
  const { reason, message, answeredAt, endedAt, request, call } = context;
  const isHelp = request?.forHelp ?? false;
  // A call may ring many people, of whom the first to answer get it; the screen names the ones who have joined.
  const joined = answeredAt === null ? [] : joinedIn(context);
  return {
    phase: 'closed',
    callId: call?.uniqueId ?? null,
    reason: reason ?? 'failed',
    ...(reason === 'failed' && connection ? failureIn(connection) : { isBlocked: false, isForged: false }),
    message,
    people: joined.length > 0 ? joined : peopleOf(context),
    subject,
    forHelp: isHelp && answeredAt === null,
    productCode: request?.productCode ?? call?.productCode ?? null,
    durationSeconds:
      answeredAt === null || endedAt === null ? 0 : Math.max(0, Math.round((endedAt - answeredAt) / 1000)),
    ...(connection ? leftOf(connection) : { messages: [], outgoing: [], snapshots: [] }),
  };
}

const failureIn = ({ reachable: { isBlocked, isForged } }: CallConnection) => ({ isBlocked, isForged });

/** What stays on the screen of a closed call. */
const leftOf = ({ chat, snapshots }: CallConnection) => ({
  messages: chat.messages(),
  outgoing: chat.outgoing(),
  snapshots: snapshots.list(),
});

const joinedIn = ({ me, targets }: CallContext): readonly Contact[] =>
  others(targets, me)
    .filter(({ state }) => state === 'joined' || state === 'left')
    .map(({ contact }) => contact);

/** The people whom the call is with, for the caller and for the called. */
function peopleOf({ me, request, targets }: CallContext): readonly Contact[] {
  const called = others(targets, me).map(({ contact }) => contact);
  if (!request) return called;
  if (!request.forHelp) return request.targets;
  // The server chooses the helpers; until it has, the screen shows the ones whom it would choose.
  return called.length > 0 ? called : whomToRing(request.targets).targets;
}

/** A link is signed by a person only with the key that the call shows for them: it is the one that can be compared. */
const trustOf = (peer: Peer | undefined, { publicKey }: Contact): LinkTrust =>
  peer?.trust === 'signed' && peer.signedBy !== publicKey ? 'unsigned' : (peer?.trust ?? null);

/** A participant to whom this page has no link. */
const NO_LINK = {
  link: 'connecting',
  isUndecryptable: false,
  stream: null,
  hasAudio: false,
  hasVideo: false,
  sentLevel: 'full',
  receivedLevel: 'full',
} as const satisfies Partial<Peer>;

const personsOf = (targets: readonly CallTarget[], me: string, connection: CallConnection | null): Person[] => {
  const peers = connection?.peers() ?? [];
  return others(targets, me)
    .filter(isPresent)
    .map(({ contact, annotationsColor, state }) => {
      const peer = peers.find(({ contactId }) => contactId === contact.uniqueId);
      const { link, isUndecryptable, stream, hasAudio, hasVideo, sentLevel, receivedLevel } = peer ?? NO_LINK;
      return {
        contact,
        color: annotationsColor,
        state,
        link,
        trust: trustOf(peer, contact),
        isUndecryptable,
        stream,
        hasAudio,
        hasVideo,
        sentLevel,
        receivedLevel,
        isAudioOnly: connection?.isAudioOnly(contact.uniqueId) ?? false,
        isScreen: connection?.sharesScreen(contact.uniqueId) ?? false,
        isAr: connection?.sendsAr(contact.uniqueId) ?? false,
        camera: connection?.live.cameras.cameraOf(contact.uniqueId) ?? null,
      };
    });
};
