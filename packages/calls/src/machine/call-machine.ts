/**
 * The lifecycle of a call, as a statechart. It decides; `session.ts` provides its actions and actors.
 *
 * | state    | on                                  | goes to  | and                                                |
 * |----------|-------------------------------------|----------|----------------------------------------------------|
 * | idle     | call                                | calling  | opens camera and microphone                        |
 * |          | incoming                            | incoming | rings                                              |
 * |          | resume, rejoin                      | joining  | opens camera and microphone                        |
 * | incoming | accept                              | joining  | opens camera and microphone                        |
 * |          | decline                             | idle     | notifies the server                                |
 * |          | ended, handled                      | idle     |                                                    |
 * |          | the ring has timed out ³            | idle     |                                                    |
 * | calling  | the server has created the call     | ringing  | connects, calling tone                             |
 * |          | 409                                 | closed   | `busy`, busy tone                                  |
 * |          | 404                                 | closed   | `unreachable`, the company's audio or the tone     |
 * |          | any other failure                   | closed   | `failed`                                           |
 * |          | a target has joined                 | inCall   |                                                    |
 * |          | a target refused, others ring       | calling  | busy tone, then the calling tone again             |
 * |          | the last one refused                | closed   | `declined`, busy tone, leaves                      |
 * |          | the ring has timed out ¹            | closed   | `missed`, leaves                                   |
 * |          | nobody rings any more, ended        | closed   | `missed` (`declined` if a target refused)          |
 * |          | hang up                             | idle     | leaves                                             |
 * | joining  | the server has let the user in      | inCall   | connects                                           |
 * |          | … coming back, and it still rings   | ringing  | connects, calling tone                             |
 * |          | 403 «Reached the maximum number …»  | closed   | `full`                                             |
 * |          | 409 «Somebody else has answered»    | idle     |                                                    |
 * |          | 410 «Call already closed»           | closed   | `missed`                                           |
 * |          | any other failure                   | closed   | `failed`                                           |
 * |          | any failure after a reload          | idle     |                                                    |
 * |          | hang up                             | idle     | leaves                                             |
 * |          | ended                               | closed   | `missed`                                           |
 * | inCall   | hang up                             | closed   | `answered`, leaves                                 |
 * |          | ended                               | closed   | `left` (`failed` if another's link was lost)       |
 * |          | nobody else is left ²               | closed   | `left` (`failed` if the link was lost), leaves     |
 * |          | a target refused                    | inCall   | busy tone                                          |
 * |          | another target is called into it    | inCall   | their time to answer begins                        |
 * |          | the rings have timed out            | inCall   | nobody rings any more                              |
 * |          | another page of the user took over  | idle     |                                                    |
 * | closed   | dismiss                             | idle     |                                                    |
 * |          | call, incoming, rejoin              | calling, incoming, joining |                                  |
 *
 * ¹ `callTimeoutSeconds` (30) from the moment in which the caller's transport is connected (A4.8): **the ring stops
 *   after 30 seconds**.
 * ² After `REJOIN_GRACE_MS`: a reloaded page leaves and joins again at once.
 * ³ By the wall clock, also on a device that slept.
 */
import type { ActorRefFrom, SnapshotFrom } from 'xstate';
import { callSetup, freshContext, unavailableTone } from './call-machine-types';

