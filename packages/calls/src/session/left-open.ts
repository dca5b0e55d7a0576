/**
 * The call that a lost page or device of the user left open: the user may go back into it, or end it. It is offered for as long as the
 * server waits for a lost device, and then ended, because the device that offers it is no lost one for the server.
 */
import { type Call, type OpenCall, PRESENCE_TIMEOUT_MS, type PushEvent } from '@earth/contracts';
import type { CallPorts } from '../ports';
import type { CallRequests } from './call-requests';
import { findTarget } from './roster';

/** How often the server is asked whether an offered call is still left open: its end, or the return of its device, may be told to others only. */
const POLL_MS = 10_000;

/**
 * How often it is asked again whether a device that is in a call is lost. Until it was not seen for 25 seconds, it may only be reconnecting.
 */
const ASKED_AGAIN_MAX = 3;

type LeftOpenPorts = Pick<CallPorts, 'clock' | 'me' | 'notifyOver' | 'pages'>;

export class LeftOpen {
  readonly #ports: LeftOpenPorts;
  readonly #requests: CallRequests;
  readonly #onChange: () => void;
  readonly #poll: () => void;
  #call: Call | null = null;
  #timer: unknown = null;
  #polling: unknown = null;
  #isHeld = false;
  #askedAgain = 0;

  /** @param poll asks for the open calls, and calls `update` */
  constructor(ports: LeftOpenPorts, requests: CallRequests, onChange: () => void, poll: () => void) {
    this.#ports = ports;
    this.#requests = requests;
    this.#onChange = onChange;
    this.#poll = poll;
  }

  get call(): Call | null {
    return this.#call;
  }

  /** @param calls the user's open calls, while this page is in none of them */
  async update(calls: readonly OpenCall[]): Promise<void> {
    const { me, pages, notifyOver } = this.#ports;
    const isIn = ({ targets, uniqueId }: OpenCall) =>
      findTarget(targets, me.uniqueId)?.state === 'joined' &&
      // The server may still count this page in a call that it has just left.
      !this.#requests.hasLeft(uniqueId);
    const own = calls.filter(isIn);
    // A call of another page of this browser is alive, even if its socket is reconnecting.
    const elsewhere = own.length > 0 && (await pages.isAnotherInCall()) ? [] : own;
    if (this.#call && calls.every((call) => !this.#isCall(call.uniqueId))) notifyOver();
    const offered = elsewhere.find(({ isLeftOpen }) => isLeftOpen) ?? null;
    this.#offer(offered);
    if (!offered && elsewhere.length > 0) this.#askAgain();
  }

  handlePush({ messageType, messageContent }: PushEvent) {
    if (!('callUniqueId' in messageContent) || !this.#isCall(messageContent.callUniqueId)) return;
    if (messageType === 'EndedCall') this.#ports.notifyOver();
    // The user has gone on elsewhere.
    if (messageType === 'EndedCall' || messageType === 'CallHandledByGroup') this.forget();
  }

  /** Does something with the call, unless another page of this browser has gone back into it meanwhile. */
  async claim(act: (call: Call) => Promise<void> | void): Promise<void> {
    if (this.#call && (await this.#ports.pages.isAnotherInCall())) this.forget();
    if (this.#call) await act(this.#call);
  }

  /** @throws ApiFailure if the server refuses: the call is still offered then */
  end(): Promise<void> {
    return this.claim(async ({ uniqueId }) => {
      await this.#requests.endLeftOpen(uniqueId);
      if (this.#isCall(uniqueId)) this.forget();
    });
  }

  forget() {
    this.#askedAgain = 0;
    this.#offer(null);
  }

  /** While held, for example while the user is asked for the camera before going back, the offer does not run out. */
  hold(isHeld: boolean) {
    if (this.#isHeld === isHeld) return;
    this.#isHeld = isHeld;
    this.#waitForAnswer();
  }

  #isCall(callId: string): boolean {
    return this.#call?.uniqueId === callId;
  }

  #offer(call: Call | null) {
    const { clock } = this.#ports;
    const before = this.#call;
    this.#call = call;
    if (before?.uniqueId !== call?.uniqueId) this.#waitForAnswer();
    clock.clearTimeout(this.#polling);
    if (call) this.#pollLater();
    if (before !== call) this.#onChange();
  }

  #askAgain() {
    if (this.#askedAgain === ASKED_AGAIN_MAX) return;
    this.#askedAgain += 1;
    this.#pollLater();
  }

  #waitForAnswer() {
    const { clock } = this.#ports;
    clock.clearTimeout(this.#timer);
    this.#timer = this.#call && !this.#isHeld ? clock.setTimeout(() => this.#giveUp(), PRESENCE_TIMEOUT_MS) : null;
  }

  /** Again and again: a request may fail. */
  #pollLater() {
    this.#polling = this.#ports.clock.setTimeout(() => {
      this.#pollLater();
      this.#poll();
    }, POLL_MS);
  }

  #giveUp() {
    this.forget();
    void this.#requests.endLocked();
  }
}
