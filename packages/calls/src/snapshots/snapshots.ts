/**
 * The snapshots of a call: taken here and uploaded, or taken by others and fetched. They are sealed for the people of the
 * call; the server keeps what it cannot read. Each picture shown is an object URL, given back when it is put away.
 */
import { type CallPic, isController, isGenuine } from '@earth/contracts';
import { failureOf } from '../api-failure';
import type { AuthorOf } from '../session/author';
import { coalesce } from '../async/coalesce';

import type { Outbox } from '../messages/outbox';
import { photographInTime } from '../camera/photograph';
import type { CallPorts, AskedItem } from '../ports';
import { isSealed, orderOf, placeOf, SnapshotEntries, findKeyed } from './snapshot-entries';
import type { UnsentKeeper } from '../messages/unsent';
import type { Snapshot } from '../view';

type SnapshotPorts = Pick<
  CallPorts,
  'api' | 'cipher' | 'clock' | 'createId' | 'me' | 'media' | 'objectUrls' | 'settings'
>;

export interface SnapshotsOptions {
  readonly callId: string;
  /** Uploads and downloads don't wait for each other, nor for the chat. */
  readonly uploads: Outbox;
  readonly downloads: Outbox;
  readonly unsent: UnsentKeeper;
  /** What is there already was seen before the page was reloaded. */
  readonly isResumed: boolean;
  readonly authorOf: AuthorOf;
  /** One taken here has its lasting id. */
  readonly onStored: (provisionalId: string, pic: CallPic) => void;
  /** The server does not take it. */
  readonly onNotStored: (provisionalId: string) => void;
  readonly onRemoved: (picId: string) => void;
  /** A large one is being stored, and this is it, small; null: it is not stored after all. */
  readonly onPreview: (provisionalId: string, small: Blob | null) => void;
  readonly onChange: () => void;
}

const JPEG = 'image/jpeg';

export class Snapshots {
  readonly #ports: SnapshotPorts;
  readonly #options: SnapshotsOptions;
  readonly #entries: SnapshotEntries;
  /** The pictures that the server does not have yet, by their provisional ids. */
  readonly #unstored = new Map<string, Blob>();
  /** What was removed does not come back with an older list. */
  readonly #removed = new Set<string>();
  /** Of these the others have been told. */
  readonly #told = new Set<string>();
  #isFirstLoad: boolean;
  #isDiscarded = false;

  constructor(ports: SnapshotPorts, options: SnapshotsOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#entries = new SnapshotEntries(ports, options.onChange);
    this.#isFirstLoad = options.isResumed;
  }

  /** Oldest first; those that are not stored yet come last. */
  list(): readonly Snapshot[] {
    const { me } = this.#ports;
    const entries = this.#entries.all();
    const stored = entries.filter(({ isStored }) => isStored);
    stored.sort((a, b) => (orderOf(a.pic) < orderOf(b.pic) ? -1 : 1));
    return [...stored, ...entries.filter(({ isStored }) => !isStored)].map(
      ({ isStored, turn: _, awaitsKey: __, ...snapshot }, index) => ({
        ...snapshot,
        number: index + 1,
        canDelete: isStored
          ? isController(me.role.code) || snapshot.pic.contactUniqueId === me.uniqueId
          : snapshot.state === 'failed',
      }),
    );
  }

  get unseen() {
    return this.#entries.all().filter(({ isNew }) => isNew).length;
  }

  /** Something that was taken here is being made, waited for or stored. */
  get isSaving() {
    return this.#entries.all().some(({ state }) => state === 'saving');
  }

  readonly has = (picId: string) => this.#entries.get(picId) !== undefined;

  readonly isStored = (picId: string) => this.#entries.get(picId)?.isStored ?? false;

  /** See `Snapshot.canDraw`. */
  readonly canDraw = (picId: string) => this.#entries.get(picId)?.canDraw ?? false;

  readonly storedPics = () => this.#entries.stored();

  /** The whole frame that a track shows now. It is in the list at once, and stored as soon as may be. */
  async capture(track: MediaStreamTrack) {
    const id = this.#begin(this.#ports.createId());
    await this.#keepFrame(id, track);
    this.#storeThis(id);
  }

