/**
 * The list of the snapshots of a call, with their object URLs, which are revoked when a picture is removed or replaced. A
 * large picture has a preview too, so that tiles need not decode the large one.
 */
import { type CallPic, CryptoSchema } from '@earth/contracts';
import { LARGE_PICTURE } from '@earth/messaging';
import type { CallPorts } from '../ports';
import type { Snapshot } from '../view';

export interface Entry extends Omit<Snapshot, 'number' | 'canDelete' | 'takenBy'> {
  /** The server has it under `pic.uniqueId`. */
  readonly isStored: boolean;
  /** The server has it without a key for the user: it is shown as loading while the others are asked for one. */
  readonly awaitsKey?: boolean;
  /** Identifies the latest `show`, so that an older one that finishes later is ignored. */
  readonly turn?: symbol;
}

export const isSealed = ({ cryptoSchema }: CallPic) => cryptoSchema !== CryptoSchema.none;

export const orderOf = ({ date, uniqueId }: CallPic) => `${date} ${uniqueId}`;

export class SnapshotEntries {
  readonly #ports: Pick<CallPorts, 'media' | 'objectUrls'>;
  readonly #onChange: () => void;
  readonly #entries = new Map<string, Entry>();
  /** Cache of `stored()`; null: outdated. */
  #stored: CallPic[] | null = null;
  #isDiscarded = false;

  constructor(ports: Pick<CallPorts, 'media' | 'objectUrls'>, onChange: () => void) {
    this.#ports = ports;
    this.#onChange = onChange;
  }

  get = (id: string) => this.#entries.get(id);

  all = () => [...this.#entries.values()];

  /** The snapshots that the server has. The same array until one is added or removed. */
  stored(): CallPic[] {
    this.#stored ??= this.all().flatMap(({ isStored, pic }) => (isStored ? [pic] : []));
    return this.#stored;
  }

  markSeen() {
    for (const [id, entry] of this.#entries) if (entry.isNew) this.#entries.set(id, { ...entry, isNew: false });
    this.#onChange();
  }

  /** Nobody is left who could give keys. */
  giveUp() {
    for (const { pic, awaitsKey } of this.all())
      if (awaitsKey) this.update(pic.uniqueId, { state: 'unreadable', awaitsKey: false });
  }

  put(entry: Entry) {
    if (this.#isDiscarded) return;
    this.#entries.set(entry.pic.uniqueId, entry);
    this.#stored = null;
    this.#onChange();
  }

  update(id: string, change: Partial<Entry>) {
    const entry = this.#entries.get(id);
    if (entry) this.put({ ...entry, ...change });
  }

  /** Moves an entry to another id, with its pictures. The caller notifies of the change. */
  move(id: string, entry: Entry) {
    this.#entries.delete(id);
    this.#entries.set(entry.pic.uniqueId, entry);
    this.#stored = null;
  }

  remove(id: string) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#revoke(entry.url);
    this.#revoke(entry.preview);
    this.#entries.delete(id);
    this.#stored = null;
    this.#onChange();
  }

  /**
   * Replaces the picture of an entry; one that is not large is shown at once.
   * @returns the preview of a large picture; null: none, or the entry has changed meanwhile
   */
  async show(id: string, picture: Blob): Promise<Blob | null> {
    const turn = Symbol(id);
    this.update(id, { turn });
    const small = picture.size > LARGE_PICTURE ? await this.#shrink(picture) : null;
    // Meanwhile it may have its final id, or another picture, or be removed.
    const entry = this.all().find((one) => one.turn === turn);
    if (!entry) return null;
    this.#revoke(entry.url);
    this.#revoke(entry.preview);
    const { objectUrls } = this.#ports;
    const preview = small && objectUrls.create(small);
    this.put({ ...entry, url: objectUrls.create(picture), preview });
    return small;
  }

  /** Adds another participant's snapshot of which only the preview is there. */
  putSmall(entry: Omit<Entry, 'preview'>, small: Blob) {
    if (!this.#isDiscarded) this.put({ ...entry, preview: this.#ports.objectUrls.create(small) });
  }

  /** Revokes all object URLs. */
  discard() {
    this.#isDiscarded = true;
    for (const { url, preview } of this.#entries.values()) [url, preview].forEach((one) => this.#revoke(one));
    this.#entries.clear();
    this.#stored = null;
  }

  /** Null if the browser cannot: then tiles show the large picture. */
  async #shrink(picture: Blob): Promise<Blob | null> {
    return this.#ports.media.shrink(picture).catch(() => null);
  }

  #revoke(url: string | null) {
    if (url !== null) this.#ports.objectUrls.revoke(url);
  }
}

/** The ids of the items in a call for which the user has keys; null if the server is unreachable. */
export async function findKeyed({ api }: Pick<CallPorts, 'api'>, id: string): Promise<ReadonlySet<string> | null> {
  return await api.listCallKeys({ id }).then(
    (keys) => new Set(keys.map(({ uniqueId }) => uniqueId)),
    () => null,
  );
}
