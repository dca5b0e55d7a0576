/**
 * The snapshots of a call as they are shown. A large picture has a small one beside it, for where it is shown small: it is
 * neither decoded nor drawn there. Each is an object URL, given back when it is put away.
 */
import { type CallPic, CryptoSchema } from '@earth/contracts';
import type { CallPorts } from '../ports';
import type { Snapshot } from '../view';

/** Bytes of a JPEG from which a small one is worth making. */
export const LARGE_PICTURE = 256 * 1024;

export interface Entry extends Omit<Snapshot, 'number' | 'canDelete'> {
  /** The server has it under `pic.uniqueId`. */
  readonly isStored: boolean;
  /** The server has it, but no key to it for us: it is shown as loading while the others are asked for one. */
  readonly awaitsKey?: boolean;
  /** Of what is shown, or is about to be: another each time. */
  readonly turn?: symbol;
}

/** Where a picture belongs that is sealed. */
export const placeOf = (within: string, id: string | null) => ({ kind: 'pic', within, id }) as const;

export const isSealed = ({ cryptoSchema }: CallPic) => cryptoSchema !== CryptoSchema.none;

export const orderOf = ({ date, uniqueId }: CallPic) => `${date} ${uniqueId}`;

export class SnapshotEntries {
  readonly #ports: Pick<CallPorts, 'media' | 'objectUrls'>;
  readonly #onChange: () => void;
  readonly #entries = new Map<string, Entry>();
  /** Null: there are others than before. */
  #stored: CallPic[] | null = null;
  #isDiscarded = false;

  constructor(ports: Pick<CallPorts, 'media' | 'objectUrls'>, onChange: () => void) {
    this.#ports = ports;
    this.#onChange = onChange;
  }

  get = (id: string) => this.#entries.get(id);

  all = () => [...this.#entries.values()];

  /** What the server has: the same list until there are others. */
  stored(): CallPic[] {
    this.#stored ??= this.all().flatMap(({ isStored, pic }) => (isStored ? [pic] : []));
    return this.#stored;
  }

  markSeen() {
    for (const [id, entry] of this.#entries) if (entry.isNew) this.#entries.set(id, { ...entry, isNew: false });
    this.#onChange();
  }

  /** No keys come any more. */
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

  /** Under another id from now on, with its pictures. Whoever asks for this says that there is a change. */
  move(id: string, entry: Entry) {
    this.#entries.delete(id);
    this.#entries.set(entry.pic.uniqueId, entry);
    this.#stored = null;
  }

  remove(id: string) {
    const entry = this.#entries.get(id);
    if (!entry) return;
    this.#giveBack(entry.url);
    this.#giveBack(entry.preview);
    this.#entries.delete(id);
    this.#stored = null;
    this.#onChange();
  }

  /**
   * In place of what was shown; one that is not large at once.
   * @returns the small picture of a large one, where there is one and it is still wanted
   */
  async show(id: string, picture: Blob): Promise<Blob | null> {
    const turn = Symbol(id);
    this.update(id, { turn });
    const small = picture.size > LARGE_PICTURE ? await this.#shrink(picture) : null;
    // It may have got its lasting id meanwhile, or another picture, or be gone.
    const entry = this.all().find((one) => one.turn === turn);
    if (!entry) return null;
    this.#giveBack(entry.url);
    this.#giveBack(entry.preview);
    const { objectUrls } = this.#ports;
    const preview = small && objectUrls.create(small);
    this.put({ ...entry, url: objectUrls.create(picture), preview });
    return small;
  }

  /** One of which only the small picture is there: somebody else's has not come yet. */
  putSmall(entry: Omit<Entry, 'preview'>, small: Blob) {
    if (!this.#isDiscarded) this.put({ ...entry, preview: this.#ports.objectUrls.create(small) });
  }

  /** Gives every picture back. */
  discard() {
    this.#isDiscarded = true;
    for (const { url, preview } of this.#entries.values()) [url, preview].forEach((one) => this.#giveBack(one));
    this.#entries.clear();
    this.#stored = null;
  }

  /** Null where the browser cannot: then the large one is shown small too. */
  async #shrink(picture: Blob): Promise<Blob | null> {
    return this.#ports.media.shrink(picture).catch(() => null);
  }

  #giveBack(url: string | null) {
    if (url !== null) this.#ports.objectUrls.revoke(url);
  }
}

/** All of a call to which one has keys; null where the server cannot be asked. */
export async function findKeyed({ api }: Pick<CallPorts, 'api'>, id: string): Promise<ReadonlySet<string> | null> {
  return await api.listCallKeys({ id }).then(
    (keys) => new Set(keys.map(({ uniqueId }) => uniqueId)),
    () => null,
  );
}
