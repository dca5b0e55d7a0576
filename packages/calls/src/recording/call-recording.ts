/**
 * The recording of a call on the recorder's page: it runs while everybody consents, and hands its pieces to the outbox as they come.
 * Each time that it begins to run it is another recording, so that each has the same people from its beginning to its end.
 */
import { RECORDING_PIECES_MAX } from '@earth/contracts';
import type { Outbox } from '@earth/messaging';
import type { CallPorts, Recorder } from '../ports';
import type { CallView, RecordingProblem } from '../view';
import { AskedConsents, type AskedConsentsOptions } from './asked-consents';
import { GivenConsents } from './given-consents';

/** Five minutes of pieces that the server does not have: the connection is slower than the recording, which would fill the memory. */
const WAITING_MAX = 150;

export interface CallRecordingOptions extends Pick<AskedConsentsOptions, 'links'> {
  readonly callId: string;
  readonly isController: boolean;
  readonly isControllerAt: (contactId: string) => boolean;
  readonly send: ConstructorParameters<typeof GivenConsents>[0]['send'] & AskedConsentsOptions['send'];
  readonly outbox: Pick<Outbox, 'sendPiece'>;
  /** What the user sees of the call. */
  readonly scene: () => CallView;
  readonly onChange: () => void;
  readonly onRun: (isRunning: boolean) => void;
}

export class CallRecording {
  readonly asked: AskedConsents;
  readonly given: GivenConsents;
  readonly #ports: Pick<CallPorts, 'createId' | 'recorder'>;
  readonly #options: CallRecordingOptions;
  #recorder: Recorder | null = null;
  /** Of the recorder that runs. */
  #recordingId: string | null = null;
  #problem: RecordingProblem | null = null;

  constructor(ports: Pick<CallPorts, 'createId' | 'recorder'>, options: CallRecordingOptions) {
    this.#ports = ports;
    this.#options = options;
    this.asked = new AskedConsents({ ...options, onRun: (isRunning) => this.#run(isRunning) });
    this.given = new GivenConsents(options);
  }

  get problem(): RecordingProblem | null {
    return this.#ports.recorder ? this.#problem : 'unsupported';
  }

  get handlers() {
    return { ...this.asked.handlers, ...this.given.handlers };
  }

  /** Asks everybody in the call. */
  start() {
    if (!this.#options.isController || !this.#ports.recorder) return;
    this.#problem = null;
    this.asked.ask(this.#ports.createId());
  }

  readonly stop = () => this.asked.end();

  forget(contactId: string) {
    this.asked.forget(contactId);
    this.given.forget(contactId);
  }

  /** It cannot go on. What is stored stays. */
  fail(problem: RecordingProblem) {
    if (this.asked.state === 'off') return;
    this.#problem = problem;
    this.stop();
  }

  #run(isRunning: boolean) {
    this.#options.onRun(isRunning);
    this.#recorder?.stop();
    this.#recorder = isRunning ? this.#open() : null;
  }

  #open(): Recorder | null {
    const { callId, links, outbox, scene } = this.#options;
    const recordingId = this.#ports.createId();
    const readers = links().map(({ contactId }) => contactId);
    this.#recordingId = recordingId;
    let number = 0;
    return (
      this.#ports.recorder?.start(scene, {
        onPiece: (piece, milliseconds) => {
          if (number >= RECORDING_PIECES_MAX) return;
          const waiting = outbox.sendPiece(callId, { recordingId, number, milliseconds, readers }, piece);
          number += 1;
          if (this.#recordingId !== recordingId) return;
          if (waiting > WAITING_MAX) this.fail('notStored');
          // A recorder that is stopped gives one more.
          else if (number === RECORDING_PIECES_MAX - 1 && this.asked.state === 'records') this.#run(true);
        },
        onFailed: () => this.#recordingId === recordingId && this.fail('failed'),
      }) ?? null
    );
  }
}