  /** A picture that is made here. */
  async keep(making: Promise<Blob>) {
    const id = this.#begin(this.#ports.createId());
    const picture = await making.catch(() => null);
    if (picture) this.#keep(id, picture);
    this.#storeThis(id);
  }

  /**
   * As `capture`, to be looked at at once. Where the track shows nothing, there is none.
   * @param onFrozen given the id as soon as there is a picture
   */
  async freeze(track: MediaStreamTrack, onFrozen: (id: string) => void) {
    const id = this.#begin(this.#ports.createId());
    await this.#keepFrame(id, track);
    if (!this.#unstored.has(id)) return this.remove(id);
    this.#storeThis(id);
    onFrozen(id);
  }

  /** What one's own camera sees, at the full size of its sensor where it can. Until that is there, the frame is shown. */
  async photograph(track: MediaStreamTrack) {
    const id = this.#begin(this.#ports.createId());
    await this.#takePhotograph(id, track);
    this.#storeThis(id);
  }

  /**
   * As `photograph`, for somebody who asked for it under this id.
   * @param isWanted asked once it is taken
   * @returns whether it is being stored; if not, nothing is left of it
   */
  async photographFor(id: string, track: MediaStreamTrack, isWanted: () => boolean): Promise<boolean> {
    this.#begin(id);
    await this.#takePhotograph(id, track);
    const isKept = this.#unstored.has(id) && isWanted();
    if (isKept) this.store(id);
    else if (this.has(id)) this.remove(id);
    return isKept;
  }

  /**
   * Somebody else is asked for a snapshot of what they show: the frame that is seen here stands for it until theirs is
   * stored under the same id, or `store` is called because it will not come.
   */
  async expect(id: string, track: MediaStreamTrack) {
    this.#begin(id);
    await this.#keepFrame(id, track);
  }

  /** Stores what is kept under the id, where nothing is stored yet. */
  store(id: string) {
    if (this.#unstored.has(id)) this.#upload(id);
    else if (this.has(id)) this.#entries.update(id, { state: 'failed' });
  }

  /** Whether there is one under this id of its sender's, stored or not. */
  isKnown(clientId: string) {
    return this.#entries.all().some(({ pic }) => pic.clientId === clientId);
  }

  /** A snapshot that the server has. What is sealed for others is not fetched before there is a key to it. */
  take(pic: CallPic, hasKey = true) {
    if (this.has(pic.uniqueId) || this.#removed.has(pic.uniqueId)) return;
    const { me } = this.#ports;
    const provisional = pic.clientId === null ? undefined : this.#entries.get(pic.clientId);
    // Of one that is stored, somebody else's word on what it was called before counts for nothing.
    if (provisional && !provisional.isStored) return this.#store(provisional.pic.uniqueId, pic);
    const isNew = pic.contactUniqueId !== me.uniqueId && !this.#isFirstLoad;
    const common = { url: null, preview: null, isStored: true, canDraw: true } as const;
    this.#entries.put({ pic, state: 'loading', ...common, isNew, awaitsKey: !hasKey });
    if (hasKey) this.#download(pic);
  }

  /** What the server has and cannot be read here. */
  unreadable(): readonly AskedItem[] {
    const closed = this.#entries.all().filter(({ state, awaitsKey }) => awaitsKey || state === 'unreadable');
    return closed.map(({ pic }) => ({ kind: 'pic', uniqueId: pic.uniqueId }));
  }

  /** There are keys now: what they open is fetched. */
  async reopen() {
    if (this.unreadable().length === 0) return;
    const keyed = await findKeyed(this.#ports, this.#options.callId);
    for (const { uniqueId } of this.unreadable()) if (!keyed || keyed.has(uniqueId)) this.#fetchAgain(uniqueId);
  }

  readonly giveUp = () => this.#entries.giveUp();

  /** What was not stored, or not loaded. One that could not even be taken has no picture to store. */
  retry(picId: string) {
    const entry = this.#entries.get(picId);
    if (entry?.state === 'notLoaded') this.#fetchAgain(picId);
    if (entry?.state === 'failed' && this.#unstored.has(picId)) {
      this.#entries.update(picId, { state: 'saving' });
      this.#upload(picId);
    }
  }

  /** Rejects with an `ApiFailure`. Somebody may have been quicker: it is gone then, as was wished. */
  async delete(picId: string) {
    if (this.#entries.get(picId)?.state === 'failed') return this.remove(picId);
    try {
      await this.#ports.api.deleteCallPic({ id: this.#options.callId, picId });
    } catch (error) {
      if (failureOf(error).code !== 404) throw error;
    }
    this.remove(picId);
  }

  remove(picId: string) {
    this.#removed.add(picId);
    this.#unstored.delete(picId);
    this.#options.unsent.drop(picId);
    this.#options.onRemoved(picId);
    this.#takeBack(picId);
    this.#entries.remove(picId);
  }

  /** Somebody is storing one under this id, which is there now in small. What is known under it already stays. */
  expectFrom(contactId: string, clientId: string, small: Blob) {
    const isKnown = this.#removed.has(clientId) || this.has(clientId) || this.isKnown(clientId);
    if (isKnown || contactId === this.#ports.me.uniqueId) return;
    const pic = { ...this.#newPic(clientId), contactUniqueId: contactId };
    this.#entries.putSmall({ pic, state: 'loading', url: null, isNew: true, isStored: false, canDraw: false }, small);
  }

  /** How many of somebody's are awaited. */
  expectedFrom(contactId: string): number {
    return this.#expected(contactId).length;
  }

  /** They do not come, or this one does not. */
  dropExpected(contactId: string, clientId?: string) {
    for (const { pic } of this.#expected(contactId))
      if (clientId === undefined || pic.uniqueId === clientId) this.#entries.remove(pic.uniqueId);
  }

  readonly markSeen = () => this.#entries.markSeen();

  /** Everything that the server has: after each connection. Rejects where it cannot be asked. */
  readonly refresh = coalesce(async () => {
    const before = this.storedPics();
    const pics = await this.#ports.api.listCallPics({ id: this.#options.callId });
    const isNews = pics.some((pic) => isSealed(pic) && !this.has(pic.uniqueId));
    const keyed = isNews ? await findKeyed(this.#ports, this.#options.callId) : null;
    if (this.#isDiscarded) return;
    for (const pic of pics) this.take(pic, !keyed || !isSealed(pic) || keyed.has(pic.uniqueId));
    const ids = new Set(pics.map(({ uniqueId }) => uniqueId));
    for (const { uniqueId } of before) if (!ids.has(uniqueId)) this.remove(uniqueId);
    this.#isFirstLoad = false;
  });

  /** Gives every picture back. */
  discard() {
    this.#isDiscarded = true;
    this.#entries.discard();
    this.#unstored.clear();
  }

  #fetchAgain(picId: string) {
    const entry = this.#entries.get(picId);
    if (!entry) return;
    this.#entries.update(picId, { state: 'loading', awaitsKey: false });
    this.#download(entry.pic);
  }

  #begin(id: string): string {
    const nothing = { url: null, preview: null, isNew: false, isStored: false, canDraw: false };
    this.#entries.put({ pic: this.#newPic(id), state: 'saving', ...nothing });
    return id;
  }

  #newPic(id: string): CallPic {
    const { clock, me, settings } = this.#ports;
    return {
      uniqueId: id,
      callUniqueId: this.#options.callId,
      imageFileName: '',
      contactUniqueId: me.uniqueId,
      date: new Date(clock.now()).toISOString(),
      cryptoSchema: settings.cryptoSchema,
      clientId: id,
    };
  }

  #expected(contactId: string) {
    return this.#entries.all().filter(({ isStored, pic }) => !isStored && pic.contactUniqueId === contactId);
  }

  /** Nothing better comes any more. */
  #storeThis(id: string) {
    this.#entries.update(id, { canDraw: this.#unstored.has(id) });
    this.store(id);
  }

  async #takePhotograph(id: string, track: MediaStreamTrack) {
    await this.#keepFrame(id, track);
    const photograph = await photographInTime(this.#ports, track);
    // What the server never takes is no use: the frame stays.
    if (photograph && photograph.size <= this.#ports.settings.maxFileBytes) this.#keep(id, photograph);
  }

  /** Where the track shows none, nothing is kept. */
  async #keepFrame(id: string, track: MediaStreamTrack) {
    const frame = await this.#frameOf(track);
    if (frame) this.#keep(id, frame);
  }

  async #frameOf(track: MediaStreamTrack): Promise<Blob | null> {
    try {
      return await this.#ports.media.capture(track);
    } catch {
      return null;
    }
  }

  #keep(id: string, picture: Blob) {
    if (!this.has(id)) return;
    this.#unstored.set(id, picture);
    void this.#entries.show(id, picture).then((small) => {
      if (!small || !this.#unstored.has(id)) return;
      this.#told.add(id);
      this.#options.onPreview(id, small);
    });
  }

  #takeBack(id: string) {
    if (this.#told.delete(id)) this.#options.onPreview(id, null);
  }

  #upload(id: string) {
    const { api, cipher } = this.#ports;
    const { callId, unsent, uploads } = this.#options;
    uploads.add({
      run: async (stopped) => {
        const picture = this.#unstored.get(id);
        // Somebody else has stored it meanwhile.
        if (!picture) return;
        const fields = await unsent.seal(id, stopped, async (recipients) => {
          const cryptoSchema = await cipher.schemeFor(recipients);
          const picBase64 = await cipher.sealFile(cryptoSchema, picture, recipients, placeOf(callId, id));
          return { kind: 'pic', fields: { id: callId, picBase64, clientId: id, cryptoSchema } } as const;
        });
        // Put away meanwhile.
        if (!this.#unstored.has(id)) return unsent.drop(id);
        this.#store(id, await api.addCallPic(fields));
      },
      onWaiting: () => {},
      onFailed: (failure) => {
        unsent.noteFailed(id, failure);
        if (failure.error === 'picDeleted') this.remove(id);
        else this.#entries.update(id, { state: 'failed' });
        this.#takeBack(id);
        this.#options.onNotStored(id);
      },
    });
  }

  #download({ uniqueId, callUniqueId, clientId, contactUniqueId, cryptoSchema, imageFileName, date }: CallPic) {
    const { api, cipher } = this.#ports;
    const { authorOf, downloads } = this.#options;
    downloads.add({
      run: async () => {
        if (!this.has(uniqueId)) return;
        const { base64 } = await api.getCallFile({ callId: callUniqueId, imageFileName });
        const origin = { sender: await authorOf(contactUniqueId), place: placeOf(callUniqueId, clientId), date };
        const picture = await cipher.openFile(cryptoSchema, base64, origin);
        if (!this.has(uniqueId)) return;
        if (picture === null) return this.#entries.update(uniqueId, { awaitsKey: true });
        if (!isGenuine(picture)) return this.#entries.update(uniqueId, { state: 'notGenuine' });
        await this.#entries.show(uniqueId, new Blob([picture], { type: JPEG }));
        this.#entries.update(uniqueId, { state: 'ready' });
      },
      onWaiting: () => {},
      onFailed: () => this.#entries.update(uniqueId, { state: 'notLoaded' }),
    });
  }

  /** Under its lasting id from now on. The event may come before the answer, or after it. */
  #store(provisionalId: string, pic: CallPic) {
    const entry = this.#entries.get(provisionalId);
    if (!entry) return;
    const isMine = pic.contactUniqueId === this.#ports.me.uniqueId;
    this.#unstored.delete(provisionalId);
    this.#told.delete(provisionalId);
    this.#options.unsent.drop(provisionalId);
    const state = isMine ? 'ready' : 'loading';
    this.#entries.move(provisionalId, { ...entry, pic, state, isStored: true, canDraw: true });
    // Whoever asks what has changed finds it under its new id.
    this.#options.onStored(provisionalId, pic);
    this.#options.onChange();
    // What the other one stored is not what is shown so far: pictures of different sizes, perhaps of another moment.
    if (!isMine) this.#download(pic);
  }
}
