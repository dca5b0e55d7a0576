/** The vocabulary of the statechart in `call-machine.ts`: what it knows, hears, decides by and has done. */
import type { Call, CallReason, CallTarget, LeaveReason, Participant } from '@earth/contracts';
import { assign, cancel, fromPromise, raise, setup } from 'xstate';
import { failureOf } from '../api-failure';
import type { Tone } from '../ports';
import { anyoneElse, findTarget, isAlone, moveState, others, withState } from '../session/roster';
import type { CallRequest } from '../view';

/** How long the busy tone is heard before the calling tone comes back. */
export const BUSY_TONE_MS = 2_000;
/** How often a ring looks at the clock: a timer by itself stands still while the device sleeps. */
const RING_TICK_MS = 1_000;
const RINGS = 'rings';
/** How long somebody may be gone before a call of two is over. */
export const REJOIN_GRACE_MS = 1_500;

export interface CallMachineInput {
  /** The contact id of the signed-in person. */
  readonly me: string;
  readonly callTimeoutSeconds: number;
  /** The company's own audio for «nobody can be reached», when it is to be heard. */
  readonly unavailableAudioUrl: () => string | null;
  readonly now: () => number;
}

export interface CallContext extends CallMachineInput {
  readonly request: CallRequest | null;
  readonly call: Call | null;
  readonly callId: string | null;
  readonly participant: Participant | null;
  /** Everybody of the call, oneself too. */
  readonly targets: readonly CallTarget[];
  readonly since: number;
  readonly answeredAt: number | null;
  readonly endedAt: number | null;
  readonly reason: CallReason | null;
  readonly message: string | null;
  readonly isResumed: boolean;
  /** The last one who went did so because the link broke. */
  readonly isLinkLost: boolean;
}

export type CallEvent =
  | { readonly type: 'call'; readonly request: CallRequest }
  | { readonly type: 'accept' }
  | { readonly type: 'decline' }
  | { readonly type: 'hangUp' }
  | { readonly type: 'dismiss' }
  | { readonly type: 'resume'; readonly callId: string; readonly answeredAt: number | null }
  | { readonly type: 'incoming'; readonly call: Call }
  /** EndedCall, or the server no longer knows of it. `failed`: the connection of who left was lost. */
  | { readonly type: 'ended'; readonly reason?: LeaveReason | undefined }
  /** CallHandledByGroup: somebody else answered, or oneself on another page. The page that did hears it too. */
  | { readonly type: 'handled' }
  | { readonly type: 'targetRefused'; readonly contactId: string }
  /** The room has let us in. */
  | { readonly type: 'roomConnected' }
  | { readonly type: 'peerJoined'; readonly contactId: string }
  | { readonly type: 'peerLeft'; readonly contactId: string; readonly isLost: boolean }
  /** The server's own list of people, asked again. */
  | { readonly type: 'participants'; readonly targets: readonly CallTarget[] }
  /** The time to answer is over for whoever still rings. */
  | { readonly type: 'ringsOver' }
  /** Another page of the same person is in the room in place of this one. */
  | { readonly type: 'moved' };

/** What creating or joining a call gives. */
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

/** What a page that is in no call knows. */
export const freshContext = (input: CallMachineInput): CallContext => ({ ...input, ...nothing, since: input.now() });

const isStillRinging = ({ call, participant }: Entered, me: string): boolean =>
  call.callerUniqueId === me &&
  anyoneElse(participant.callTargets, me, 'ringing') &&
  !anyoneElse(participant.callTargets, me, 'joined');

/** How long it still rings here, ms. */
const ringLeft = ({ since, callTimeoutSeconds, now }: CallContext): number =>
  Math.max(0, since + callTimeoutSeconds * 1000 - now());

/** A8.2: the company's audio where there is exactly one target and the company has one. */
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
    /** Goes into the room that the participant's token opens. */
    enterRoom: () => {},
    /** Tells the server that one takes no part any more. */
    leave: () => {},
    decline: () => {},
    /** Keeps the call for the case of a reload. */
    remember: () => {},
    /** Writes the call down as closed. */
    recordClosed: () => {},
    /** Releases camera, microphone and room. What was said and taken can still be shown. */
    release: () => {},
    /** Lets go of everything. */
    discard: () => {},
    play: (_, _params: { readonly tone: Tone }) => {},
    stopTone: () => {},
    takeRequest: assign(({ context }, params: { readonly request: CallRequest }) => ({
      ...nothing,
      request: params.request,
      since: context.now(),
    })),
    takeIncoming: assign(({ context }, { call }: { readonly call: Call }) => ({
      ...nothing,
      call,
      callId: call.uniqueId,
      targets: call.targets,
      since: context.now(),
    })),
    takeResumed: assign((_, params: { readonly callId: string; readonly answeredAt: number | null }) => ({
      ...nothing,
      callId: params.callId,
      answeredAt: params.answeredAt,
      isResumed: true,
    })),
    takeEntered: assign((_, { call, participant }: Entered) => ({
      call,
      callId: call.uniqueId,
      participant,
      targets: participant.callTargets,
    })),
    takeTargets: assign((_, { targets }: { readonly targets: readonly CallTarget[] }) => ({ targets })),
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
    /** Somebody rings who did not ring before. */
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
    isResumed: ({ context }) => context.isResumed,
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
