/**
 * The snapshots of a call: taken here and uploaded, or taken by others and fetched. They are sealed for the people of the
 * call; the server keeps what it cannot read. Each picture shown is an object URL, given back when it is put away.
 */
import { type CallPic, isController, isGenuine } from '@earth/contracts';
import { failureOf } from './api-failure';
import { coalesce } from './coalesce';
import type { AskedItem } from './late-keys';
import type { Outbox } from './outbox';
import { photographInTime } from './photograph';
import type { CallPorts, Recipient } from './ports';
import type { UnsentKeeper } from './unsent';
import type { Snapshot } from './view';

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
  readonly authorOf: (contactId: string) => Recipient;
  /** One taken here has its lasting id. */
  readonly onStored: (provisionalId: string, pic: CallPic) => void;
  /** The server does not take it. */
  readonly onNotStored: (provisionalId: string) => void;
  readonly onRemoved: (picId: string) => void;
  readonly onChange: () => void;
}

interface Entry extends Omit<Snapshot, 'number' | 'canDelete'> {
  /** The server has it under `pic.uniqueId`. */
  readonly isStored: boolean;
}

const JPEG = 'image/jpeg';

export class Snapshots {
  readonly #ports: SnapshotPorts;
  readonly #options: SnapshotsOptions;
  readonly #entries = new Map<string, Entry>();
  /** The pictures that the server does not have yet, by their provisional ids. */
  readonly #unstored = new Map<string, Blob>();
  /** What was removed does not come back with an older list. */
  readonly #removed = new Set<string>();
  /** Null: there are others than before. */
  #storedPics: CallPic[] | null = null;
  #isFirstLoad: boolean;
  #isDiscarded = false;

  constructor(ports: SnapshotPorts, options: SnapshotsOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#isFirstLoad = options.isResumed;
  }

