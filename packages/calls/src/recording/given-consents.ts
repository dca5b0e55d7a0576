/** The other side of the consent to a recording: the user is asked by a controller, agrees or refuses, and can withdraw a consent. */
import type { MessageOf, PeerHandlers } from '../transport/peer-handlers';

/** Whoever was refused so often in a call is refused without asking the user. */
const REFUSALS_MAX = 3;

interface GivenConsentsOptions {
  /** By the role that the server gives. */
  readonly isControllerAt: (contactId: string) => boolean;
  readonly send: (message: MessageOf<'recordingAnswer'>, to: string) => void;
  readonly onChange: () => void;
}

interface Recorder {
  readonly askId: string;
  readonly records: boolean;
  readonly answer: 'agreed' | 'refused' | null;
}

export class GivenConsents {
  readonly #options: GivenConsentsOptions;
  readonly #recorders = new Map<string, Recorder>();
  readonly #refusals = new Map<string, number>();

  constructor(options: GivenConsentsOptions) {
    this.#options = options;
  }

  /** Who waits for the user's answer. */
  get askedBy(): readonly string[] {
    return this.#which(({ answer }) => answer === null);
  }

  /** Who says that they record, whatever the user has answered. */
  get recordedBy(): readonly string[] {
    return this.#which(({ records }) => records);
  }

  /** Answers a controller. A consent can be withdrawn. */
  answer(to: string, agrees: boolean) {
    const recorder = this.#recorders.get(to);
    if (!recorder || (recorder.answer === 'refused' && agrees)) return;
    if (!agrees && recorder.answer !== 'refused') this.#refusals.set(to, (this.#refusals.get(to) ?? 0) + 1);
    this.#set(to, { ...recorder, answer: agrees ? 'agreed' : 'refused' });
  }

  /** Their page is gone, and records no more. */
  forget(contactId: string) {
    if (this.#recorders.delete(contactId)) this.#options.onChange();
  }

  readonly handlers: PeerHandlers<'recording'> = {
    recording: (from, { askId, state }) => {
      if (!this.#options.isControllerAt(from)) return;
      if (state === 'off') return this.forget(from);
      const known = this.#recorders.get(from);
      const answer = known?.askId === askId ? known.answer : this.#firstAnswer(from);
      // A refusal may have been lost on its way: who records all the same is told again.
      const says = known?.answer !== answer || state === 'asks' || answer === 'refused';
      this.#set(from, { askId, records: state === 'records', answer }, says);
    },
  };

  #firstAnswer(to: string): Recorder['answer'] {
    return (this.#refusals.get(to) ?? 0) < REFUSALS_MAX ? null : 'refused';
  }

  /** @param says whether the answer, if there is one, is sent */
  #set(contactId: string, recorder: Recorder, says = true) {
    const { onChange, send } = this.#options;
    const { askId, answer } = recorder;
    this.#recorders.set(contactId, recorder);
    if (answer !== null && says) send({ type: 'recordingAnswer', askId, agrees: answer === 'agreed' }, contactId);
    onChange();
  }

  #which(is: (recorder: Recorder) => boolean): readonly string[] {
    return [...this.#recorders].filter(([, recorder]) => is(recorder)).map(([contactId]) => contactId);
  }
}
