/**
 * The recorder's side of the consent to a recording: everybody whose page is linked is asked, and it runs only while all of them
 * have agreed. Whoever comes later is asked too, and until then it pauses. One refusal, or one consent that is withdrawn, ends it.
 */
import type { MessageOf, PeerHandlers } from '../transport/peer-handlers';
import type { Peer } from '../transport/transport';

export interface AskedConsentsOptions {
  readonly links: () => readonly Pick<Peer, 'contactId' | 'link'>[];
  readonly send: (message: MessageOf<'recording'>, to: string) => void;
  readonly onRun: (isRunning: boolean) => void;
  readonly onChange: () => void;
}

interface Asked {
  readonly id: string;
  /** Who has agreed. */
  readonly agreed: Set<string>;
  /** The state last sent to each. */
  readonly sent: Map<string, MessageOf<'recording'>['state']>;
}

export class AskedConsents {
  readonly #options: AskedConsentsOptions;
  #asked: Asked | null = null;
  #isRunning = false;
  #refusedBy: string | null = null;

  constructor(options: AskedConsentsOptions) {
    this.#options = options;
  }

  /** `waits`: not everybody has agreed, or nobody else is there. */
  get state(): 'off' | 'waits' | 'records' {
    if (!this.#asked) return 'off';
    return this.#isRunning ? 'records' : 'waits';
  }

  /** Who has not answered. */
  get waitsFor(): readonly string[] {
    const asked = this.#asked;
    return asked ? this.#peers().filter((contactId) => !asked.agreed.has(contactId)) : [];
  }

  /** Who has refused, and so ended, the last recording. */
  get refusedBy(): string | null {
    return this.#refusedBy;
  }

  ask(id: string) {
    if (this.#asked) return;
    this.#asked = { id, agreed: new Set(), sent: new Map() };
    this.#refusedBy = null;
    this.update();
    this.#options.onChange();
  }

  end() {
    const asked = this.#asked;
    if (!asked) return;
    this.#asked = null;
    this.#run(false);
    for (const contactId of asked.sent.keys())
      this.#options.send({ type: 'recording', askId: asked.id, state: 'off' }, contactId);
    this.#options.onChange();
  }

  /** Somebody has come or left, or has answered. */
  update() {
    const asked = this.#asked;
    if (!asked) return;
    // A new link is that of a new page, on which nobody has agreed. One that is only restored is `reconnecting`.
    for (const { contactId, link } of this.#options.links()) if (link === 'connecting') asked.agreed.delete(contactId);
    const peers = this.#peers();
    this.#run(peers.length > 0 && peers.every((contactId) => asked.agreed.has(contactId)));
    for (const contactId of peers) this.#announce(asked, contactId);
  }

  /** The data channel to a participant is open, perhaps to a new page of theirs. */
  handleReachable(contactId: string) {
    this.#asked?.sent.delete(contactId);
    this.update();
  }

  /** Their page is gone: another one of theirs is asked anew. */
  forget(contactId: string) {
    this.#asked?.agreed.delete(contactId);
    this.#asked?.sent.delete(contactId);
    this.update();
  }

  readonly handlers: PeerHandlers<'recordingAnswer'> = {
    recordingAnswer: (from, { askId, agrees }) => {
      const asked = this.#asked;
      if (asked?.id !== askId) return;
      if (agrees) {
        asked.agreed.add(from);
        this.update();
        this.#options.onChange();
      } else {
        this.#refusedBy = from;
        this.end();
      }
    },
  };

  #peers() {
    return this.#options.links().map(({ contactId }) => contactId);
  }

  #run(isRunning: boolean) {
    if (isRunning === this.#isRunning) return;
    this.#isRunning = isRunning;
    this.#options.onRun(isRunning);
  }

  #announce({ id, sent }: Asked, contactId: string) {
    const state = this.#isRunning ? 'records' : 'asks';
    if (sent.get(contactId) === state) return;
    sent.set(contactId, state);
    this.#options.send({ type: 'recording', askId: id, state }, contactId);
  }
}
