/** The calls of the API by which a call begins and ends. */
import { type Call, type CallTarget, type Contact, CryptoSchema, type LeaveReason } from '@earth/contracts';
import { failureOf, isAway } from '../api-failure';
import type { Entered } from '../machine/call-machine-types';
import { createOutbox } from '../messages/outbox';
import type { ApiFailure, CallPorts } from '../ports';
import { findTarget } from './roster';
import type { CallRequest } from '../view';

/** How long, and how often, a reloaded page tries to come back into its call while the server does not answer. */
const RESUME_TRIES = 10;
export const RESUME_EVERY_MS = 1_000;

type DeskPorts = Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'createId' | 'me' | 'pages' | 'realtime'>;

export class CallRequests {
  readonly #ports: DeskPorts;
  /** Leaving and declining are told in any case: where the server is away, when it is back. */
  readonly #goodbyes;

  constructor(ports: DeskPorts) {
    this.#ports = ports;
    this.#goodbyes = createOutbox(ports);
  }

  /**
   * Seals the subject for the targets and oneself, and makes the call; one for help, also one that is made again, for
   * whoever may help by now. Given up in the meantime, it is left again.
   */
  async create({ subject, targets, productCode, forHelp = false }: CallRequest, signal: AbortSignal): Promise<Entered> {
    const { api, cipher, createId, me } = this.#ports;
    const people = [...(forHelp ? await api.listHelpers({}) : targets), me];
    const cryptoSchema = await cipher.schemeFor(people);
    // Only what is signed is bound to its call.
    const uniqueId = cryptoSchema === CryptoSchema.v2 ? createId() : undefined;
    const place = { kind: 'subject', within: uniqueId ?? '', id: null } as const;
    const sealed = await cipher.sealText(cryptoSchema, subject, people, place);
    // Sealing may have waited for the person: nobody rings for a call that was given up meanwhile.
    signal.throwIfAborted();
    const entered = await api.createCall({
      ...(uniqueId === undefined ? {} : { uniqueId }),
      subject: sealed,
      targetContacts: forHelp ? [] : targets.map((target) => target.uniqueId),
      cryptoSchema,
      ...(forHelp ? { forHelp } : {}),
      ...(productCode === undefined ? {} : { productCode }),
    });
    if (signal.aborted) this.leave(entered.call.uniqueId);
    return entered;
  }

  /** Takes part in a call that rings here. Given up in the meantime, it is left again. */
  async join(call: Call, signal: AbortSignal): Promise<Entered> {
    const participant = await this.#ports.api.joinCall({ id: call.uniqueId });
    if (signal.aborted) this.leave(call.uniqueId);
    return { call, participant };
  }

  /** Comes back into a call after a reload, when only its id is known. */
  async comeBack(callId: string, signal: AbortSignal): Promise<Entered> {
    const { api, clock } = this.#ports;
    for (let tries = 1; ; tries += 1) {
      try {
        const [participant, calls] = await Promise.all([api.joinCall({ id: callId }), api.listOnlineCalls({})]);
        const call = calls.find(({ uniqueId }) => uniqueId === callId);
        if (signal.aborted) this.leave(callId);
        if (call) return { call, participant };
        throw new CallGone('Call already closed');
      } catch (error) {
        if (signal.aborted || tries === RESUME_TRIES || !isAway(failureOf(error))) throw error;
      }
      await new Promise<void>((resolve) => void clock.setTimeout(resolve, RESUME_EVERY_MS));
    }
  }

  /** Calls more people into a call that one is in. What it is about is sealed for them too, where one can read it. */
  async add(call: Call, people: readonly Contact[]): Promise<readonly CallTarget[]> {
    const { uniqueId, cryptoSchema, subject, caller } = call;
    const { api, cipher } = this.#ports;
    const place = { kind: 'subject', within: uniqueId, id: null } as const;
    const origin = { sender: caller, place, date: call.startDate };
    const grown = await cipher.addRecipients(cryptoSchema, subject, people, origin);
    const targetContacts = people.map((person) => person.uniqueId);
    return api.addTargets({ id: uniqueId, targetContacts, ...(grown === null ? {} : { subject: grown }) });
  }

  /** @param reason why, where one did not want to */
  leave(callId: string, reason?: LeaveReason) {
    this.#tell(() => this.#ports.api.leaveCall({ id: callId, ...(reason === undefined ? {} : { reason }) }));
  }

  decline(callId: string) {
    this.#tell(() => this.#ports.api.declineCall({ id: callId }));
  }

  /** The open calls that ring for oneself. Rejects where the server cannot be asked. */
  async findRinging(): Promise<readonly Call[]> {
    const { api, me } = this.#ports;
    const calls = await api.listOnlineCalls({});
    return calls.filter((call) => call.isInstantCall && findTarget(call.targets, me.uniqueId)?.state === 'ringing');
  }

  /** Ends one's part in calls that this device left open, where no other page of it is in one. */
  async endLocked(): Promise<void> {
    if (!(await this.#ports.pages.isAnotherInCall())) await this.#ports.api.deleteLockedCalls({}).catch(() => null);
  }

  /** What is on its way is still told; what waits is not. */
  close() {
    this.#goodbyes.stop();
  }

  #tell(run: () => Promise<unknown>) {
    this.#goodbyes.add({
      run: async () => void (await run()),
      onWaiting: () => {},
      // The server does not know of us in this call: all the better.
      onFailed: () => {},
    });
  }
}

class CallGone extends Error implements ApiFailure {
  readonly code = 410;
  readonly error = 'callClosed';
}
