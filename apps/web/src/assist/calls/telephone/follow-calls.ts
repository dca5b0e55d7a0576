/** Keeps the phone's own view of a call and the page's the same: what happens on one side happens on the other. */
import type { CallSession, CallView, Unsubscribe } from '@earth/calls';
import type { CallReason, Contact } from '@earth/contracts';
import type { CallEndReason, NamedCall, TelephoneHandler } from '../../../platform/native/telephone';

export interface FollowPorts {
  readonly session: Pick<CallSession, 'getView' | 'subscribe' | 'accept' | 'decline' | 'hangUp' | 'setAudio'>;
  readonly phone: {
    start(call: NamedCall): void;
    connect(call: NamedCall): void;
    end(callId: string, reason: CallEndReason): void;
    setMuted(callId: string, isMuted: boolean): void;
    listen(handler: TelephoneHandler): Unsubscribe;
  };
  /** Accepts the call as soon as it rings here. `onGone`: it does not. @returns a function that cancels it */
  readonly acceptWhenRinging: (callId: string, onGone: () => void) => () => void;
  /** Declines a call that does not ring here, or not yet. */
  readonly declineUnseen: (callId: string) => void;
  readonly createId: () => string;
}

interface Known extends NamedCall {
  /** The user calls, so the phone has an id of its own: the page has none before the server has made the call. */
  readonly isOutgoing: boolean;
  readonly isConnected: boolean;
  /** What the phone was told of the microphone since it has the call; null: nothing, and it may be muted by the page before. */
  readonly isMuted: boolean | null;
}

const namesOf = (people: readonly Contact[]) => people.map(({ name }) => name).join(', ');

const reasons: Readonly<Partial<Record<CallReason, CallEndReason>>> = {
  answered: 'local',
  missed: 'unanswered',
  failed: 'failed',
};

type InCall = Extract<CallView, { phase: 'inCall' }>;
type Phone = FollowPorts['phone'];
const nameOf = ({ call, people }: InCall) => namesOf(people.map(({ contact }) => contact)) || call.caller.name;

/** The call that the phone knows by this page, and what it was told of it. */
class KnownCall {
  readonly #phone: Phone;
  readonly #createId: () => string;
  #call: Known | null = null;
  #isLocalEnd = false;

  constructor({ phone, createId }: Pick<FollowPorts, 'phone' | 'createId'>) {
    this.#phone = phone;
    this.#createId = createId;
  }

  /** Tells the phone what has changed. */
  show(view: CallView): void {
    switch (view.phase) {
      case 'incoming': {
        const { uniqueId, caller } = view.call;
        if (!this.is(uniqueId)) this.#begin({ callId: uniqueId, name: caller.name }, false);
        return;
      }
      case 'calling':
        if (!this.#call?.isOutgoing)
          this.#phone.start(this.#begin({ callId: this.#createId(), name: namesOf(view.targets) }, true));
        return this.#tellMute(view);
      case 'inCall':
        this.#connect(view);
        return this.#tellMute(view);
      case 'closed':
        return this.end(reasons[view.reason] ?? 'remote');
      case 'idle':
        return this.end(this.#call?.isOutgoing ? 'local' : 'remote');
    }
  }

  is(callId: string): boolean {
    return this.#call?.callId === callId;
  }

  /** The phone knows it already. */
  noteMuted(isMuted: boolean): void {
    if (this.#call) this.#call = { ...this.#call, isMuted };
  }

  noteConnected(): void {
    if (this.#call) this.#call = { ...this.#call, isConnected: true };
  }

  noteLocalEnd(): void {
    this.#isLocalEnd = true;
  }

  end(reason: CallEndReason): void {
    if (this.#call) this.#phone.end(this.#call.callId, this.#isLocalEnd ? 'local' : reason);
    this.#call = null;
    this.#isLocalEnd = false;
  }

  #begin({ callId, name }: NamedCall, isOutgoing: boolean): NamedCall {
    this.end('remote');
    this.#call = { callId, name, isOutgoing, isConnected: false, isMuted: null };
    return { callId, name };
  }

  #connect(view: InCall) {
    const { uniqueId } = view.call;
    // What the user calls becomes this call.
    if (!this.is(uniqueId) && !this.#call?.isOutgoing) this.#begin({ callId: uniqueId, name: nameOf(view) }, false);
    if (!this.#call || this.#call.isConnected) return;
    const { callId, name } = this.#call;
    this.#phone.connect({ callId, name });
    this.#call = { ...this.#call, isConnected: true, isMuted: null };
  }

  #tellMute({ local }: Pick<InCall, 'local'>) {
    const isMuted = !local.audioOn;
    if (!this.#call || this.#call.isMuted === isMuted) return;
    this.noteMuted(isMuted);
    this.#phone.setMuted(this.#call.callId, isMuted);
  }
}

export interface FollowedCalls {
  /** The user declines or hangs up in the page, which is not the same as the end of a ring. */
  noteLocalEnd(): void;
  /** The page has told the phone of its answer. */
  noteConnected(): void;
  /** The user goes back into a call, whatever they have hung up before. */
  noteRejoin(): void;
  stop(): void;
}

export function followCalls(ports: FollowPorts): FollowedCalls {
  const { session, phone } = ports;
  const known = new KnownCall(ports);
  /** Calls that were answered on the phone and do not ring here yet: how to give that up. */
  const awaited = new Map<string, () => void>();

  /** Calls that were ended on the phone and are not known here: a reloaded page may be on its way back into one, by itself. */
  const hungUp = new Set<string>();

  function giveUp(callId: string) {
    awaited.get(callId)?.();
    awaited.delete(callId);
  }

  function handleHungUp(callId: string) {
    giveUp(callId);
    if (!known.is(callId)) {
      hungUp.add(callId);
      ports.declineUnseen(callId);
    } else if (session.getView().phase === 'incoming') session.decline();
    else session.hangUp();
  }

  function look() {
    const view = session.getView();
    known.show(view);
    if (view.phase === 'inCall' && hungUp.delete(view.call.uniqueId)) session.hangUp();
    if (view.phase === 'incoming') hungUp.delete(view.call.uniqueId);
  }
  // Before anybody answers: the answer is to find the call.
  const unsubscribe = session.subscribe(look);
  look();
  const stopListening = phone.listen({
    onAnswered(callId) {
      const handleGone = () => {
        // Another user has signed in, or the call is over.
        if (!known.is(callId)) phone.end(callId, 'failed');
      };
      awaited.set(callId, ports.acceptWhenRinging(callId, handleGone));
    },
    onDeclined: handleHungUp,
    onEnded: handleHungUp,
    onMuted(callId, isMuted) {
      if (!known.is(callId)) return;
      known.noteMuted(isMuted);
      session.setAudio(!isMuted);
    },
  });
  return {
    noteLocalEnd: () => known.noteLocalEnd(),
    noteConnected: () => known.noteConnected(),
    noteRejoin: () => hungUp.clear(),
    stop() {
      unsubscribe();
      stopListening();
      for (const cancel of awaited.values()) cancel();
      known.end('local');
    },
  };
}
