/** The parts of the statechart in `call-machine.ts`: its context, events, guards, actions and delays. */
import type { Call, CallReason, CallTarget, LeaveReason, Participant } from '@earth/contracts';
import { assign, cancel, fromPromise, raise, setup } from 'xstate';
import { failureOf } from '@earth/messaging';
import type { Tone } from '../ports';
import { anyoneElse, findTarget, isAlone, moveState, others, withState } from '../session/roster';
import type { CallRequest } from '../view';

/** How long the busy tone plays before the calling tone resumes. */
export const BUSY_TONE_MS = 2_000;
/** A ring compares the clock at this interval, because timers stop while the device sleeps. */
const RING_TICK_MS = 1_000;
const RINGS = 'rings';
/** Grace period in which the other participant of a call of two may rejoin before the call is over. */
export const REJOIN_GRACE_MS = 1_500;

export interface CallMachineInput {
  /** The contact id of the signed-in user. */
  readonly me: string;
  readonly callTimeoutSeconds: number;
  /** The company's audio for «nobody can be reached»; null: it has none. */
  readonly unavailableAudioUrl: () => string | null;
  readonly now: () => number;
}

export interface CallContext extends CallMachineInput {
  readonly request: CallRequest | null;
  readonly call: Call | null;
  readonly callId: string | null;
  readonly participant: Participant | null;
  /** Everybody in the call, including the user. */
  readonly targets: readonly CallTarget[];
  readonly since: number;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  readonly reason: CallReason | null;
  readonly message: string | null;
  readonly isResumed: boolean;
  /** The last participant who left was lost, because the link broke. */
  readonly isLinkLost: boolean;
}

export type CallEvent =
  | { readonly type: 'call'; readonly request: CallRequest }
  | { readonly type: 'accept' }
  | { readonly type: 'decline' }
  | { readonly type: 'hangUp' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'resume'; readonly callId: string; readonly answeredAt: number | null }
  /** The user goes back into the call that a lost page or device left open. */
  | { readonly type: 'rejoin'; readonly call: Call }
  | { readonly type: 'incoming'; readonly call: Call }
  /** EndedCall, or the server no longer has the call. `failed`: the last participant's connection was lost. */
  | { readonly type: 'ended'; readonly reason?: LeaveReason | undefined }
  /** CallHandledByGroup: another person answered, or the user on another page. The page that answered gets it too. */
  | { readonly type: 'handled' }
  | { readonly type: 'targetRefused'; readonly contactId: string }
  /** The transport is connected. */
  | { readonly type: 'connected' }
  | { readonly type: 'peerJoined'; readonly contactId: string }
  | { readonly type: 'peerLeft'; readonly contactId: string; readonly isLost: boolean }
  /** The server's list of targets was fetched again. */
  | { readonly type: 'participants'; readonly targets: readonly CallTarget[] }
  /** The time to answer is over for everybody who still rings. */
  | { readonly type: 'ringsOver' }
  /** Another page of the same user has replaced this one in the call. */
  | { readonly type: 'moved' };

/** The result of creating or joining a call. */
export interface Entered {
  readonly call: Call;
  readonly participant: Participant;
}

const nothing = {
  request: null,
  call: null,
  callId: null,
  participant: null,
  targets: [],
  answeredAt: null,
  endedAt: null,
  reason: null,
  message: null,
  isResumed: false,
  isLinkLost: false,
} as const satisfies Partial<CallContext>;

/** The context without a call. */
export const freshContext = (input: CallMachineInput): CallContext => ({ ...input, ...nothing, since: input.now() });

const isStillRinging = ({ call, participant }: Entered, me: string): boolean =>
  call.callerUniqueId === me &&
  anyoneElse(participant.callTargets, me, 'ringing') &&
  !anyoneElse(participant.callTargets, me, 'joined');

/** How much longer the call rings here, ms. */
const ringLeft = ({ since, callTimeoutSeconds, now }: CallContext): number =>
  Math.max(0, since + callTimeoutSeconds * 1000 - now());

/** A8.2: the company's audio if there is exactly one target and the company has one. */
export const unavailableTone = ({ request, unavailableAudioUrl }: CallContext): Tone => {
  const url = unavailableAudioUrl();
  return request?.targets.length === 1 && url !== null ? { url } : 'unavailable';
};

