/**
 * Snapshots that one person asks of another (Assist 5): a controller asks, and the device that has the camera takes it. Who
 * asked sees at once the frame that they had before them; where the other one does not answer, or says that none will
 * come, that frame is the snapshot. Both sides store under the id of the request, of which the server keeps one.
 */
import type { PeerMessage } from '@earth/contracts';
import type { CallPorts } from './ports';
import type { Snapshots } from './snapshots';

/** Who has been asked answers within this time, or is not waited for: an older page, a camera that does not. */
export const ANSWER_MS = 6_000;
/** What was taken is stored within this time, or the frame is, which then comes first. */
export const STORED_MS = 60_000;
/** How many one asker may have open at once; more are not taken. */
export const MAX_OPEN_ASKS = 5;

type Message<Type extends PeerMessage['type']> = Extract<PeerMessage, { type: Type }>;

export interface AskedSnapshotsOptions {
  readonly snapshots: Pick<Snapshots, 'expect' | 'isKnown' | 'photographFor' | 'store'>;
  /** By the role that the server names. */
  readonly isControllerAt: (contactId: string) => boolean;
  readonly send: (message: PeerMessage, to: string) => void;
  /** What one's own camera, or screen, sends; null: nothing. */
  readonly ownTrack: () => MediaStreamTrack | null;
}

interface Asked {
  readonly of: string;
  /** The frame that stands for it has been kept, or there was none. */
  readonly isSeen: Promise<void>;
  timer: unknown;
}

export class AskedSnapshots {
  readonly #ports: Pick<CallPorts, 'clock' | 'createId'>;
  readonly #options: AskedSnapshotsOptions;
  /** What was asked of others and is not settled, by its request. */
  readonly #asked = new Map<string, Asked>();
  /** What was taken here and is being stored: who asked for it. */
  readonly #takenFor = new Map<string, string>();
  /** How many are being taken for each asker. */
  readonly #open = new Map<string, number>();
  /** A camera takes one after the other. */
  #taking = Promise.resolve();

  constructor(ports: Pick<CallPorts, 'clock' | 'createId'>, options: AskedSnapshotsOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** @param seen what is received of them, whose frame stands for the snapshot meanwhile */
  ask(of: string, seen: MediaStreamTrack) {
    const requestId = this.#ports.createId();
    const asked: Asked = { of, timer: null, isSeen: this.#options.snapshots.expect(requestId, seen) };
    this.#asked.set(requestId, asked);
    this.#wait(requestId, asked, ANSWER_MS);
    this.#options.send({ type: 'askSnapshot', requestId }, of);
  }

  takeAnswer(from: string, { requestId, isTaken }: Message<'snapshotAnswer'>) {
    const asked = this.#asked.get(requestId);
    if (asked?.of !== from) return;
    if (isTaken) this.#wait(requestId, asked, STORED_MS);
    else this.#settle(requestId);
  }

  /** It is stored: by either side. */
  takeStored(requestId: string) {
    const asked = this.#asked.get(requestId);
    if (asked) this.#ports.clock.clearTimeout(asked.timer);
    this.#asked.delete(requestId);
    this.#takenFor.delete(requestId);
  }

  /** The server does not take what was taken here. */
  takeNotStored(requestId: string) {
    const from = this.#takenFor.get(requestId);
    if (from === undefined) return;
    this.#takenFor.delete(requestId);
    this.#options.send({ type: 'snapshotAnswer', requestId, isTaken: false }, from);
  }

  /** Somebody has left: nothing more comes of them. */
  forget(contactId: string) {
    for (const [requestId, { of }] of this.#asked) if (of === contactId) this.#settle(requestId);
  }

  takeAsk(from: string, { requestId }: Message<'askSnapshot'>) {
    const open = this.#open.get(from) ?? 0;
    const { isControllerAt, snapshots } = this.#options;
    if (!isControllerAt(from) || open >= MAX_OPEN_ASKS || snapshots.isKnown(requestId)) return;
    this.#open.set(from, open + 1);
    const askedAt = this.#ports.clock.now();
    this.#taking = this.#taking.then(() => this.#take(from, requestId, askedAt));
  }

  /** Nothing more is waited for: what was asked and is not stored is what was seen. */
  stop() {
    for (const requestId of this.#asked.keys()) this.#settle(requestId);
  }

  async #take(from: string, requestId: string, askedAt: number) {
    const { ownTrack, send, snapshots } = this.#options;
    // Later than that, who asked has stored what they saw.
    const isWanted = () => this.#ports.clock.now() - askedAt < ANSWER_MS;
    const track = ownTrack();
    this.#takenFor.set(requestId, from);
    const isTaken =
      track !== null &&
      isWanted() &&
      !snapshots.isKnown(requestId) &&
      (await snapshots.photographFor(requestId, track, isWanted));
    if (!isTaken) this.#takenFor.delete(requestId);
    this.#open.set(from, (this.#open.get(from) ?? 1) - 1);
    send({ type: 'snapshotAnswer', requestId, isTaken }, from);
  }

  #wait(requestId: string, asked: Asked, ms: number) {
    this.#ports.clock.clearTimeout(asked.timer);
    asked.timer = this.#ports.clock.setTimeout(() => this.#settle(requestId), ms);
  }

  /** It will not come: the frame is the snapshot. */
  #settle(requestId: string) {
    const asked = this.#asked.get(requestId);
    this.takeStored(requestId);
    void asked?.isSeen.then(() => this.#options.snapshots.store(requestId));
  }
}
