/**
 * The drawings on the snapshots of a call. Each author has one append-only log for each picture, to which only they add; the
 * author of a message is its sender by signalling. Missing entries are requested, known ones are skipped.
 */
import type { CallPic, DrawingEntry } from '@earth/contracts';
import { createThrottle, type Throttle } from '@earth/async';
import type { AuthorOf } from '../session/author';
import type { Recipient, RetryQueue } from '@earth/messaging';
import type { CallPorts, AskedItem } from '../ports';
import type { MessageOf, PeerHandlers } from '../transport/peer-handlers';
import { Archive, type ArchiveOptions, type ClosedLog, type StoredLog } from './archive';
import {
  chunksOf,
  createOwnHand,
  DrawingLog,
  eraseEntries,
  type DrawingSurface,
  FRAME_MS,
  type Laser,
  Lasers,
  type NewStroke,
  NO_DRAWING,
  type OwnHand,
  type PenPoint,
  pictureDrawing,
  type PictureDrawing,
  type Point,
  rounded,
} from '@earth/annotations';
import { Missed } from './missed';

type DrawingPorts = Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'drafts' | 'me' | 'settings'>;
type DrawingMessageType = 'drawing' | 'askDrawing' | 'laser';

/** Rate limit of requests for the same missing entries, and of answers to the same request. */
export const ASK_EVERY_MS = 1_000;

export interface DrawingsOptions {
  readonly call: ArchiveOptions['call'];
  /** Outlives the call, so that the last strokes are stored. */
  readonly outbox: RetryQueue;
  readonly recipients: () => Promise<readonly Recipient[]>;
  readonly authorOf: AuthorOf;
  readonly pictures: {
    /** The server has it, so everybody can download it. */
    readonly isStored: (picId: string) => boolean;
    /** The same array until a picture is added, changed or removed. */
    readonly storedPics: () => readonly Pick<CallPic, 'uniqueId'>[];
    /** The picture is final. Drawings on it are sent when it is stored, perhaps under another id. */
    readonly canDraw: (picId: string) => boolean;
  };
  /** By the role that the server gives, and by the setting. */
  readonly mayDraw: (contactId: string) => boolean;
  readonly colorOf: (contactId: string) => string;
  readonly send: (message: MessageOf<DrawingMessageType>, to?: string) => void;
  /** A stored log cannot be decrypted. */
  readonly onUnreadable: () => void;
}

type Logs = Map<string, DrawingLog>;

export class Drawings implements DrawingSurface {
  readonly #ports: DrawingPorts;
  readonly #options: DrawingsOptions;
  readonly #me: string;
  readonly #archive: Archive;
  readonly #lasers: Lasers;
  readonly #hand: OwnHand;
  readonly #listeners = new Set<() => void>();
  /** By picture, then by author. */
  readonly #logs = new Map<string, Logs>();
  readonly #views = new Map<string, PictureDrawing>();
  readonly #missed = new Missed();
  /** When each request was last sent or answered, for the rate limit. */
  readonly #times = new Map<string, number>();
  /** The picture with the user's open stroke. */
  #drawnOn: string | null = null;
  #selected: string | null = null;
  /** The list of pictures that was handled last. */
  #pics: readonly unknown[] | null = null;
  /** Throttled to one notification a frame, because peers can send at any rate. */
  readonly #notify: Throttle;
  #isDiscarded = false;

