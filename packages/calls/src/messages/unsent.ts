/**
 * What was made in a call and the server does not have yet: kept on the device as it is sent, sealed, so that neither a
 * reload nor a closed tab loses it. What pages that are gone have left is sent by the next one.
 */
import { mayPass } from '../api-failure';
import type { ApiFailure, CallPorts, Recipient, Unsent } from '../ports';

type KeeperPorts = Pick<CallPorts, 'cipher' | 'me' | 'unsent'>;

export interface UnsentKeeperOptions {
  /** For whom it is sealed, asked from the server. */
  readonly recipients: () => Promise<readonly Recipient[]>;
  /** The same, as far as they are known here. */
  readonly knownRecipients: () => readonly Recipient[];
}

export class UnsentKeeper {
  readonly #ports: KeeperPorts;
  readonly #options: UnsentKeeperOptions;
  readonly #kept = new Set<string>();

  constructor(ports: KeeperPorts, options: UnsentKeeperOptions) {
    this.#ports = ports;
    this.#options = options;
  }

  /**
   * Seals something and keeps it until it is dropped. Rejects where the server cannot be asked for whom; it is kept for those
   * who are known then. Where the person is asked about keys of others first, it is kept for oneself until the answer. Stopped while
   * it was sealed, it rejects, and nothing is kept.
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
      if (!this.#kept.has(clientId) && (await cipher.mustAsk(recipients))) {
        const { uniqueId, publicKey } = me;
        await this.#keep({ ...(await sealUnasked([{ uniqueId, publicKey }])), isForOneself: true });
      }
      return sealUnasked(recipients);
    };
    const recipients = await this.#options.recipients().catch(async (error: unknown) => {
      if (!this.#kept.has(clientId)) await this.#keep(await sealFor(this.#options.knownRecipients()));
      throw error;
    });
    const sealed = await sealFor(recipients);
    void this.#keep(sealed);
    return sealed.fields;
  }

  /** The server did not take it. What it failed at may yet be taken, from the next page too. */
  noteFailed(clientId: string, failure: ApiFailure) {
    if (!mayPass(failure)) this.drop(clientId);
  }

  /** The server has it, or will never. */
  drop(clientId: string) {
    if (this.#kept.delete(clientId)) void this.#ports.unsent.drop(clientId);
  }

  #keep(unsent: Unsent): Promise<void> {
    this.#kept.add(unsent.fields.clientId);
    return this.#ports.unsent.keep(unsent);
  }
}
