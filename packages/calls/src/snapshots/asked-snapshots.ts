/**
 * Snapshots on request (A2.4): a controller asks a participant, whose device takes the photograph. The controller sees
 * the present frame at once. If the participant does not answer, or answers that none will come, that frame becomes the
 * snapshot. Both sides upload under the id of the request, and the server stores only the first.
 */
import { createMutex } from '@earth/async';
import type { MessageOf } from '../transport/peer-handlers';
import type { CallPorts } from '../ports';
import type { Snapshots } from './snapshots';

/** Time limit of the answer: an older page or a stuck camera never gives one. */
export const ANSWER_MS = 6_000;
/** Time limit of the upload, counted from the latest answer; after it, the frame is uploaded. */
export const STORED_MS = 60_000;
/** While a photograph is being uploaded, the answer is repeated at this interval: a slow network takes longer. */
export const STILL_STORING_MS = 20_000;
/** Limit of open requests of one asker; more are ignored. */
export const MAX_OPEN_ASKS = 5;

export interface AskedSnapshotsOptions {
  readonly snapshots: Pick<Snapshots, 'expect' | 'isKnown' | 'photographFor' | 'store'>;
  /** By the role that the server gives. */
  readonly isControllerAt: (contactId: string) => boolean;
  readonly send: (message: MessageOf<'askSnapshot' | 'snapshotAnswer'>, to: string) => void;
  /** The track that the user's camera or screen sends; null: none. */
  readonly ownTrack: () => MediaStreamTrack | null;
}

interface Asked {
  readonly of: string;
  /** Resolves when the present frame has been captured, or there was none. */
  readonly isSeen: Promise<void>;
  /** The participant has answered that it is being uploaded. */
  isTaken: boolean;
  timer: unknown;
}

interface Taken {
  /** The contact who asked. */
  readonly by: string;
  /** The next repetition of the answer. */
  timer: unknown;
}

export class AskedSnapshots {
  readonly #ports: Pick<CallPorts, 'clock' | 'createId'>;
  readonly #options: AskedSnapshotsOptions;
  /** Open requests to others, by id. */
  readonly #asked = new Map<string, Asked>();
  /** Photographs that are being taken or uploaded here, by request id. */
  readonly #taken = new Map<string, Taken>();
  /** The number of open requests of each asker. */
  readonly #open = new Map<string, number>();
  /** Queue: a camera takes one photograph at a time. */
  /** Takes one photograph at a time. */
  readonly #runAlone = createMutex();

  constructor(ports: Pick<CallPorts, 'clock' | 'createId'>, options: AskedSnapshotsOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** @param seen the track received from the participant; its present frame is shown meanwhile */
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

  /** The snapshot is stored, by either side. */
  handleStored(requestId: string) {
    const asked = this.#asked.get(requestId);
    if (asked) this.#ports.clock.clearTimeout(asked.timer);
    this.#asked.delete(requestId);
    this.#forgetTaken(requestId);
  }

  /** The server has refused a photograph that was taken here. */
  handleNotStored(requestId: string) {
    const taken = this.#taken.get(requestId);
    if (!taken) return;
    this.#forgetTaken(requestId);
    this.#options.send({ type: 'snapshotAnswer', requestId, isTaken: false }, taken.by);
  }

  /** A participant has left: photographs not taken yet will not come; the others are still being uploaded. */
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
    void this.#runAlone(() => this.#answer(from, requestId, askedAt));
  }

  /** Sends nothing more. For photographs not taken yet, the frame is uploaded. */
  stop() {
    for (const [requestId, { isTaken }] of this.#asked) if (!isTaken) this.#settle(requestId);
    for (const requestId of this.#taken.keys()) this.#forgetTaken(requestId);
  }

  async #answer(from: string, requestId: string, askedAt: number) {
    const isTaken = await this.#takePhotograph(from, requestId, askedAt);
    this.#open.set(from, (this.#open.get(from) ?? 1) - 1);
    if (!isTaken) this.#forgetTaken(requestId);
    this.#options.send({ type: 'snapshotAnswer', requestId, isTaken }, from);
  }

  async #takePhotograph(from: string, requestId: string, askedAt: number): Promise<boolean> {
    const { ownTrack, snapshots } = this.#options;
    // After that time the asker has uploaded their frame.
    const isWanted = () => this.#ports.clock.now() - askedAt < ANSWER_MS;
    const track = ownTrack();
    if (track === null || !isWanted() || snapshots.isKnown(requestId)) return false;
    const taken: Taken = { by: from, timer: null };
    this.#taken.set(requestId, taken);
    this.#repeatAnswer(requestId, taken);
    return await snapshots.photographFor({ id: requestId, by: from }, track, isWanted);
  }

  #repeatAnswer(requestId: string, taken: Taken) {
    taken.timer = this.#ports.clock.setTimeout(() => {
      this.#options.send({ type: 'snapshotAnswer', requestId, isTaken: true }, taken.by);
      this.#repeatAnswer(requestId, taken);
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

  /** The photograph will not come: uploads the frame. */
  #settle(requestId: string) {
    const asked = this.#asked.get(requestId);
    this.handleStored(requestId);
    void asked?.isSeen.then(() => this.#options.snapshots.store(requestId));
  }
}
