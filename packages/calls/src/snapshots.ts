/**
 * The snapshots of a call: taken here and uploaded, or taken by others and fetched. They are sealed for the people of the
 * call; the server keeps what it cannot read. Each picture shown is an object URL, given back when it is put away.
 */
import { type CallPic, isController } from '@earth/contracts';
import { failureOf } from './api-failure';
import { coalesce } from './coalesce';
import type { Outbox } from './outbox';
import type { CallPorts, Recipient } from './ports';
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
  readonly recipients: () => Promise<readonly Recipient[]>;
  /** What is there already was seen before the page was reloaded. */
  readonly isResumed: boolean;
  /** One taken here has its lasting id. */
  readonly onStored: (provisionalId: string, pic: CallPic) => void;
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
  readonly #unstored = new Map<string, Uint8Array>();
  /** What was removed does not come back with an older list. */
  readonly #removed = new Set<string>();
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
      canDelete: isStored && (isController(me.role.code) || snapshot.pic.contactUniqueId === me.uniqueId),
    }));
  }

  get unseen() {
    return [...this.#entries.values()].filter(({ isNew }) => isNew).length;
  }

  isStored(picId: string) {
    return this.#entries.get(picId)?.isStored ?? false;
  }

  storedPics(): CallPic[] {
    return [...this.#entries.values()].filter(({ isStored }) => isStored).map(({ pic }) => pic);
  }

  /** The whole frame that a track shows now. It is in the list at once, and stored as soon as may be. */
  capture(track: MediaStreamTrack) {
    return this.keep(this.#ports.media.capture(track));
  }

  /** A picture that is made here. */
  async keep(making: Promise<Blob>) {
    const { clock, createId, me, settings } = this.#ports;
    const id = createId();
    const pic: CallPic = {
      uniqueId: id,
      callUniqueId: this.#options.callId,
      imageFileName: '',
      contactUniqueId: me.uniqueId,
      date: new Date(clock.now()).toISOString(),
      cryptoSchema: settings.cryptoSchema,
      clientId: id,
    };
    this.#put({ pic, state: 'saving', url: null, isNew: false, isStored: false });
    try {
      const picture = await making;
      this.#show(id, picture);
      this.#unstored.set(id, new Uint8Array(await picture.arrayBuffer()));
      this.#upload(id);
    } catch {
      this.#update(id, { state: 'failed' });
    }
  }

  /** A snapshot that the server has. */
  take(pic: CallPic) {
    if (this.#entries.has(pic.uniqueId) || this.#removed.has(pic.uniqueId)) return;
    const { me } = this.#ports;
    const isMine = pic.contactUniqueId === me.uniqueId;
    const provisional = isMine && pic.clientId !== null ? this.#entries.get(pic.clientId) : undefined;
    if (provisional) return this.#store(provisional.pic.uniqueId, pic);
    const isNew = !isMine && !this.#isFirstLoad;
    this.#put({ pic, state: 'loading', url: null, isNew, isStored: true });
    this.#download(pic);
  }

  /** A peer names snapshots: what is unknown is asked from the server, whose word alone counts. */
  takeHint(pics: readonly CallPic[]) {
    if (pics.some(({ uniqueId }) => !this.#entries.has(uniqueId))) this.refresh().catch(() => {});
  }

  /** What was not stored, or not loaded. One that could not even be taken has no picture to store. */
  retry(picId: string) {
    const entry = this.#entries.get(picId);
    if (entry?.state === 'notLoaded') {
      this.#update(picId, { state: 'loading' });
      this.#download(entry.pic);
    }
    if (entry?.state === 'failed' && this.#unstored.has(picId)) {
      this.#update(picId, { state: 'saving' });
      this.#upload(picId);
    }
  }

  /** Rejects with an `ApiFailure`. Somebody may have been quicker: it is gone then, as was wished. */
  async delete(picId: string) {
    try {
      await this.#ports.api.deleteCallPic({ id: this.#options.callId, picId });
    } catch (error) {
      if (failureOf(error).code !== 404) throw error;
    }
    this.remove(picId);
  }

  remove(picId: string) {
    this.#removed.add(picId);
    const entry = this.#entries.get(picId);
    if (!entry) return;
    if (entry.url !== null) this.#ports.objectUrls.revoke(entry.url);
    this.#entries.delete(picId);
    this.#options.onRemoved(picId);
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
    this.#unstored.clear();
  }

  #upload(id: string) {
    const bytes = this.#unstored.get(id);
    if (!bytes) return;
    const { api, cipher, settings } = this.#ports;
    this.#options.uploads.add({
      run: async () => {
        const picBase64 = await cipher.sealFile(bytes, await this.#options.recipients());
        const fields = { picBase64, clientId: id, cryptoSchema: settings.cryptoSchema };
        this.#store(id, await api.addCallPic({ id: this.#options.callId, ...fields }));
      },
      onWaiting: () => {},
      onFailed: () => this.#update(id, { state: 'failed' }),
    });
  }

  #download({ uniqueId, callUniqueId, imageFileName }: CallPic) {
    const { api, cipher } = this.#ports;
    this.#options.downloads.add({
      run: async () => {
        if (!this.#entries.has(uniqueId)) return;
        const file = await api.getCallFile({ callId: callUniqueId, imageFileName });
        const bytes = await cipher.openFile(file.cryptoSchema, file.base64);
        if (bytes === null) return this.#update(uniqueId, { state: 'unreadable' });
        this.#show(uniqueId, new Blob([Uint8Array.from(bytes)], { type: JPEG }));
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
    this.#entries.delete(provisionalId);
    this.#unstored.delete(provisionalId);
    this.#put({ ...entry, pic, state: 'ready', isStored: true });
    this.#options.onStored(provisionalId, pic);
  }

  #show(id: string, picture: Blob) {
    if (this.#entries.has(id)) this.#update(id, { url: this.#ports.objectUrls.create(picture) });
  }

  #update(id: string, change: Partial<Entry>) {
    const entry = this.#entries.get(id);
    if (entry) this.#put({ ...entry, ...change });
  }

  #put(entry: Entry) {
    if (this.#isDiscarded) return;
    this.#entries.set(entry.pic.uniqueId, entry);
    this.#options.onChange();
  }
}

const orderOf = ({ date, uniqueId }: CallPic) => `${date} ${uniqueId}`;
