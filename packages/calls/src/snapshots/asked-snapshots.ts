/**
 * Snapshots that one person asks of another (A2.4): a controller asks, and the device that has the camera takes it. Who
 * asked sees at once the frame that they had before them; where the other one does not answer, or says that none will
 * come, that frame is the snapshot. Both sides store under the id of the request, of which the server keeps one.
 */
import type { MessageOf } from '../transport/peer-handlers';
import type { CallPorts } from '../ports';
import type { Snapshots } from './snapshots';

/** Who has been asked answers within this time, or is not waited for: an older page, a camera that does not. */
export const ANSWER_MS = 6_000;
/** What was taken is stored within this time of the last word on it, or the frame is, which then comes first. */
export const STORED_MS = 60_000;
/** While it is being stored, that is said as often: over a slow net a photograph takes longer. */
export const STILL_STORING_MS = 20_000;
/** How many one asker may have open at once; more are not taken. */
export const MAX_OPEN_ASKS = 5;


export interface AskedSnapshotsOptions {
  readonly snapshots: Pick<Snapshots, 'expect' | 'isKnown' | 'photographFor' | 'store'>;
  /** By the role that the server names. */
  readonly isControllerAt: (contactId: string) => boolean;
  readonly send: (message: MessageOf<'askSnapshot' | 'snapshotAnswer'>, to: string) => void;
  /** What one's own camera, or screen, sends; null: nothing. */
  readonly ownTrack: () => MediaStreamTrack | null;
}

interface Asked {
  readonly of: string;
  /** The frame that stands for it has been kept, or there was none. */
  readonly isSeen: Promise<void>;
  /** The other one has said that it is being stored. */
  isTaken: boolean;
  timer: unknown;
}

interface Taken {
  /** Who asked for it. */
  readonly by: string;
  /** Until it is said again that it is being stored. */
  timer: unknown;
}

export class AskedSnapshots {
  readonly #ports: Pick<CallPorts, 'clock' | 'createId'>;
  readonly #options: AskedSnapshotsOptions;
  /** What was asked of others and is not settled, by its request. */
  readonly #asked = new Map<string, Asked>();
  /** What is being taken or stored here. */
  readonly #taken = new Map<string, Taken>();
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
    const asked: Asked = { of, isTaken: false, timer: null, isSeen: this.#options.snapshots.expect(requestId, seen) };
    this.#asked.set(requestId, asked);
    this.#wait(requestId, asked, ANSWER_MS);
    this.#options.send({ type: 'askSnapshot', requestId }, of);
  }

  handleAnswer(from: string, { requestId, isTaken }: MessageOf<'snapshotAnswer'>) {
    const asked = this.#asked.get(requestId);
    if (asked?.of !== from) return;
    asked.isTaken = isTaken;
    if (isTaken) this.#wait(requestId, asked, STORED_MS);
    else this.#settle(requestId);
  }

  /** It is stored: by either side. */
  handleStored(requestId: string) {
    const asked = this.#asked.get(requestId);
    if (asked) this.#ports.clock.clearTimeout(asked.timer);
    this.#asked.delete(requestId);
    this.#forgetTaken(requestId);
  }

  /** The server does not take what was taken here. */
  handleNotStored(requestId: string) {
    const taken = this.#taken.get(requestId);
    if (!taken) return;
    this.#forgetTaken(requestId);
    this.#options.send({ type: 'snapshotAnswer', requestId, isTaken: false }, taken.by);
  }

  /** Somebody has left: what they have not taken will not come; what they have goes on being stored. */
  forget(contactId: string) {
    for (const [requestId, { of, isTaken }] of this.#asked) if (of === contactId && !isTaken) this.#settle(requestId);
    for (const [requestId, { by }] of this.#taken) if (by === contactId) this.#forgetTaken(requestId);
  }

  handleAsk(from: string, { requestId }: MessageOf<'askSnapshot'>) {
    const open = this.#open.get(from) ?? 0;
    const { isControllerAt, snapshots } = this.#options;
    if (!isControllerAt(from) || open >= MAX_OPEN_ASKS || snapshots.isKnown(requestId)) return;
    this.#open.set(from, open + 1);
    const askedAt = this.#ports.clock.now();
    this.#taking = this.#taking.then(() => this.#answer(from, requestId, askedAt));
  }

  /** Nothing more is said: what was not taken yet is what was seen. */
  stop() {
    for (const [requestId, { isTaken }] of this.#asked) if (!isTaken) this.#settle(requestId);
    for (const requestId of this.#taken.keys()) this.#forgetTaken(requestId);
  }

  async #answer(from: string, requestId: string, askedAt: number) {
    const isTaken = await this.#take(from, requestId, askedAt);
    this.#open.set(from, (this.#open.get(from) ?? 1) - 1);
    if (!isTaken) this.#forgetTaken(requestId);
    this.#options.send({ type: 'snapshotAnswer', requestId, isTaken }, from);
  }

  async #take(from: string, requestId: string, askedAt: number): Promise<boolean> {
    const { ownTrack, snapshots } = this.#options;
    // Later than that, who asked has stored what they saw.
    const isWanted = () => this.#ports.clock.now() - askedAt < ANSWER_MS;
    const track = ownTrack();
    if (track === null || !isWanted() || snapshots.isKnown(requestId)) return false;
    const taken: Taken = { by: from, timer: null };
    this.#taken.set(requestId, taken);
    this.#sayAgain(requestId, taken);
    return await snapshots.photographFor(requestId, track, isWanted);
  }

  #sayAgain(requestId: string, taken: Taken) {
    taken.timer = this.#ports.clock.setTimeout(() => {
      this.#options.send({ type: 'snapshotAnswer', requestId, isTaken: true }, taken.by);
      this.#sayAgain(requestId, taken);
    }, STILL_STORING_MS);
  }

  #forgetTaken(requestId: string) {
    this.#ports.clock.clearTimeout(this.#taken.get(requestId)?.timer);
    this.#taken.delete(requestId);
  }

  #wait(requestId: string, asked: Asked, ms: number) {
    this.#ports.clock.clearTimeout(asked.timer);
    asked.timer = this.#ports.clock.setTimeout(() => this.#settle(requestId), ms);
  }

  /** It will not come: the frame is the snapshot. */
  #settle(requestId: string) {
    const asked = this.#asked.get(requestId);
    this.handleStored(requestId);
    void asked?.isSeen.then(() => this.#options.snapshots.store(requestId));
  }
}
