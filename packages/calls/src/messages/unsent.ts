/**
 * Stores uploads of a call on the device until the server has them, sealed as they are sent, so that neither a reload nor a
 * closed tab loses them. The next page sends what closed pages have left.
 */
import { mayPass } from '../api-failure';
import type { ApiFailure, CallPorts, Recipient, Unsent } from '../ports';

type KeeperPorts = Pick<CallPorts, 'cipher' | 'me' | 'unsent'>;

export interface UnsentKeeperOptions {
  /** The recipients, fetched from the server. */
  readonly recipients: () => Promise<readonly Recipient[]>;
  /** The recipients, as far as they are known here. */
  readonly knownRecipients: () => readonly Recipient[];
}

export class UnsentKeeper {
  readonly #ports: KeeperPorts;
  readonly #options: UnsentKeeperOptions;
  readonly #stored = new Set<string>();

  constructor(ports: KeeperPorts, options: UnsentKeeperOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /**
   * Seals an upload and stores it until it is dropped. If the server is unreachable, it is stored for the known recipients, and the
   * promise rejects. While the user decides about changed keys, it is stored for the user alone. If `stopped` is aborted
   * meanwhile, the promise rejects, and nothing is stored.
   */
  async seal<One extends Unsent>(
    clientId: string,
    stopped: AbortSignal,
    seal: (recipients: readonly Recipient[]) => Promise<One>,
  ): Promise<One['fields']> {
    const { cipher, me } = this.#ports;
    const sealUnasked = async (recipients: readonly Recipient[]) => {
      const sealed = await seal(recipients);
      stopped.throwIfAborted();
      return sealed;
    };
    const sealFor = async (recipients: readonly Recipient[]) => {
      if (!this.#stored.has(clientId) && (await cipher.mustAsk(recipients))) {
        const { uniqueId, publicKey } = me;
        await this.#keep({ ...(await sealUnasked([{ uniqueId, publicKey }])), isForOneself: true });
      }
      return sealUnasked(recipients);
    };
    const recipients = await this.#options.recipients().catch(async (error: unknown) => {
      if (!this.#stored.has(clientId)) await this.#keep(await sealFor(this.#options.knownRecipients()));
      throw error;
    });
    const sealed = await sealFor(recipients);
    void this.#keep(sealed);
    return sealed.fields;
  }

  /** The upload has failed. It stays stored if the server may accept it later, perhaps from the next page. */
  noteFailed(clientId: string, failure: ApiFailure) {
    if (!mayPass(failure)) this.drop(clientId);
  }

  /** The server has it, or will never have it. */
  drop(clientId: string) {
    if (this.#stored.delete(clientId)) void this.#ports.unsent.drop(clientId);
  }

  #keep(unsent: Unsent): Promise<void> {
    this.#stored.add(unsent.fields.clientId);
    return this.#ports.unsent.keep(unsent);
  }
}
