/**
 * The drawings on the snapshots of a call. Each author has a log for each picture; they alone add to it, and the author is
 * whoever the channel says that a message is from. What is missing is asked for, what is known is not taken twice.
 */
import type { CallPic, DrawingEntry } from '@earth/contracts';
import { createThrottle, type Throttle } from '../async/throttle';
import type { AuthorOf } from '../session/author';
import type { Outbox } from '../messages/outbox';
import type { CallPorts, Recipient, AskedItem } from '../ports';
import type { MessageOf, PeerHandlers } from '../transport/peer-handlers';
import { Archive, type ArchiveOptions, type ClosedLog, type StoredLog } from './archive';
import { chunksOf } from './chunks';
import { coloredStrokes, lowestScheme } from './colored-strokes';
import { DrawingLog } from './drawing-log';
import {
  type DrawingSurface,
  type Laser,
  type NewStroke,
  NO_DRAWING,
  type PenPoint,
  type PictureDrawing,
  type Point,
} from './drawing-view';
import { Lasers } from './lasers';
import { Missed } from './missed';
import { createOwnHand, FRAME_MS, type OwnHand, rounded } from './own-hand';

type DrawingPorts = Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'drafts' | 'me' | 'settings'>;
type DrawingMessageType = 'drawing' | 'askDrawing' | 'laser';

/** The same missing entries are asked for, and the same question answered, once in this time. */
export const ASK_EVERY_MS = 1_000;

export interface DrawingsOptions {
  readonly call: ArchiveOptions['call'];
  /** Goes on when the call is over, and put away: the last strokes are to be stored. */
  readonly outbox: Outbox;
  readonly recipients: () => Promise<readonly Recipient[]>;
  readonly authorOf: AuthorOf;
  readonly pictures: {
    /** Everybody can have it. */
    readonly isStored: (picId: string) => boolean;
    /** The same list until a picture comes, changes or goes. */
    readonly storedPics: () => readonly Pick<CallPic, 'uniqueId'>[];
    /** It stays as it is, perhaps under another id: what is drawn on it goes out when it is stored. */
    readonly canDraw: (picId: string) => boolean;
  };
  /** By the role that the server names, and the setting. */
  readonly mayDraw: (contactId: string) => boolean;
  readonly colorOf: (contactId: string) => string;
  readonly send: (message: MessageOf<DrawingMessageType>, to?: string) => void;
  /** Something of what is stored cannot be read. */
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
  /** By picture and author. */
  readonly #logs = new Map<string, Logs>();
  readonly #views = new Map<string, PictureDrawing>();
  readonly #missed = new Missed();
  /** When a question was last put or answered. */
  readonly #times = new Map<string, number>();
  /** Where one's own open stroke is. */
  #drawnOn: string | null = null;
  #selected: string | null = null;
  /** The pictures, as they were looked through last. */
  #pics: readonly unknown[] | null = null;
  /** Screens are told once a frame, whatever peers send. */
  readonly #tell: Throttle;
  #isDiscarded = false;

