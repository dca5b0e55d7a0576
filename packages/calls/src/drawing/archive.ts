/** Stores the user's drawing logs on the server, sealed, a moment after each change, and loads and decrypts all authors' logs. */
import { type Call, CryptoSchema, type DrawingEntry, drawingPlace, isGenuine, type Scheme } from '@earth/contracts';
import { mayPass, type Recipient, type RetryQueue } from '@earth/messaging';
import type { AuthorOf } from '../session/author';
import type { CallPorts } from '../ports';
import { type DrawingLog, readLog } from '@earth/annotations';

/** Debounce: a log is stored when its author has not drawn for this time. */
export const STORE_AFTER_MS = 1_000;
/** Retry interval after a server error. */
export const TRY_AGAIN_MS = 10_000;

type ArchivePorts = Pick<CallPorts, 'api' | 'cipher' | 'clock' | 'drafts' | 'me'>;

export interface ArchiveOptions {
  /** A drawing has no date; its call's start date stands for it. */
  readonly call: Pick<Call, 'uniqueId' | 'startDate'>;
  readonly outbox: RetryQueue;
  /** Everybody who is or was in the call, fetched from the server. */
  readonly recipients: () => Promise<readonly Recipient[]>;
  readonly authorOf: AuthorOf;
  /** The user's present log; undefined: there is nothing to store. */
  readonly ownLog: (picId: string) => DrawingLog | undefined;
  readonly onLoaded: (picId: string, logs: readonly StoredLog[]) => void;
  /** Logs that were fetched again, because keys for unreadable ones may have arrived. */
  readonly onReopened: (picId: string, logs: readonly StoredLog[]) => void;
  /** `isRefused` of the picture has changed. */
  readonly onChange: (picId: string) => void;
}

/** An author's log as the server has it. */
export interface StoredLog {
  readonly author: string;
  readonly edition: number;
  readonly entries: readonly DrawingEntry[];
  readonly scheme: Scheme;
}

/** A stored log that cannot be decrypted here. */
export interface ClosedLog {
  readonly uniqueId: string;
  readonly author: string;
  readonly edition: number;
  readonly length: number;
}

interface Draft {
  readonly edition: number;
  readonly entries: readonly DrawingEntry[];
}

/** Null if there is no valid draft. */
function readDraft(text: string | null): Draft | null {
  const entries = text === null ? null : readLog(text);
  if (text === null || !entries) return null;
  const { edition } = JSON.parse(text) as { readonly edition?: unknown };
  return typeof edition === 'number' && Number.isSafeInteger(edition) ? { edition, entries } : null;
}

/** Whether a log is newer than another of the same author. */
const isAfter = (one: Draft, other: Draft) =>
  one.edition > other.edition || (one.edition === other.edition && one.entries.length > other.entries.length);

export class Archive {
  readonly #ports: ArchivePorts;
  readonly #options: ArchiveOptions;
  readonly #loaded = new Set<string>();
  readonly #loading = new Set<string>();
  readonly #unstored = new Set<string>();
  /** Pictures whose log the server has refused. */
  readonly #refused = new Set<string>();
  /** Pictures for which the draft of an earlier page was looked up. */
  readonly #draftsChecked = new Set<string>();
  /** The recipients of each stored log, by picture. */
  readonly #sealedFor = new Map<string, ReadonlySet<string>>();
  /** Unreadable logs, by picture. */
  readonly #closed = new Map<string, readonly ClosedLog[]>();
  #timer: unknown = null;
  #isDiscarded = false;

  constructor(ports: ArchivePorts, options: ArchiveOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** Loads the stored logs of a picture, once. */
  open(picId: string) {
    if (this.#loaded.has(picId) || this.#loading.has(picId)) return;
    this.#loading.add(picId);
    this.#options.outbox.add({
      run: async () => {
        await this.#load(picId);
        this.#loading.delete(picId);
      },
      onWaiting: () => {},
      // Otherwise it is loaded when the picture is opened again.
      onFailed: (failure) => {
        this.#loading.delete(picId);
        if (mayPass(failure)) this.#ports.clock.setTimeout(() => this.#openAgain(picId), TRY_AGAIN_MS);
      },
    });
  }

