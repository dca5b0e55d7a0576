/**
 * Small pictures of large snapshots (A2.5): they are with the others at once, while the large ones are being sealed, stored
 * and fetched. Sealed like everything else, for those in the call; the server never sees them.
 */
import { type Call, type CallTarget, isGenuine, PREVIEW_MAX, textOf } from '@earth/contracts';
import type { AuthorOf } from '../session/author';
import type { CallPorts } from '../ports';
import { recipientsOf } from '../session/roster';
import type { MessageOf } from '../transport/peer-handlers';
import type { Snapshots } from './snapshots';

/** So many wait to be opened, and so many of one person for the large ones, at most. */
export const EXPECTED_MAX = 20;

export interface PreviewsOptions {
  readonly call: Pick<Call, 'uniqueId'>;
  readonly targets: () => readonly CallTarget[];
  readonly authorOf: AuthorOf;
  readonly isIn: (contactId: string) => boolean;
  readonly snapshots: Pick<Snapshots, 'expectFrom' | 'expectedFrom' | 'dropExpected'>;
  readonly send: (message: MessageOf<'picPreview'>) => void;
}


export class Previews {
  readonly #ports: Pick<CallPorts, 'cipher' | 'me'>;
  readonly #options: PreviewsOptions;
  /** What is taken back is so after it was told. */
  #telling = Promise.resolve();
  #taking = Promise.resolve();
  #waiting = 0;

  constructor(ports: Pick<CallPorts, 'cipher' | 'me'>, options: PreviewsOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** @param small null: what was shown under this id does not come */
  tell(clientId: string, small: Blob | null) {
    // Without it, the others wait for the large one.
    this.#telling = this.#telling.then(() => this.#send(clientId, small)).catch(() => {});
  }

  handlePreview(from: string, message: MessageOf<'picPreview'>) {
    if (this.#waiting >= EXPECTED_MAX) return;
    this.#waiting += 1;
    this.#taking = this.#taking
      .then(() => this.#show(from, message))
      // Then the large one is waited for.
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** Somebody has left: what they had not stored may never come. */
  forget(contactId: string) {
    this.#options.snapshots.dropExpected(contactId);
  }

  async #send(clientId: string, small: Blob | null) {
    const { cipher, me } = this.#ports;
    const { send, targets } = this.#options;
    const recipients = recipientsOf(me, targets());
    const cryptoSchema = await cipher.schemeFor(recipients);
    const sealed = small && (await cipher.sealFile(cryptoSchema, small, recipients, this.#placeOf(clientId)));
    const preview = sealed && (await textOf(sealed));
    if (preview === null || preview.length <= PREVIEW_MAX)
      send({ type: 'picPreview', clientId, cryptoSchema, preview });
  }

  async #show(from: string, { clientId, cryptoSchema, preview }: MessageOf<'picPreview'>) {
    const { authorOf, isIn, snapshots } = this.#options;
    if (preview === null) return snapshots.dropExpected(from, clientId);
    if (snapshots.expectedFrom(from) >= EXPECTED_MAX) return;
    const origin = { sender: await authorOf(from), place: this.#placeOf(clientId) };
    const small = await this.#ports.cipher.openFile(cryptoSchema, preview, origin);
    // Of one that is not genuine nothing is said: what the server has of the large one is.
    if (small && isGenuine(small) && isIn(from)) snapshots.expectFrom(from, clientId, small);
  }

  #placeOf(clientId: string) {
    return { kind: 'preview', within: this.#options.call.uniqueId, id: clientId } as const;
  }
}