  constructor(ports: DrawingPorts, options: DrawingsOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#me = ports.me.uniqueId;
    this.#tell = createThrottle(ports.clock, FRAME_MS, () => {
      for (const listener of this.#listeners) listener();
    });
    const { authorOf, call, outbox, recipients, send } = options;
    this.#archive = new Archive(ports, {
      authorOf,
      call,
      outbox,
      recipients,
      ownLog: (picId) => this.#logs.get(picId)?.get(this.#me) ?? null,
      onLoaded: (picId, logs) => this.#handleStored(picId, logs),
      onReopened: (picId, logs) => this.#addOthers(picId, logs),
      onChange: (picId) => this.#changed(picId),
    });
    this.#lasers = new Lasers({
      clock: ports.clock,
      me: this.#me,
      colorOf: options.colorOf,
      send: (picUniqueId, [x, y]) => send({ type: 'laser', picUniqueId, x, y }),
      onChange: this.#tell,
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

  begin(picId: string, { tool, at, width }: NewStroke): boolean {
    this.end();
    if (!this.#mayDrawOn(picId) || this.getDrawing(picId).isFull) return false;
    const [x, y, pressure] = at;
    const place = { at: rounded([x, y]), ...(pressure !== undefined && { pressure }) };
    const number = tool === 'marker' ? { number: Math.min(999, this.getDrawing(picId).nextNumber) } : {};
    this.#drawnOn = picId;
    this.#add(picId, [{ op: 'begin', tool, ...place, width: Math.round(width * 10) / 10, ...number }]);
    return true;
  }

  edit(picId: string, key: string): boolean {
    this.end();
    if (!this.#mayDrawOn(picId) || this.getDrawing(picId).isFull) return false;
    const back = this.#logs
      .get(picId)
      ?.get(this.#me)
      ?.backTo(key.slice(this.#me.length + 1));
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

  /** Somebody can be talked to: everything of one's own goes to them. */
  meet(contactId: string) {
    for (const picId of this.#logs.keys()) this.#sendLog(picId, 0, contactId);
    this.#archive.noteReader(contactId);
  }

  /** What the server has of drawings and cannot be read here, but for what its author has told. */
  unreadable(): readonly AskedItem[] {
    return [...this.#archive.closed()].flatMap(([picId, logs]) =>
      logs.filter((log) => this.#isNews(picId, log)).map(({ uniqueId }) => ({ kind: 'drawing' as const, uniqueId })),
    );
  }

  /** There are keys now: what could not be read is tried again. */
  reopen = () => this.#archive.reopen();

  /** There may be other pictures than before, or another on the stage: what was drawn on the one before is stored. */
  notice(selected: string | null) {
    if (this.#isDiscarded) return;
    if (selected !== this.#selected) {
      this.end();
      this.#archive.storeNow();
      this.#selected = selected;
    }
    const pics = this.#options.pictures.storedPics();
    if (pics !== this.#pics) this.#lookThrough(pics);
    if (selected !== null && this.#isStored(selected)) this.#archive.open(selected);
  }

  /** There are other pictures than before. */
  #lookThrough(pics: readonly Pick<CallPic, 'uniqueId'>[]) {
    this.#pics = pics;
    const { canDraw, isStored } = this.#options.pictures;
    for (const picId of this.#logs.keys()) if (!canDraw(picId)) this.#forget(picId);
    for (const [author, picId] of this.#missed.take(isStored)) this.#ask(author, picId, 0, 0);
    for (const { uniqueId } of pics) this.#archive.lookUp(uniqueId);
  }

  /** A picture that was taken here is stored, under its lasting id: what was drawn on it meanwhile goes out. */
  rename(from: string, to: string) {
    if (this.#selected === from) this.#selected = to;
    if (this.#drawnOn === from) this.#drawnOn = to;
    const log = this.#logs.get(from)?.get(this.#me);
    if (!log) return;
    this.#logs.delete(from);
    this.#changed(from);
    this.#logsOf(to).set(this.#me, log);
    this.#sendLog(to, 0);
    this.#archive.noteGrown(to);
    this.#changed(to);
  }

  /** The call is over: what is not stored yet is. */
  close() {
    this.end();
    this.#archive.storeNow();
    this.#lasers.stop();
    this.#tell.stop();
  }

  /** Nothing is to be seen any more. What is not stored yet still is. */
  discard() {
    this.close();
    this.#archive.discard();
    this.#isDiscarded = true;
  }

  /** A picture is no more. */
  #forget(picId: string) {
    if (this.#drawnOn === picId) this.#drawnOn = null;
    this.#logs.delete(picId);
    this.#archive.forget(picId);
    this.#changed(picId);
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

  /** To one's own log, and on its way. */
  #add(picId: string, entries: readonly DrawingEntry[]) {
    const logs = this.#logsOf(picId);
    const log = logs.get(this.#me) ?? new DrawingLog(this.#ports.clock.now());
    logs.set(this.#me, log);
    const from = log.length;
    for (const entry of entries) log.append(entry);
    this.#changed(picId);
    if (!this.#isStored(picId)) return;
    this.#sendLog(picId, from);
    this.#archive.noteGrown(picId, isWhole(entries));
  }

  #sendLog(picId: string, from: number, to?: string) {
    const log = this.#logs.get(picId)?.get(this.#me);
    if (!log || !this.#isStored(picId)) return;
    for (const { at, entries } of chunksOf(log.entries, from))
      this.#options.send({ type: 'drawing', picUniqueId: picId, edition: log.edition, from: at, entries }, to);
  }

  #answer(from: string, { picUniqueId: picId, ...asked }: MessageOf<'askDrawing'>) {
    const log = this.#logs.get(picId)?.get(this.#me);
    // Half the time: who keeps to it is never turned away.
    if (!log || !this.#isTimeFor(`answer ${from} ${picId}`, ASK_EVERY_MS / 2)) return;
    this.#sendLog(picId, asked.edition === log.edition ? asked.from : 0, from);
  }

  #handleEntries(from: string, { picUniqueId: picId, edition, from: at, entries }: MessageOf<'drawing'>) {
    const logs = this.#logsOf(picId);
    const known = logs.get(from);
    if (known && edition < known.edition) return;
    const isNewEdition = !known || edition > known.edition;
    const length = isNewEdition ? 0 : known.length;
    if (at > length) return this.#ask(from, picId, edition, length);
    const log = isNewEdition ? new DrawingLog(edition) : known;
    logs.set(from, log);
    for (const entry of entries.slice(length - at)) log.append(entry);
    this.#changed(picId);
  }

  #handleStored(picId: string, stored: readonly StoredLog[]) {
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

  /** Another's log, with something in it that is not known here. */
  #isNews(picId: string, stored: Pick<ClosedLog, 'author' | 'edition' | 'length'>): boolean {
    const { author } = stored;
    return author !== this.#me && this.#options.mayDraw(author) && isNewer(stored, this.#logs.get(picId)?.get(author));
  }

  /** One's own from before a reload: what was drawn since comes after it, and the whole is a new edition. */
  #continueOwn(logs: Logs, { edition, entries, scheme }: StoredLog) {
    const since = logs.get(this.#me);
    const next = Math.max(edition + 1, this.#ports.clock.now(), (since?.edition ?? 0) + 1);
    logs.set(this.#me, new DrawingLog(next, [...entries, ...(since?.entries ?? [])], scheme));
  }

  #ask(author: string, picId: string, edition: number, from: number) {
    if (this.#isTimeFor(`ask ${author} ${picId}`, ASK_EVERY_MS))
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
    const strokes = coloredStrokes(logs, this.#options.colorOf);
    const own = logs.get(this.#me);
    const owns = own ? coloredStrokes([[this.#me, own]], this.#options.colorOf) : [];
    return {
      strokes,
      scheme: lowestScheme(logs.values()),
      canUndo: own?.canUndo ?? false,
      canRedo: own?.canRedo ?? false,
      canClear: (own?.strokes().length ?? 0) > 0,
      ownTexts: owns.filter(({ tool, isOpen }) => tool === 'text' && !isOpen),
      isFull: own?.isFull ?? false,
      isRefused: this.#archive.isRefused(picId),
      nextNumber: Math.max(0, ...strokes.map(({ number }) => number)) + 1,
    };
  }

  #changed(picId: string) {
    this.#views.delete(picId);
    this.#tell();
  }
}

/** No stroke is open after these. */
const isWhole = (entries: readonly DrawingEntry[]) => {
  const last = entries.at(-1)?.op;
  return last === 'end' || last === 'undo' || last === 'redo' || last === 'clear';
};

const isNewer = (
  stored: { readonly edition: number; readonly length: number },
  known: { readonly edition: number; readonly length: number } | undefined,
) => !known || stored.edition > known.edition || (stored.edition === known.edition && stored.length > known.length);
