/**
 * Previews of large snapshots (A2.5), sent over the data channel so that the others have them at once, while the large
 * pictures are sealed, uploaded and downloaded. They are sealed for the participants; the server never gets them.
 */
import { createMutex } from '@earth/async';
import { type Call, type CallTarget, isGenuine, PREVIEW_MAX, textOf } from '@earth/contracts';
import type { AuthorOf } from '../session/author';
import type { CallPorts } from '../ports';
import { recipientsOf } from '../session/roster';
import type { MessageOf } from '../transport/peer-handlers';
import type { Snapshots } from './snapshots';

/** Limit of previews that wait to be decrypted, and of previews of one participant without their large picture. */
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
  /** Queue, so that a preview is withdrawn only after it was sent. */
  /** Sent and shown in order. */
  readonly #sendAlone = createMutex();
  readonly #showAlone = createMutex();
  #waiting = 0;

  constructor(ports: Pick<CallPorts, 'cipher' | 'me'>, options: PreviewsOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /** @param small null: withdraws the preview under this id, because its snapshot does not come */
  announce(clientId: string, small: Blob | null) {
    // A failure is harmless: the others wait for the large picture.
    this.#sendAlone(() => this.#send(clientId, small)).catch(() => {});
  }

  handlePreview(from: string, message: MessageOf<'picPreview'>) {
    if (this.#waiting >= EXPECTED_MAX) return;
    this.#waiting += 1;
    this.#showAlone(() => this.#show(from, message))
      // A failure is harmless: this page waits for the large picture.
      .catch(() => {})
      .finally(() => {
        this.#waiting -= 1;
      });
  }

  /** A participant has left: snapshots that they had not stored may never come. */
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
    // A preview that is not genuine is ignored without a notice: the large picture gets one, if it is not genuine either.
    if (small && isGenuine(small) && isIn(from)) snapshots.expectFrom(from, clientId, small);
  }

  #placeOf(clientId: string) {
    return { kind: 'preview', within: this.#options.call.uniqueId, id: clientId } as const;
  }
}
