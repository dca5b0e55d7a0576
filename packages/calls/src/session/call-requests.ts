/** The API requests that begin and end a call. */
import {
  type Call,
  type CallTarget,
  type Contact,
  CryptoSchema,
  type LeaveReason,
  type OpenCall,
} from '@earth/contracts';
import { type ApiFailure, createRetryQueue, failureOf, isAway } from '@earth/messaging';
import type { Entered } from '../machine/call-machine-types';
import type { CallPorts } from '../ports';
import { findTarget } from './roster';
import type { CallRequest } from '../view';

/** Retries of a reloaded page that returns to its call while the server does not answer: how many, and how often. */
const RESUME_TRIES = 10;
export const RESUME_EVERY_MS = 1_000;

type RequestPorts = Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'createId' | 'me' | 'pages' | 'realtime'>;

export class CallRequests {
  readonly #ports: RequestPorts;
  /** Leaving and declining are sent in any case: if the server is unreachable, when it is back. */
  readonly #outbox;
  /** The calls that this page has left because the user wanted to. */
  readonly #left = new Set<string>();

  constructor(ports: RequestPorts) {
    this.#ports = ports;
    this.#outbox = createRetryQueue(ports);
  }

  /**
   * Seals the subject for the targets and the caller, and creates the call. A call for help is sealed for everybody who may
   * help at this moment. If the caller gives up meanwhile, the call is left again.
   */
  async create({ subject, targets, productCode, forHelp = false }: CallRequest, signal: AbortSignal): Promise<Entered> {
    const { api, cipher, createId, me } = this.#ports;
    const people = [...(forHelp ? await api.listHelpers({}) : targets), me];
    const cryptoSchema = await cipher.schemeFor(people);
    // Only scheme 2 signs the id of the call, so only there the caller chooses it.
    const uniqueId = cryptoSchema === CryptoSchema.v2 ? createId() : undefined;
    const place = { kind: 'subject', within: uniqueId ?? '', id: null } as const;
    const sealed = await cipher.sealText(cryptoSchema, subject, people, place);
    // Sealing may have waited for the user's decision; a call that was given up meanwhile must not ring.
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

  /** Joins a call that rings here. If the user gives up meanwhile, it is left again. */
  async join(call: Call, signal: AbortSignal): Promise<Entered> {
    this.#left.delete(call.uniqueId);
    const participant = await this.#ports.api.joinCall({ id: call.uniqueId });
    if (signal.aborted) this.leave(call.uniqueId);
    return { call, participant };
  }

  /** Returns to a call after a reload, when only its id is known. Retries while the server is unreachable. */
  async resume(callId: string, signal: AbortSignal): Promise<Entered> {
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

  /** Calls more people into the user's call. The subject is sealed for them too, if the user can read it. */
  async add(call: Call, people: readonly Contact[]): Promise<readonly CallTarget[]> {
    const { uniqueId, cryptoSchema, subject, caller } = call;
    const { api, cipher } = this.#ports;
    const place = { kind: 'subject', within: uniqueId, id: null } as const;
    const origin = { sender: caller, place, date: call.startDate };
    const grown = await cipher.addRecipients(cryptoSchema, subject, people, origin);
    const targetContacts = people.map((person) => person.uniqueId);
    return api.addTargets({ id: uniqueId, targetContacts, ...(grown === null ? {} : { subject: grown }) });
  }

  /** @param reason given only if the user did not want to leave */
  leave(callId: string, reason?: LeaveReason) {
    if (reason === undefined) this.#left.add(callId);
    this.#send(() => this.#ports.api.leaveCall({ id: callId, ...(reason === undefined ? {} : { reason }) }));
  }

  /** The server may not know it yet. */
  hasLeft(callId: string): boolean {
    return this.#left.has(callId);
  }

  decline(callId: string) {
    this.#send(() => this.#ports.api.declineCall({ id: callId }));
  }

  /** The user's open calls. @throws ApiFailure if the server is unreachable */
  async findOpen(): Promise<readonly OpenCall[]> {
    return this.#ports.api.listOnlineCalls({});
  }

  /** Those of the open calls that ring for the user. */
  ringing(calls: readonly Call[]): readonly Call[] {
    const { me } = this.#ports;
    return calls.filter((call) => call.isInstantCall && findTarget(call.targets, me.uniqueId)?.state === 'ringing');
  }

  /**
   * Ends the user's part in a call that a lost page or device of theirs left open: only the device in a call may hang up, so this one takes
   * its place first. @throws ApiFailure if the server refuses
   */
  async endLeftOpen(callId: string): Promise<void> {
    const { api } = this.#ports;
    try {
      await api.joinCall({ id: callId });
      await api.leaveCall({ id: callId });
    } catch (error) {
      if (!isCallGone(failureOf(error))) throw error;
    }
  }

  /** Ends the user's part in calls that this device left open, unless another page of it is in a call. */
  async endLocked(): Promise<void> {
    if (!(await this.#ports.pages.isAnotherInCall())) await this.#ports.api.deleteLockedCalls({}).catch(() => null);
  }

  /** A request on its way is still finished; one that waits is dropped. */
  close() {
    this.#outbox.stop();
  }

  #send(run: () => Promise<unknown>) {
    this.#outbox.add({
      run: async () => void (await run()),
      onWaiting: () => {},
      // The server refuses because the user is not in the call: nothing is left to do.
      onFailed: () => {},
    });
  }
}

class CallGone extends Error implements ApiFailure {
  readonly code = 410;
  readonly error = 'callClosed';
}

/** The call is over, or the user was never in it. */
export const isCallGone = ({ code }: ApiFailure): boolean => code === 404 || code === 410;
