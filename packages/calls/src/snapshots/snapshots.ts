/**
 * The snapshots of a call: taken here and uploaded, or taken by others and downloaded. They are sealed for the participants,
 * so that the server cannot read them. Each picture shown is an object URL, which is revoked when it is removed.
 */
import { type CallPic, isController, isGenuine, picPlace, takerOf } from '@earth/contracts';
import { type ApiFailure, failureOf, type Outbox, type RetryQueue } from '@earth/messaging';
import type { AuthorOf } from '../session/author';
import { coalesce } from '@earth/async';
import { photographInTime } from '../camera/photograph';
import type { CallPorts, AskedItem } from '../ports';
import { isSealed, orderOf, SnapshotEntries, findKeyed } from './snapshot-entries';
import type { Snapshot } from '../view';

type SnapshotPorts = Pick<
  CallPorts,
  'api' | 'cipher' | 'clock' | 'createId' | 'me' | 'media' | 'objectUrls' | 'settings'
> & { readonly outbox: Outbox };

export interface SnapshotsOptions {
  readonly callId: string;
  readonly downloads: RetryQueue;
  /** The page was reloaded in the call: what the server has already counts as seen. */
  readonly isResumed: boolean;
  readonly authorOf: AuthorOf;
  readonly nameOf: (contactId: string) => string;
  /** A snapshot that was taken here is stored, and has its final id. */
  readonly onStored: (provisionalId: string, pic: CallPic) => void;
  /** The server has refused a snapshot that was taken here. */
  readonly onNotStored: (provisionalId: string) => void;
  readonly onRemoved: (picId: string) => void;
  /** `small` is the preview of a large snapshot that is being uploaded; null: it will not be stored after all. */
  readonly onPreview: (provisionalId: string, small: Blob | null) => void;
  readonly onChange: () => void;
}

/** A request for a snapshot, by another participant. */
interface Request {
  readonly id: string;
  readonly by: string;
}

const JPEG = 'image/jpeg';

export class Snapshots {
  readonly #ports: SnapshotPorts;
  readonly #options: SnapshotsOptions;
  readonly #entries: SnapshotEntries;
  /** Pictures that the server does not have yet, by provisional id. */
  readonly #unstored = new Map<string, Blob>();
  /** Removed ids, so that an older list does not bring them back. */
  readonly #removed = new Set<string>();
  /** Provisional ids whose preview was announced to the others. */
  readonly #announced = new Set<string>();
  #isFirstLoad: boolean;
  #isDiscarded = false;

  constructor(ports: SnapshotPorts, options: SnapshotsOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#entries = new SnapshotEntries(ports, options.onChange);
    this.#isFirstLoad = options.isResumed;
  }

  /** Oldest first; snapshots that are not stored yet come last. */
  list(): readonly Snapshot[] {
    const { me } = this.#ports;
    const entries = this.#entries.all();
    const stored = entries.filter(({ isStored }) => isStored);
    stored.sort((a, b) => (orderOf(a.pic) < orderOf(b.pic) ? -1 : 1));
    return [...stored, ...entries.filter(({ isStored }) => !isStored)].map(
      ({ isStored, turn: _, awaitsKey: __, ...snapshot }, index) => ({
        ...snapshot,
        number: index + 1,
        takenBy: this.#options.nameOf(takerOf(snapshot.pic)),
        canDelete: isStored
          ? isController(me.role.code) || snapshot.pic.contactUniqueId === me.uniqueId
          : snapshot.state === 'failed',
      }),
    );
  }

  get unseen() {
    return this.#entries.all().filter(({ isNew }) => isNew).length;
  }

  /** How many snapshots were not stored. */
  get failed() {
    return this.#entries.all().filter(({ state }) => state === 'failed').length;
  }

  /** A snapshot that was taken here is being made, waited for or uploaded. */
  get isSaving() {
    return this.#entries.all().some(({ state }) => state === 'saving');
  }

  readonly has = (picId: string) => this.#entries.get(picId) !== undefined;

  readonly isStored = (picId: string) => this.#entries.get(picId)?.isStored ?? false;

  /** See `Snapshot.canDraw`. */
  readonly canDraw = (picId: string) => this.#entries.get(picId)?.canDraw ?? false;

  readonly storedPics = () => this.#entries.stored();

  /** Takes the whole present frame of a track. It is listed at once, and uploaded as soon as possible. */
  async capture(track: MediaStreamTrack) {
    const id = this.#begin(this.#ports.createId());
    await this.#keepFrame(id, track);
    this.#storeThis(id);
  }