  /** Oldest first; those that are not stored yet come last. */
  list(): readonly Snapshot[] {
    const { me } = this.#ports;
    const entries = [...this.#entries.values()];
    const stored = entries.filter(({ isStored }) => isStored);
    stored.sort((a, b) => (orderOf(a.pic) < orderOf(b.pic) ? -1 : 1));
    return [...stored, ...entries.filter(({ isStored }) => !isStored)].map(({ isStored, ...snapshot }, index) => ({
      ...snapshot,
      number: index + 1,
      canDelete: isStored
        ? isController(me.role.code) || snapshot.pic.contactUniqueId === me.uniqueId
        : snapshot.state === 'failed',
    }));
  }

  get unseen() {
    return [...this.#entries.values()].filter(({ isNew }) => isNew).length;
  }

  /** Something that was taken here is being made, waited for or stored. */
  get isSaving() {
    return [...this.#entries.values()].some(({ state }) => state === 'saving');
  }

  readonly has = (picId: string) => this.#entries.has(picId);

  readonly isStored = (picId: string) => this.#entries.get(picId)?.isStored ?? false;

  /** See `Snapshot.canDraw`. */
  readonly canDraw = (picId: string) => this.#entries.get(picId)?.canDraw ?? false;

  /** The same list until there are others. */
  storedPics(): CallPic[] {
    this.#storedPics ??= [...this.#entries.values()].filter(({ isStored }) => isStored).map(({ pic }) => pic);
    return this.#storedPics;
  }

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
    else if (this.#entries.has(id)) this.remove(id);
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
    else if (this.#entries.has(id)) this.#update(id, { state: 'failed' });
  }

  /** Whether there is one under this id of its sender's, stored or not. */
  isKnown(clientId: string) {
    return [...this.#entries.values()].some(({ pic }) => pic.clientId === clientId);
  }

  /** A snapshot that the server has. */
  take(pic: CallPic) {
    if (this.#entries.has(pic.uniqueId) || this.#removed.has(pic.uniqueId)) return;
    const { me } = this.#ports;
    const provisional = pic.clientId === null ? undefined : this.#entries.get(pic.clientId);
    // Of one that is stored, somebody else's word on what it was called before counts for nothing.
    if (provisional && !provisional.isStored) return this.#store(provisional.pic.uniqueId, pic);
    const isNew = pic.contactUniqueId !== me.uniqueId && !this.#isFirstLoad;
    this.#put({ pic, state: 'loading', url: null, isNew, isStored: true, canDraw: true });
    this.#download(pic);
  }

  /** What the server has and cannot be read here. */
  unreadable(): readonly AskedItem[] {
    const closed = [...this.#entries.values()].filter(({ state }) => state === 'unreadable');
    return closed.map(({ pic }) => ({ kind: 'pic', uniqueId: pic.uniqueId }));
  }

  /** There are keys now: what could not be read is tried again. */
  reopen() {
    for (const { uniqueId } of this.unreadable()) this.#fetchAgain(uniqueId);
  }

  /** What was not stored, or not loaded. One that could not even be taken has no picture to store. */
  retry(picId: string) {
    const entry = this.#entries.get(picId);
    if (entry?.state === 'notLoaded') this.#fetchAgain(picId);
    if (entry?.state === 'failed' && this.#unstored.has(picId)) {
      this.#update(picId, { state: 'saving' });
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
    const entry = this.#entries.get(picId);
    if (!entry) return;
    if (entry.url !== null) this.#ports.objectUrls.revoke(entry.url);
    this.#entries.delete(picId);
    this.#storedPics = null;
    this.#options.onChange();
  }

  markSeen() {
    for (const [id, entry] of this.#entries) if (entry.isNew) this.#entries.set(id, { ...entry, isNew: false });
    this.#options.onChange();
  }

  /** Everything that the server has: after each connection. Rejects where it cannot be asked. */
  readonly refresh = coalesce(async () => {
    const before = this.storedPics();
    const pics = await this.#ports.api.listCallPics({ id: this.#options.callId });
    if (this.#isDiscarded) return;
    for (const pic of pics) this.take(pic);
    const ids = new Set(pics.map(({ uniqueId }) => uniqueId));
    for (const { uniqueId } of before) if (!ids.has(uniqueId)) this.remove(uniqueId);
    this.#isFirstLoad = false;
  });

  /** Gives every picture back. */
  discard() {
    this.#isDiscarded = true;
    for (const { url } of this.#entries.values()) if (url !== null) this.#ports.objectUrls.revoke(url);
    this.#entries.clear();
    this.#storedPics = null;
    this.#unstored.clear();
  }

  #fetchAgain(picId: string) {
    const entry = this.#entries.get(picId);
    if (!entry) return;
    this.#update(picId, { state: 'loading' });
    this.#download(entry.pic);
  }

  #begin(id: string): string {
    const { clock, me, settings } = this.#ports;
    const pic: CallPic = {
      uniqueId: id,
      callUniqueId: this.#options.callId,
      imageFileName: '',
      contactUniqueId: me.uniqueId,
      date: new Date(clock.now()).toISOString(),
      cryptoSchema: settings.cryptoSchema,
      clientId: id,
    };
    this.#put({ pic, state: 'saving', url: null, isNew: false, isStored: false, canDraw: false });
    return id;
  }

  /** Nothing better comes any more. */
  #storeThis(id: string) {
    this.#update(id, { canDraw: this.#unstored.has(id) });
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
    if (!this.#entries.has(id)) return;
    this.#show(id, picture);
    this.#unstored.set(id, picture);
  }

  #upload(id: string) {
    const { api, cipher } = this.#ports;
    const { callId, unsent, uploads } = this.#options;
    uploads.add({
      run: async () => {
        const picture = this.#unstored.get(id);
        // Somebody else has stored it meanwhile.
        if (!picture) return;
        const fields = await unsent.seal(id, async (recipients) => {
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
        else this.#update(id, { state: 'failed' });
        this.#options.onNotStored(id);
      },
    });
  }

  #download({ uniqueId, callUniqueId, clientId, contactUniqueId, imageFileName }: CallPic) {
    const { api, cipher } = this.#ports;
    this.#options.downloads.add({
      run: async () => {
        if (!this.#entries.has(uniqueId)) return;
        const file = await api.getCallFile({ callId: callUniqueId, imageFileName });
        const origin = { sender: this.#options.authorOf(contactUniqueId), place: placeOf(callUniqueId, clientId) };
        const picture = await cipher.openFile(file.cryptoSchema, file.base64, origin);
        if (!this.#entries.has(uniqueId)) return;
        if (picture === null) return this.#update(uniqueId, { state: 'unreadable' });
        if (!isGenuine(picture)) return this.#update(uniqueId, { state: 'notGenuine' });
        this.#show(uniqueId, new Blob([picture], { type: JPEG }));
        this.#update(uniqueId, { state: 'ready' });
      },
      onWaiting: () => {},
      onFailed: () => this.#update(uniqueId, { state: 'notLoaded' }),
    });
  }

  /** Under its lasting id from now on. The event may come before the answer, or after it. */
  #store(provisionalId: string, pic: CallPic) {
    const entry = this.#entries.get(provisionalId);
    if (!entry) return;
    const isMine = pic.contactUniqueId === this.#ports.me.uniqueId;
    this.#entries.delete(provisionalId);
    this.#unstored.delete(provisionalId);
    this.#options.unsent.drop(provisionalId);
    this.#entries.set(pic.uniqueId, {
      ...entry,
      pic,
      state: isMine ? 'ready' : 'loading',
      isStored: true,
      canDraw: true,
    });
    this.#storedPics = null;
    // Whoever asks what has changed finds it under its new id.
    this.#options.onStored(provisionalId, pic);
    this.#options.onChange();
    // What the other one stored is not what is shown so far: pictures of different sizes, perhaps of another moment.
    if (!isMine) this.#download(pic);
  }

  #show(id: string, picture: Blob) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    if (entry.url !== null) this.#ports.objectUrls.revoke(entry.url);
    this.#update(id, { url: this.#ports.objectUrls.create(picture) });
  }

  #update(id: string, change: Partial<Entry>) {
    const entry = this.#entries.get(id);
    if (entry) this.#put({ ...entry, ...change });
  }

  #put(entry: Entry) {
    if (this.#isDiscarded) return;
    this.#entries.set(entry.pic.uniqueId, entry);
    this.#storedPics = null;
    this.#options.onChange();
  }
}

const placeOf = (within: string, id: string | null) => ({ kind: 'pic', within, id }) as const;

const orderOf = ({ date, uniqueId }: CallPic) => `${date} ${uniqueId}`;