  /** Restores what an earlier page has drawn on a picture and not stored. */
  restoreDraft(picId: string) {
    if (this.#draftsChecked.has(picId)) return;
    this.#draftsChecked.add(picId);
    if (this.#ports.drafts.load(picId) !== null) this.open(picId);
  }

  /** The server has refused the user's log of this picture. */
  isRefused(picId: string) {
    return this.#refused.has(picId);
  }

  /** Unreadable logs, by picture. */
  closed(): Iterable<readonly [picId: string, logs: readonly ClosedLog[]]> {
    return this.#closed;
  }

  /** New keys have arrived: fetches the unreadable logs again. */
  reopen() {
    for (const picId of this.#closed.keys())
      this.#options.outbox.add({
        run: async () => this.#options.onReopened(picId, await this.#fetch(picId)),
        onWaiting: () => {},
        onFailed: () => {},
      });
  }

  /** Schedules storing the user's log. `isWhole`: no stroke is open, so it is saved as a draft on this device until then. */
  scheduleStore(picId: string, isWhole = false) {
    // Until the log is loaded, the draft of an earlier page must not be overwritten.
    const log = isWhole && this.#loaded.has(picId) ? this.#options.ownLog(picId) : null;
    if (log) this.#ports.drafts.save(picId, JSON.stringify({ edition: log.edition, entries: log.entries }));
    this.#unstored.add(picId);
    this.#ports.clock.clearTimeout(this.#timer);
    this.#timer = this.#ports.clock.setTimeout(() => this.storeNow(), STORE_AFTER_MS);
  }

  /** A participant was added: stores again the logs that are not sealed for them. */
  addReader(contactId: string) {
    for (const [picId, readers] of this.#sealedFor) if (!readers.has(contactId)) this.scheduleStore(picId);
  }

  storeNow() {
    this.#ports.clock.clearTimeout(this.#timer);
    this.#timer = null;
    for (const picId of this.#unstored)
      this.#options.outbox.add({
        run: (stopped) => this.#store(picId, stopped),
        onWaiting: () => {},
        onFailed: (failure) => {
          this.#setRefused(picId, true);
          if (mayPass(failure)) this.#ports.clock.setTimeout(() => this.#storeAgain(picId), TRY_AGAIN_MS);
          else this.#ports.drafts.save(picId, null);
        },
      });
    this.#unstored.clear();
  }

  /** Nothing is shown any more. What is not stored yet is still stored. */
  discard() {
    this.#isDiscarded = true;
  }

  forget(picId: string) {
    this.#unstored.delete(picId);
    this.#refused.delete(picId);
    this.#sealedFor.delete(picId);
    this.#closed.delete(picId);
    this.#ports.drafts.save(picId, null);
  }

  #storeAgain(picId: string) {
    this.#unstored.add(picId);
    this.storeNow();
  }

  /** After `discard`, only a picture with a draft of an earlier page is still loaded. */
  #openAgain(picId: string) {
    if (!this.#isDiscarded || this.#ports.drafts.load(picId) !== null) this.open(picId);
  }

  #setRefused(picId: string, isRefused: boolean) {
    if (this.#refused.has(picId) === isRefused) return;
    if (isRefused) this.#refused.add(picId);
    else this.#refused.delete(picId);
    this.#options.onChange(picId);
  }

  async #store(picId: string, stopped: AbortSignal) {
    // The user's log from before a reload must not be overwritten by what was drawn since.
    if (!this.#loaded.has(picId)) await this.#load(picId);
    const log = this.#options.ownLog(picId);
    if (!log) return;
    const { api, cipher } = this.#ports;
    const { edition, length: entries } = log;
    const text = JSON.stringify({ entries: log.entries });
    const recipients = await this.#options.recipients();
    const { uniqueId: id } = this.#options.call;
    const cryptoSchema = await cipher.schemeFor(recipients);
    const place = drawingPlace(id, { picId, edition, entries });
    const drawing = await cipher.sealText(cryptoSchema, text, recipients, place);
    stopped.throwIfAborted();
    await api.saveDrawing({ id, picId, drawing, cryptoSchema, edition, entries });
    this.#setRefused(picId, false);
    if (log.length === entries && this.#options.ownLog(picId) === log) this.#ports.drafts.save(picId, null);
    this.#sealedFor.set(picId, new Set(recipients.map(({ uniqueId }) => uniqueId)));
  }

  async #fetch(picId: string): Promise<readonly StoredLog[]> {
    const { authorOf, call } = this.#options;
    const { uniqueId: callId, startDate: date } = call;
    const stored = await this.#ports.api.listPicDrawings({ id: callId, picId });
    const closed: ClosedLog[] = [];
    const logs = await Promise.all(
      stored.map(async ({ uniqueId, contactUniqueId: author, cryptoSchema: scheme, drawing, ...log }) => {
        const origin = { sender: await authorOf(author), place: drawingPlace(callId, { picId, ...log }), date };
        const text = await this.#ports.cipher.openText(scheme, drawing, origin).catch(() => null);
        const { edition, entries: length } = log;
        if (text === null) closed.push({ uniqueId, author, edition, length });
        // A log that is not genuine is neither drawn nor requested.
        const entries = text === null || !isGenuine(text) ? null : readLog(text);
        return entries ? [{ author, edition, entries, scheme }] : [];
      }),
    );
    if (closed.length > 0) this.#closed.set(picId, closed);
    else this.#closed.delete(picId);
    return logs.flat();
  }

  async #load(picId: string) {
    const logs = await this.#fetch(picId);
    if (this.#loaded.has(picId)) return;
    this.#loaded.add(picId);
    const { drafts, me } = this.#ports;
    const draft = readDraft(drafts.load(picId));
    const own = logs.find(({ author }) => author === me.uniqueId);
    const isNewer = draft !== null && (!own || isAfter(draft, own));
    const others = isNewer ? logs.filter((log) => log !== own) : logs;
    this.#options.onLoaded(
      picId,
      isNewer ? [...others, { author: me.uniqueId, scheme: CryptoSchema.v2, ...draft }] : others,
    );
    if (isNewer || this.#unstored.has(picId)) this.scheduleStore(picId, true);
    else drafts.save(picId, null);
  }
}