  /** Adds a picture that is being made here. */
  async keep(making: Promise<Blob>) {
    const id = this.#begin(this.#ports.createId());
    const picture = await making.catch(() => null);
    if (picture) this.#keep(id, picture);
    this.#storeThis(id);
  }

  /**
   * As `capture`, but if the track shows nothing, there is no snapshot.
   * @param onFrozen called with the id as soon as there is a picture
   */
  async freeze(track: MediaStreamTrack, onFrozen: (id: string) => void) {
    const id = this.#begin(this.#ports.createId());
    await this.#keepFrame(id, track);
    if (!this.#unstored.has(id)) return this.remove(id);
    this.#storeThis(id);
    onFrozen(id);
  }

  /** Takes a photograph with the user's camera, at the full size of its sensor if it can. Meanwhile the frame is shown. */
  async photograph(track: MediaStreamTrack) {
    const id = this.#begin(this.#ports.createId());
    await this.#takePhotograph(id, track);
    this.#storeThis(id);
  }

  /**
   * As `photograph`, for a participant who requested it under this id: they take it, with this device.
   * @param isWanted called when it has been taken
   * @returns whether it is being uploaded; if not, it has been removed
   */
  async photographFor({ id, by }: Request, track: MediaStreamTrack, isWanted: () => boolean): Promise<boolean> {
    this.#begin(id, by);
    await this.#takePhotograph(id, track);
    const isKept = this.#unstored.has(id) && isWanted();
    if (isKept) this.store(id);
    else if (this.has(id)) this.remove(id);
    return isKept;
  }

  /**
   * Shows the present frame as a placeholder for a snapshot that was requested from its participant, until theirs is stored
   * under the same id, or `store` is called because it will not come.
   */
  async expect(id: string, track: MediaStreamTrack) {
    this.#begin(id);
    await this.#keepFrame(id, track);
  }

  /** Uploads the picture under this id, if the server has none yet. */
  store(id: string) {
    const { outbox } = this.#ports;
    const picture = this.#unstored.get(id);
    const takenBy = this.#entries.get(id)?.pic.takenByUniqueId;
    if (picture) outbox.sendPic(this.#options.callId, id, picture, takenBy);
    else if (this.has(id)) this.#entries.update(id, { state: 'failed' });
  }

  /** The server has refused it. */
  handleFailed(id: string, failure: ApiFailure) {
    if (failure.error === 'picDeleted') this.remove(id);
    else this.#entries.update(id, { state: 'failed' });
    this.#withdrawPreview(id);
    this.#options.onNotStored(id);
  }

  /** Whether there is a snapshot with this `clientId`, stored or not. */
  isKnown(clientId: string) {
    return this.#entries.all().some(({ pic }) => pic.clientId === clientId);
  }

  /** Adds a snapshot that the server has. Without a key it is not downloaded yet. */
  add(pic: CallPic, hasKey = true) {
    if (this.has(pic.uniqueId) || this.#removed.has(pic.uniqueId)) return;
    const { me } = this.#ports;
    const provisional = pic.clientId === null ? undefined : this.#entries.get(pic.clientId);
    // A stored snapshot is never replaced by another one that claims its former id.
    if (provisional && !provisional.isStored) return this.#store(provisional.pic.uniqueId, pic);
    const isNew = ![pic.contactUniqueId, takerOf(pic)].includes(me.uniqueId) && !this.#isFirstLoad;
    const common = { url: null, preview: null, isStored: true, canDraw: true } as const;
    this.#entries.put({ pic, state: 'loading', ...common, isNew, awaitsKey: !hasKey });
    if (hasKey) this.#download(pic);
  }

  /** Stored snapshots that cannot be decrypted here. */
  unreadable(): readonly AskedItem[] {
    const closed = this.#entries.all().filter(({ state, awaitsKey }) => awaitsKey || state === 'unreadable');
    return closed.map(({ pic }) => ({ kind: 'pic', uniqueId: pic.uniqueId }));
  }

  /** New keys have arrived: downloads the snapshots that they decrypt. */
  async reopen() {
    if (this.unreadable().length === 0) return;
    const keyed = await findKeyed(this.#ports, this.#options.callId);
    for (const { uniqueId } of this.unreadable()) if (!keyed || keyed.has(uniqueId)) this.#fetchAgain(uniqueId);
  }

  readonly giveUp = () => this.#entries.giveUp();

  /** Retries an upload or download. A snapshot that could not even be taken has no picture to upload. */
  retry(picId: string) {
    const entry = this.#entries.get(picId);
    if (entry?.state === 'notLoaded') this.#fetchAgain(picId);
    if (entry?.state === 'failed' && this.#unstored.has(picId)) {
      this.#entries.update(picId, { state: 'saving' });
      this.#ports.outbox.retry(picId);
    }
  }

  /** @throws ApiFailure; 404 counts as success, because another participant may have deleted it first */
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
    this.#ports.outbox.withdraw(picId);
    this.#options.onRemoved(picId);
    this.#withdrawPreview(picId);
    this.#entries.remove(picId);
  }

  /** Shows the preview of a snapshot that another participant is uploading. A snapshot already known by this id stays. */
  expectFrom(contactId: string, clientId: string, small: Blob) {
    const isKnown = this.#removed.has(clientId) || this.has(clientId) || this.isKnown(clientId);
    if (isKnown || contactId === this.#ports.me.uniqueId) return;
    const pic = { ...this.#newPic(clientId), contactUniqueId: contactId };
    this.#entries.putSmall({ pic, state: 'loading', url: null, isNew: true, isStored: false, canDraw: false }, small);
  }

  /** How many snapshots of this participant are shown by preview only. */
  expectedFrom(contactId: string): number {
    return this.#expected(contactId).length;
  }

  /** Removes the previews of this participant, or one of them: the snapshots do not come. */
  dropExpected(contactId: string, clientId?: string) {
    for (const { pic } of this.#expected(contactId))
      if (clientId === undefined || pic.uniqueId === clientId) this.#entries.remove(pic.uniqueId);
  }

  readonly markSeen = () => this.#entries.markSeen();

  /** Polls all snapshots, after each connection. @throws ApiFailure if the server is unreachable */
  readonly refresh = coalesce(async () => {
    const known = this.storedPics();
    const pics = await this.#ports.api.listCallPics({ id: this.#options.callId });
    const isNews = pics.some((pic) => isSealed(pic) && !this.has(pic.uniqueId));
    const keyed = isNews ? await findKeyed(this.#ports, this.#options.callId) : null;
    if (this.#isDiscarded) return;
    for (const pic of pics) this.add(pic, !keyed || !isSealed(pic) || keyed.has(pic.uniqueId));
    const ids = new Set(pics.map(({ uniqueId }) => uniqueId));
    for (const { uniqueId } of known) if (!ids.has(uniqueId)) this.remove(uniqueId);
    this.#isFirstLoad = false;
  });

  /** Revokes all object URLs. */
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

  #begin(id: string, takenByUniqueId?: string): string {
    const nothing = { url: null, preview: null, isNew: false, isStored: false, canDraw: false };
    this.#entries.put({ pic: { ...this.#newPic(id), takenByUniqueId }, state: 'saving', ...nothing });
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

  /** The picture is final: allows drawing on it, and uploads it. */
  #storeThis(id: string) {
    this.#entries.update(id, { canDraw: this.#unstored.has(id) });
    this.store(id);
  }

  async #takePhotograph(id: string, track: MediaStreamTrack) {
    await this.#keepFrame(id, track);
    const photograph = await photographInTime(this.#ports, track);
    // The server refuses a larger file: the frame stays.
    if (photograph && photograph.size <= this.#ports.settings.maxFileBytes) this.#keep(id, photograph);
  }

  /** Keeps nothing if the track shows no frame. */
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
      this.#announced.add(id);
      this.#options.onPreview(id, small);
    });
  }

  #withdrawPreview(id: string) {
    if (this.#announced.delete(id)) this.#options.onPreview(id, null);
  }

  #download(pic: CallPic) {
    const { uniqueId, callUniqueId, contactUniqueId, cryptoSchema, imageFileName, date } = pic;
    const { api, cipher } = this.#ports;
    const { authorOf, downloads } = this.#options;
    downloads.add({
      run: async () => {
        if (!this.has(uniqueId)) return;
        const { base64 } = await api.getCallFile({ callId: callUniqueId, imageFileName });
        const origin = { sender: await authorOf(contactUniqueId), place: picPlace(pic), date };
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

  /** Moves a snapshot to its final id. The push may arrive before the answer, or after it. */
  #store(provisionalId: string, pic: CallPic) {
    const entry = this.#entries.get(provisionalId);
    if (!entry) return;
    const isMine = pic.contactUniqueId === this.#ports.me.uniqueId;
    this.#unstored.delete(provisionalId);
    this.#announced.delete(provisionalId);
    // Another participant may have stored it.
    this.#ports.outbox.withdraw(provisionalId);
    const state = isMine ? 'ready' : 'loading';
    this.#entries.move(provisionalId, { ...entry, pic, state, isStored: true, canDraw: true });
    // After the move, so that listeners find it under its new id.
    this.#options.onStored(provisionalId, pic);
    this.#options.onChange();
    // The stored picture differs from the frame that is shown so far, in size and perhaps in time.
    if (!isMine) this.#download(pic);
  }
}