/** `session.ts` provides the implementations of its actions and actors. */
export const callMachine = callSetup.createMachine({
  id: 'call',
  context: ({ input }) => freshContext(input),
  initial: 'idle',
  states: {
    idle: {
      entry: 'discard',
      on: {
        call: { target: 'calling', actions: [{ type: 'setRequest', params: ({ event }) => event }, 'begin'] },
        incoming: { target: 'incoming', actions: { type: 'setIncoming', params: ({ event }) => event } },
        resume: { target: 'joining', actions: [{ type: 'setResumed', params: ({ event }) => event }, 'begin'] },
        rejoin: { target: 'joining', actions: [{ type: 'setRejoined', params: ({ event }) => event }, 'begin'] },
      },
    },

    incoming: {
      entry: { type: 'play', params: { tone: 'ring' } },
      exit: 'stopTone',
      initial: 'heard',
      states: {
        /** By the wall clock: a device that wakes after the ring has timed out does not ring on. */
        heard: {
          after: {
            ringTick: [
              { guard: 'isRingOver', target: '#call.idle', actions: 'recordClosed' },
              { target: 'heard', reenter: true },
            ],
          },
        },
      },
      on: {
        accept: { target: 'joining', actions: ['markAnswered', 'begin'] },
        decline: { target: 'idle', actions: ['decline', 'recordClosed'] },
        ended: { target: 'idle', actions: 'recordClosed' },
        handled: { target: 'idle', actions: 'recordClosed' },
      },
    },

    calling: {
      initial: 'creating',
      exit: 'stopTone',
      on: {
        hangUp: { target: 'idle', actions: ['leave', 'recordClosed'] },
        ended: [
          { guard: 'someoneRefused', target: 'closed', actions: { type: 'close', params: { reason: 'declined' } } },
          { target: 'closed', actions: { type: 'close', params: { reason: 'missed' } } },
        ],
        moved: { target: 'idle', actions: 'recordClosed' },
        peerJoined: { actions: { type: 'markJoined', params: ({ event }) => event } },
        peerLeft: { actions: { type: 'markLeft', params: ({ event }) => event } },
        participants: { actions: { type: 'setTargets', params: ({ event }) => event } },
      },
      states: {
        creating: {
          invoke: {
            src: 'createCall',
            input: ({ context }) => context.request ?? { targets: [], subject: '' },
            onDone: { target: 'ringing', actions: { type: 'setEntered', params: ({ event }) => event.output } },
            onError: [
              {
                guard: { type: 'failedWith', params: ({ event }) => ({ error: event.error, code: 409 }) },
                target: '#call.closed',
                actions: [
                  { type: 'close', params: ({ event }) => ({ reason: 'busy', error: event.error }) },
                  { type: 'play', params: { tone: 'busy' } },
                ],
              },
              {
                guard: { type: 'failedWith', params: ({ event }) => ({ error: event.error, code: 404 }) },
                target: '#call.closed',
                actions: [
                  { type: 'close', params: ({ event }) => ({ reason: 'unreachable', error: event.error }) },
                  { type: 'play', params: ({ context }) => ({ tone: unavailableTone(context) }) },
                ],
              },
              {
                target: '#call.closed',
                actions: { type: 'close', params: ({ event }) => ({ reason: 'failed', error: event.error }) },
              },
            ],
          },
        },
        ringing: {
          type: 'parallel',
          entry: ['remember', 'connect'],
          always: [
            { guard: 'someoneJoined', target: '#call.inCall' },
            {
              guard: 'nobodyIsLeftAndSomeoneRefused',
              target: '#call.closed',
              actions: [
                { type: 'close', params: { reason: 'declined' } },
                { type: 'play', params: { tone: 'busy' } },
                'leave',
              ],
            },
            {
              guard: 'nobodyIsLeft',
              target: '#call.closed',
              actions: [{ type: 'close', params: { reason: 'missed' } }, 'leave'],
            },
          ],
          states: {
            transport: {
              initial: 'connecting',
              states: {
                connecting: { on: { connected: 'waiting' } },
                /** The caller's timer (A4.8): the ring stops after `callTimeoutSeconds`. */
                waiting: {
                  after: {
                    ringTimeout: {
                      target: '#call.closed',
                      actions: [{ type: 'close', params: { reason: 'missed' } }, 'leave'],
                    },
                  },
                },
              },
            },
            tone: {
              initial: 'calling',
              on: {
                targetRefused: [
                  {
                    guard: { type: 'othersRing', params: ({ event }) => event },
                    target: '.busy',
                    actions: { type: 'markRefused', params: ({ event }) => event },
                  },
                  { actions: { type: 'markRefused', params: ({ event }) => event } },
                ],
              },
              states: {
                calling: { entry: { type: 'play', params: { tone: 'calling' } } },
                busy: { entry: { type: 'play', params: { tone: 'busy' } }, after: { busyTone: 'calling' } },
              },
            },
          },
        },
      },
    },

    joining: {
      invoke: {
        src: 'joinCall',
        input: ({ context }) => ({ callId: context.callId ?? '', call: context.call }),
        onDone: [
          {
            guard: { type: 'stillRings', params: ({ event }) => event.output },
            target: 'calling.ringing',
            actions: { type: 'setEntered', params: ({ event }) => event.output },
          },
          { target: 'inCall', actions: [{ type: 'setEntered', params: ({ event }) => event.output }, 'connect'] },
        ],
        onError: [
          { guard: 'isReload', target: 'idle', actions: 'recordClosed' },
          {
            guard: { type: 'failedWith', params: ({ event }) => ({ error: event.error, code: 409 }) },
            target: 'idle',
            actions: 'recordClosed',
          },
          {
            guard: { type: 'isFull', params: ({ event }) => event },
            target: 'closed',
            actions: { type: 'close', params: ({ event }) => ({ reason: 'full', error: event.error }) },
          },
          {
            guard: { type: 'failedWith', params: ({ event }) => ({ error: event.error, code: 410 }) },
            target: 'closed',
            actions: { type: 'close', params: ({ event }) => ({ reason: 'missed', error: event.error }) },
          },
          {
            target: 'closed',
            actions: { type: 'close', params: ({ event }) => ({ reason: 'failed', error: event.error }) },
          },
        ],
      },
      on: {
        hangUp: { target: 'idle', actions: ['leave', 'recordClosed'] },
        ended: { target: 'closed', actions: { type: 'close', params: { reason: 'missed' } } },
      },
    },

    inCall: {
      /** Limits how long the present targets ring, even if the server cannot report it. */
      entry: ['markAnswered', 'remember', 'watchRings'],
      exit: 'forgetRings',
      initial: 'together',
      on: {
        ringsOver: { actions: 'giveUpRinging' },
        hangUp: { target: 'closed', actions: [{ type: 'close', params: { reason: 'answered' } }, 'leave'] },
        ended: {
          target: 'closed',
          actions: { type: 'close', params: ({ event }) => ({ reason: event.reason ?? 'left' }) },
        },
        moved: { target: 'idle', actions: 'recordClosed' },
        peerJoined: { actions: { type: 'markJoined', params: ({ event }) => event } },
        peerLeft: { actions: { type: 'markLeft', params: ({ event }) => event } },
        participants: [
          {
            guard: { type: 'someoneElseRings', params: ({ event }) => event },
            actions: [{ type: 'setTargets', params: ({ event }) => event }, 'forgetRings', 'watchRings'],
          },
          { actions: { type: 'setTargets', params: ({ event }) => event } },
        ],
        targetRefused: {
          actions: [
            { type: 'markRefused', params: ({ event }) => event },
            { type: 'play', params: { tone: 'busy' } },
          ],
        },
      },
      states: {
        together: { always: { guard: 'nobodyIsLeft', target: 'alone' } },
        alone: {
          always: { guard: 'someoneIsLeft', target: 'together' },
          after: {
            rejoinGrace: [
              {
                guard: 'isLinkLost',
                target: '#call.closed',
                actions: [{ type: 'close', params: { reason: 'failed' } }, 'leave'],
              },
              { target: '#call.closed', actions: [{ type: 'close', params: { reason: 'left' } }, 'leave'] },
            ],
          },
        },
      },
    },

    closed: {
      entry: ['recordClosed', 'release'],
      exit: 'stopTone',
      on: {
        dismiss: 'idle',
        call: {
          target: 'calling',
          actions: ['discard', { type: 'setRequest', params: ({ event }) => event }, 'begin'],
        },
        rejoin: {
          target: 'joining',
          actions: ['discard', { type: 'setRejoined', params: ({ event }) => event }, 'begin'],
        },
        incoming: { target: 'incoming', actions: ['discard', { type: 'setIncoming', params: ({ event }) => event }] },
      },
    },
  },
});

export type CallSnapshot = SnapshotFrom<typeof callMachine>;

type CallActor = ActorRefFrom<typeof callMachine>;

/** Null: nobody calls the user. */
export function ringingCallId(actor: CallActor): string | null {
  const snapshot = actor.getSnapshot();
  return snapshot.matches('incoming') ? snapshot.context.callId : null;
}

/** Whether the user is in no call, rings nobody, and is not rung. */
export function isOutside(actor: CallActor): boolean {
  const snapshot = actor.getSnapshot();
  return snapshot.matches('idle') || snapshot.matches('closed');
}