export const callSetup = setup({
  types: {
    input: {} as CallMachineInput,
    context: {} as CallContext,
    events: {} as CallEvent,
  },
  actors: {
    createCall: fromPromise<Entered, CallRequest>(() => Promise.reject(new Error('not provided'))),
    joinCall: fromPromise<Entered, { callId: string; call: Call | null }>(() =>
      Promise.reject(new Error('not provided')),
    ),
  },
  actions: {
    /** Opens camera and microphone. */
    begin: () => {},
    /** Opens the connection with the participant's token. */
    connect: () => {},
    /** Notifies the server that the user leaves. */
    leave: () => {},
    decline: () => {},
    /** Remembers the call across a reload. */
    remember: () => {},
    /** Records the call as closed, so that it does not ring again. */
    recordClosed: () => {},
    /** Releases camera, microphone and transport. Messages and snapshots can still be shown. */
    release: () => {},
    /** Releases everything, and shows nothing any more. */
    discard: () => {},
    play: (_, _params: { readonly tone: Tone }) => {},
    stopTone: () => {},
    setRequest: assign(({ context }, params: { readonly request: CallRequest }) => ({
      ...nothing,
      request: params.request,
      since: context.now(),
    })),
    setIncoming: assign(({ context }, { call }: { readonly call: Call }) => ({
      ...nothing,
      call,
      callId: call.uniqueId,
      targets: call.targets,
      since: context.now(),
    })),
    setResumed: assign((_, params: { readonly callId: string; readonly answeredAt: number | null }) => ({
      ...nothing,
      callId: params.callId,
      answeredAt: params.answeredAt,
      isResumed: true,
    })),
    setRejoined: assign(({ context }, { call }: { readonly call: Call }) => ({
      ...nothing,
      call,
      callId: call.uniqueId,
      targets: call.targets,
      since: context.now(),
      isResumed: true,
    })),
    setEntered: assign((_, { call, participant }: Entered) => ({
      call,
      callId: call.uniqueId,
      participant,
      targets: participant.callTargets,
    })),
    setTargets: assign((_, { targets }: { readonly targets: readonly CallTarget[] }) => ({ targets })),
    markAnswered: assign(({ context }) => ({ answeredAt: context.answeredAt ?? context.now() })),
    markJoined: assign(({ context }, { contactId }: { readonly contactId: string }) => ({
      targets: withState(context.targets, contactId, 'joined'),
      isLinkLost: false,
    })),
    markLeft: assign(({ context }, params: { readonly contactId: string; readonly isLost: boolean }) => ({
      targets: withState(context.targets, params.contactId, 'left'),
      isLinkLost: params.isLost,
    })),
    markRefused: assign(({ context }, { contactId }: { readonly contactId: string }) => ({
      targets: withState(context.targets, contactId, 'refused'),
    })),
    watchRings: raise({ type: 'ringsOver' }, { id: RINGS, delay: 'ringTimeout' }),
    forgetRings: cancel(RINGS),
    giveUpRinging: assign(({ context }) => ({
      targets: moveState(context.targets, context.me, 'ringing', 'missed'),
    })),
    close: assign(({ context }, params: { readonly reason: CallReason; readonly error?: unknown }) => ({
      reason: params.reason,
      message: params.error === undefined ? null : failureOf(params.error).message || null,
      endedAt: context.now(),
    })),
  },
  guards: {
    someoneJoined: ({ context }) => anyoneElse(context.targets, context.me, 'joined'),
    /** A target rings who did not ring before. */
    someoneElseRings: ({ context }, { targets }: { readonly targets: readonly CallTarget[] }) =>
      others(targets, context.me).some(
        ({ contact, state }) =>
          state === 'ringing' && findTarget(context.targets, contact.uniqueId)?.state !== 'ringing',
      ),
    isRingOver: ({ context }) => ringLeft(context) === 0,
    nobodyIsLeft: ({ context }) => isAlone(context.targets, context.me),
    someoneIsLeft: ({ context }) => !isAlone(context.targets, context.me),
    someoneRefused: ({ context }) => anyoneElse(context.targets, context.me, 'refused'),
    nobodyIsLeftAndSomeoneRefused: ({ context }) =>
      isAlone(context.targets, context.me) && anyoneElse(context.targets, context.me, 'refused'),
    othersRing: ({ context }, { contactId }: { readonly contactId: string }) =>
      !isAlone(withState(context.targets, contactId, 'refused'), context.me),
    /** A page that comes back by itself says nothing of a call that it cannot join any more. */
    isReload: ({ context }) => context.isResumed && context.call === null,
    isLinkLost: ({ context }) => context.isLinkLost,
    stillRings: ({ context }, entered: Entered) => context.isResumed && isStillRinging(entered, context.me),
    failedWith: (_, params: { readonly error: unknown; readonly code: number }) =>
      failureOf(params.error).code === params.code,
    isFull: (_, params: { readonly error: unknown }) => failureOf(params.error).error === 'callFull',
  },
  delays: {
    ringTimeout: ({ context }) => context.callTimeoutSeconds * 1000,
    ringTick: ({ context }) => Math.min(RING_TICK_MS, ringLeft(context)),
    busyTone: BUSY_TONE_MS,
    rejoinGrace: REJOIN_GRACE_MS,
  },
});
