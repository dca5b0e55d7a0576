/**
 * This page among the pages of a call, over the server's socket: joins, and joins again after each reconnection; tells who else is
 * there, and passes signals between two pages.
 */
import type { Participant, ServerFrame, Signal } from '@earth/contracts';
import type { CallPorts, Unsubscribe } from '../ports';
import type { TransportEvents } from './transport';

type Frame<Type extends ServerFrame['type']> = Extract<ServerFrame, { type: Type }>;

/** What a page tells another one. */
export type Told = Omit<Signal, 'type' | 'callUniqueId' | 'to' | 'session' | 'toSession'>;

export interface PageSignalsOptions {
  readonly callId: string;
  /** The user's contact id. */
  readonly me: string;
  readonly session: string;
  readonly events: Pick<TransportEvents, 'refused' | 'replaced'> & {
    /** The request to join is sent. */
    joining(): void;
    /** @param isFirst false: the page has joined before */
    joined(peers: Frame<'joined'>['peers'], isFirst: boolean): void;
    peerJoined(contactId: string, session: string): void;
    peerLeft(contactId: string, session: string): void;
    /** Another page tells this one something. */
    told(from: string, session: string, told: Told): void;
  };
}

export interface PageSignals {
  join(participant: Participant): void;
  /** Tells a page of another participant something; lost if the socket is not open. */
  tell(to: string, toSession: string, told: Told): void;
  leave(): void;
  /** This page is about to join under another session: nobody is told that it leaves. */
  stop(): void;
}

export function createPageSignals(
  { realtime }: Pick<CallPorts, 'realtime'>,
  { callId, me, session, events }: PageSignalsOptions,
): PageSignals {
  let participant: Participant | null = null;
  let isWaitingToJoin = false;
  let hasJoined = false;
  let isReplaced = false;

  function sendJoin() {
    if (!participant) return;
    isWaitingToJoin = true;
    realtime.send({ type: 'join', token: participant.token, session });
    events.joining();
  }

  /** An error does not name its request; while a join is pending, these two can only mean the token. */
  function handleError({ error }: Frame<'error'>) {
    if (!isWaitingToJoin || (error !== 'tokenExpired' && error !== 'notAllowed')) return;
    isWaitingToJoin = false;
    events.refused();
  }

  function handleReplaced() {
    isReplaced = true;
    events.replaced();
  }

  function handleJoined({ peers }: Frame<'joined'>) {
    const isFirst = !hasJoined;
    isWaitingToJoin = false;
    hasJoined = true;
    events.joined(
      peers.filter(({ contactUniqueId }) => contactUniqueId !== me),
      isFirst,
    );
  }

  function handleFrame(frame: ServerFrame) {
    if (frame.type === 'error') return handleError(frame);
    if (!participant || !('callUniqueId' in frame) || frame.callUniqueId !== callId) return;
    switch (frame.type) {
      case 'joined':
        return handleJoined(frame);
      case 'peerJoined':
        if (frame.contactUniqueId !== me) events.peerJoined(frame.contactUniqueId, frame.session);
        else if (frame.session !== session) handleReplaced();
        return;
      case 'peerLeft':
        if (frame.contactUniqueId === me && frame.session === session) handleReplaced();
        else events.peerLeft(frame.contactUniqueId, frame.session);
        return;
      case 'signal': {
        const { type: _type, callUniqueId: _call, from, session: of, toSession, ...told } = frame;
        if (toSession === session && from !== me) events.told(from, of, told);
      }
    }
  }

  const stopListening: readonly Unsubscribe[] = [realtime.onFrame(handleFrame), realtime.onOpen(sendJoin)];
  const stop = () => {
    for (const stopOne of stopListening) stopOne();
  };
  return {
    stop,
    join(joining) {
      participant = joining;
      sendJoin();
    },
    tell: (to, toSession, told) =>
      realtime.send({ type: 'signal', callUniqueId: callId, to, session, toSession, ...told }),
    leave() {
      stop();
      // A replaced page must not leave: it would remove the page that has replaced it.
      if (!isReplaced) realtime.send({ type: 'leave', callUniqueId: callId });
    },
  };
}