  constructor(ports: DrawingPorts, options: DrawingsOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#me = ports.me.uniqueId;
    this.#notify = createThrottle(ports.clock, FRAME_MS, () => {
      for (const listener of this.#listeners) listener();
    });
    const { authorOf, call, outbox, recipients, send } = options;
    this.#archive = new Archive(ports, {
      authorOf,
      call,
      outbox,
      recipients,
      ownLog: this.#ownLog,
      onLoaded: (picId, logs) => this.#handleLoaded(picId, logs),
      onReopened: (picId, logs) => this.#addOthers(picId, logs),
      onChange: (picId) => this.#changed(picId),
    });
    this.#lasers = new Lasers({
      clock: ports.clock,
      me: this.#me,
      colorOf: options.colorOf,
      send: (picUniqueId, [x, y]) => send({ type: 'laser', picUniqueId, x, y }),
      onChange: this.#notify,
    });
    this.#hand = createOwnHand(ports.clock, (entries) => this.#drawnOn !== null && this.#add(this.#drawnOn, entries));
  }

  subscribe = (listener: () => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  getDrawing(picId: string): PictureDrawing {
    const known = this.#views.get(picId);
    if (known) return known;
    const view = this.#viewOf(picId);
    this.#views.set(picId, view);
    return view;
  }

  getLasers(picId: string): readonly Laser[] {
    return this.#lasers.on(picId);
  }

  begin(picId: string, { tool, at, width, color }: NewStroke): boolean {
    this.end();
    if (!this.#mayDrawOn(picId) || this.getDrawing(picId).isFull) return false;
    const [x, y, pressure] = at;
    const place = { at: rounded([x, y]), ...(pressure !== undefined && { pressure }) };
    const number = tool === 'marker' ? { number: Math.min(999, this.getDrawing(picId).nextNumber) } : {};
    this.#drawnOn = picId;
    const chosen = color === undefined ? {} : { color };
    this.#add(picId, [{ op: 'begin', tool, ...place, width: Math.round(width * 10) / 10, ...number, ...chosen }]);
    return true;
  }

  edit(picId: string, key: string): boolean {
    this.end();
    if (!this.#mayDrawOn(picId) || this.getDrawing(picId).isFull) return false;
    const back = this.#ownLog(picId)?.backToText(this.#ownKey(key));
    if (!back) return false;
    this.#drawnOn = picId;
    this.#add(picId, [{ op: 'edit', back }]);
    return true;
  }

  move(points: readonly PenPoint[]) {
    if (this.#drawnOn !== null) this.#hand.move(points);
  }

  write(text: string) {
    if (this.#drawnOn !== null) this.#hand.write(text);
  }

  end() {
    if (this.#drawnOn === null) return;
    this.#hand.flush();
    this.#add(this.#drawnOn, [{ op: 'end' }]);
    this.#drawnOn = null;
  }

  erase(picId: string, key: string) {
    this.end();
    const log = this.#ownLog(picId);
    const back = log?.isFull ? null : log?.backTo(this.#ownKey(key));
    if (back && this.#mayDrawOn(picId)) this.#add(picId, eraseEntries(back));
  }

  undo = (picId: string) => this.#actOn(picId, 'undo', ({ canUndo }) => canUndo);
  redo = (picId: string) => this.#actOn(picId, 'redo', ({ canRedo }) => canRedo);
  clear = (picId: string) => this.#actOn(picId, 'clear', ({ canClear }) => canClear);

  point(picId: string, at: Point) {
    if (this.#isStored(picId)) this.#lasers.point(picId, at);
  }

  readonly handlers: PeerHandlers<DrawingMessageType> = {
    drawing: (from, message) => {
      if (!this.#options.mayDraw(from)) return;
      if (this.#isStored(message.picUniqueId)) this.#handleEntries(from, message);
      else this.#missed.note(from, message.picUniqueId);
    },
    askDrawing: (from, message) => this.#answer(from, message),
    laser: (from, { picUniqueId, x, y }) => {
      if (this.#isStored(picUniqueId)) this.#lasers.show(from, picUniqueId, [x, y]);
    },
  };

  /** The data channel to a participant is open: sends them all logs of the user. */
  handleReachable(contactId: string) {
    for (const picId of this.#logs.keys()) this.#sendLog(picId, 0, contactId);
    this.#archive.addReader(contactId);
  }

  /** Stored logs that cannot be decrypted here, except those that their author has sent. */
  unreadable(): readonly AskedItem[] {
    return [...this.#archive.closed()].flatMap(([picId, logs]) =>
      logs.filter((log) => this.#isNews(picId, log)).map(({ uniqueId }) => ({ kind: 'drawing' as const, uniqueId })),
    );
  }

  /** New keys have arrived: tries again to decrypt what was unreadable. */
  reopen = () => this.#archive.reopen();

  /** The list of pictures or the selected one may have changed. Stores drawings on the formerly selected one. */
  update(selected: string | null) {
    if (this.#isDiscarded) return;
    if (selected !== this.#selected) {
      this.end();
      this.#archive.storeNow();
      this.#selected = selected;
    }
    const pics = this.#options.pictures.storedPics();
    if (pics !== this.#pics) this.#handlePicsChanged(pics);
    if (selected !== null && this.#isStored(selected)) this.#archive.open(selected);
  }

  #handlePicsChanged(pics: readonly Pick<CallPic, 'uniqueId'>[]) {
    this.#pics = pics;
    const { canDraw, isStored } = this.#options.pictures;
    for (const picId of this.#logs.keys()) if (!canDraw(picId)) this.#forget(picId);
    for (const [author, picId] of this.#missed.claim(isStored)) this.#request(author, picId, 0, 0);
    for (const { uniqueId } of pics) this.#archive.restoreDraft(uniqueId);
  }

  /** A picture that was taken here is stored under its final id: sends what was drawn on it meanwhile. */
  rename(from: string, to: string) {
    if (this.#selected === from) this.#selected = to;
    if (this.#drawnOn === from) this.#drawnOn = to;
    const log = this.#ownLog(from);
    if (!log) return;
    this.#logs.delete(from);
    this.#changed(from);
    this.#logsOf(to).set(this.#me, log);
    this.#sendLog(to, 0);
    this.#archive.scheduleStore(to);
    this.#changed(to);
  }

  /** The call is over: stores what is not stored yet. */
  close() {
    this.end();
    this.#archive.storeNow();
    this.#lasers.stop();
    this.#notify.stop();
  }

  /** Nothing is shown any more. What is not stored yet is still stored. */
  discard() {
    this.close();
    this.#archive.discard();
    this.#isDiscarded = true;
  }

  /** A picture was removed. */
  #forget(picId: string) {
    if (this.#drawnOn === picId) this.#drawnOn = null;
    this.#logs.delete(picId);
    this.#archive.forget(picId);
    this.#changed(picId);
  }

  readonly #ownLog = (picId: string) => this.#logs.get(picId)?.get(this.#me);

  /** The key of a stroke begins with its author; in their own log it has none. */
  #ownKey(key: string) {
    return key.slice(this.#me.length + 1);
  }

  #isStored(picId: string) {
    return this.#options.pictures.isStored(picId);
  }

  #mayDrawOn(picId: string) {
    return this.#options.pictures.canDraw(picId) && this.#options.mayDraw(this.#me);
  }

  #actOn(picId: string, op: 'undo' | 'redo' | 'clear', isPossible: (drawing: PictureDrawing) => boolean) {
    this.end();
    if (this.#mayDrawOn(picId) && isPossible(this.getDrawing(picId))) this.#add(picId, [{ op }]);
  }

  /** Appends to the user's log, sends the entries and schedules storing them. */
  #add(picId: string, entries: readonly DrawingEntry[]) {
    const logs = this.#logsOf(picId);
    const log = logs.get(this.#me) ?? new DrawingLog(this.#ports.clock.now());
    logs.set(this.#me, log);
    const from = log.length;
    for (const entry of entries) log.append(entry);
    this.#changed(picId);
    if (!this.#isStored(picId)) return;
    this.#sendLog(picId, from);
    this.#archive.scheduleStore(picId, isWhole(entries));
  }

  #sendLog(picId: string, from: number, to?: string) {
    const log = this.#ownLog(picId);
    if (!log || !this.#isStored(picId)) return;
    for (const { at, entries } of chunksOf(log.entries, from))
      this.#options.send({ type: 'drawing', picUniqueId: picId, edition: log.edition, from: at, entries }, to);
  }

  #answer(from: string, { picUniqueId: picId, ...asked }: MessageOf<'askDrawing'>) {
    const log = this.#ownLog(picId);
    // Half the interval, so that a peer who keeps to the rate limit is always answered.
    if (!log || !this.#isTimeFor(`answer ${from} ${picId}`, ASK_EVERY_MS / 2)) return;
    this.#sendLog(picId, asked.edition === log.edition ? asked.from : 0, from);
  }

  #handleEntries(from: string, { picUniqueId: picId, edition, from: at, entries }: MessageOf<'drawing'>) {
    const logs = this.#logsOf(picId);
    const known = logs.get(from);
    if (known && edition < known.edition) return;
    const isNewEdition = !known || edition > known.edition;
    const length = isNewEdition ? 0 : known.length;
    if (at > length) return this.#request(from, picId, edition, length);
    const log = isNewEdition ? new DrawingLog(edition) : known;
    logs.set(from, log);
    for (const entry of entries.slice(length - at)) log.append(entry);
    this.#changed(picId);
  }

  #handleLoaded(picId: string, stored: readonly StoredLog[]) {
    const own = stored.find(({ author }) => author === this.#me);
    if (own) this.#continueOwn(this.#logsOf(picId), own);
    this.#addOthers(picId, stored);
    this.#sendLog(picId, 0);
    if (this.unreadable().length > 0) this.#options.onUnreadable();
  }

  #addOthers(picId: string, stored: readonly StoredLog[]) {
    const logs = this.#logsOf(picId);
    for (const { author, edition, entries, scheme } of stored)
      if (this.#isNews(picId, { author, edition, length: entries.length }))
        logs.set(author, new DrawingLog(edition, entries, scheme));
    this.#changed(picId);
  }

  /** Whether a stored log of another author has entries that are unknown here. */
  #isNews(picId: string, stored: Pick<ClosedLog, 'author' | 'edition' | 'length'>): boolean {
    const { author } = stored;
    return author !== this.#me && this.#options.mayDraw(author) && isNewer(stored, this.#logs.get(picId)?.get(author));
  }

  /** Restores the user's log from before a reload. Entries drawn since then follow it, and the whole is a new edition. */
  #continueOwn(logs: Logs, { edition, entries, scheme }: StoredLog) {
    const since = logs.get(this.#me);
    const next = Math.max(edition + 1, this.#ports.clock.now(), (since?.edition ?? 0) + 1);
    logs.set(this.#me, new DrawingLog(next, [...entries, ...(since?.entries ?? [])], scheme));
  }

  #request(author: string, picId: string, edition: number, from: number) {
    if (this.#isTimeFor(`request ${author} ${picId}`, ASK_EVERY_MS))
      this.#options.send({ type: 'askDrawing', picUniqueId: picId, edition, from }, author);
  }

  #isTimeFor(what: string, everyMs: number): boolean {
    const now = this.#ports.clock.now();
    const last = this.#times.get(what);
    if (last !== undefined && now - last < everyMs) return false;
    this.#times.set(what, now);
    return true;
  }

  #logsOf(picId: string): Logs {
    const known = this.#logs.get(picId);
    if (known) return known;
    const made: Logs = new Map();
    this.#logs.set(picId, made);
    return made;
  }

  #viewOf(picId: string): PictureDrawing {
    const logs = this.#logs.get(picId);
    if (!logs) return NO_DRAWING;
    const { colorOf } = this.#options;
    return pictureDrawing({ logs, me: this.#me, colorOf, isRefused: this.#archive.isRefused(picId) });
  }

  #changed(picId: string) {
    this.#views.delete(picId);
    this.#notify();
  }
}

/** Whether these entries leave no stroke open. */
const isWhole = (entries: readonly DrawingEntry[]) => {
  const last = entries.at(-1)?.op;
  return last === 'end' || last === 'undo' || last === 'redo' || last === 'clear';
};

type Age = Pick<ClosedLog, 'edition' | 'length'>;
const isNewer = (stored: Age, known: Age | undefined) =>
  !known || stored.edition > known.edition || (stored.edition === known.edition && stored.length > known.length);
