/** A key for each sender, in LiveKit's client, which keeps the last 16 of each by their index. */
import { createMutex } from '@earth/async';
import { BaseKeyProvider, createKeyMaterialFromBuffer } from 'livekit-client';

const KEYS_KEPT = 16;
const KEY_BYTES = 32;

export class SenderKeyProvider extends BaseKeyProvider {
  readonly #me: string;
  readonly #setAlone = createMutex();
  #ownIndex = 0;

  constructor(me: string) {
    // A wrong key is never ratcheted, and never given up: the right one may be on its way.
    super({ sharedKey: false, ratchetWindowSize: 0, failureTolerance: -1, keyringSize: KEYS_KEPT, keySize: 256 });
    this.#me = me;
  }

  /** An own key is used at once; with one of another sender, the frames that name it are decrypted. */
  setKey(contactId: string, number: number, key: Uint8Array<ArrayBuffer>): Promise<void> {
    return this.#setAlone(async () => {
      const material = await createKeyMaterialFromBuffer(key.slice().buffer);
      const index = number % KEYS_KEPT;
      if (contactId === this.#me) this.#ownIndex = index;
      this.onSetEncryptionKey(material, contactId, index);
    });
  }

  /** Nothing is opened with the keys of this contact any more: what was recorded could be sent again. */
  async forget(contactId: string) {
    const known = super.getKeys().filter(({ participantIdentity }) => participantIdentity === contactId);
    for (const { keyIndex = 0 } of known)
      await this.setKey(contactId, keyIndex, crypto.getRandomValues(new Uint8Array(KEY_BYTES)));
  }

  /** After a reconnection the client sets all keys again, and uses for sending the one with this index, whosever key was set last. */
  override getLatestManuallySetKeyIndex() {
    return this.#ownIndex;
  }

  override getKeys() {
    return super
      .getKeys()
      .filter(({ participantIdentity, keyIndex }) => participantIdentity !== this.#me || keyIndex === this.#ownIndex);
  }
}
