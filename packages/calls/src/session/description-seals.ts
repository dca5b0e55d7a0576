/**
 * Signed descriptions of the links of a call (decision 0149). A missing seal is marked, not refused, as devices differ in what they can
 * sign; of a page that has signed once it is refused, as is a wrong seal.
 */
import { CryptoSchema } from '@earth/contracts';
import type { Recipient } from '@earth/messaging';
import type { CallPorts } from '../ports';
import type { Description, DescriptionSeals, Route } from '../transport/transport';
import type { LinkTrust } from '../view';
import { type AuthorOf, createAuthorOf } from './author';

type SealPorts = Pick<CallPorts, 'api' | 'cipher' | 'me' | 'settings'>;

export interface DescriptionSealsOptions {
  readonly callId: string;
  readonly authorOf: AuthorOf;
  readonly onChange: () => void;
}

export class CallDescriptionSeals implements DescriptionSeals {
  readonly #ports: SealPorts;
  readonly #options: DescriptionSealsOptions;
  readonly #freshAuthorOf: AuthorOf;
  /** The pages that have signed. */
  readonly #signing = new Set<string>();
  /** The pages whose owner's key was fetched again for a wrong seal: once, so that nobody can cause a request with each signal. */
  readonly #fetched = new Set<string>();
  readonly #trust = new Map<string, LinkTrust>();

  constructor(ports: SealPorts, options: DescriptionSealsOptions) {
    this.#ports = ports;
    this.#options = options;
    this.#freshAuthorOf = createAuthorOf(ports, options.callId, () => []);
  }

  readonly trustOf = (contactId: string): LinkTrust => this.#trust.get(contactId) ?? null;

  get isForged(): boolean {
    return [...this.#trust.values()].includes('forged');
  }

  async seal(description: Description, route: Route): Promise<Description> {
    if (this.#isOff()) return description;
    const seal = await this.#ports.cipher.sealDescription(this.#linkOf(description, route));
    return seal === null ? description : { ...description, seal };
  }

  async mayUse(description: Description, route: Route): Promise<boolean> {
    if (this.#isOff()) return true;
    const { from, session } = route;
    const trust = await this.#check(description, route);
    if (trust === 'signed') this.#signing.add(session);
    if (trust !== this.trustOf(from)) {
      this.#trust.set(from, trust);
      this.#options.onChange();
    }
    // The user may refuse the changed keys of somebody with whom they were compared.
    return trust !== 'forged' && !(await this.#isLeftOut(from));
  }

  #isOff() {
    return this.#ports.settings.cryptoSchema === CryptoSchema.none;
  }

  #linkOf({ type, sdp = '' }: Description, route: Route) {
    return { callUniqueId: this.#options.callId, ...route, type, sdp };
  }

  async #check(description: Description, route: Route): Promise<LinkTrust> {
    const { from, session } = route;
    const { seal } = description;
    if (seal === undefined) return this.#signing.has(session) ? 'forged' : 'unsigned';
    const isOf = (sender: Recipient) =>
      this.#ports.cipher.isDescriptionOf(sender, this.#linkOf(description, route), seal);
    let isGenuine = await isOf(await this.#options.authorOf(from));
    if (isGenuine === false && !this.#fetched.has(session)) {
      this.#fetched.add(session);
      isGenuine = await isOf(await this.#freshAuthorOf(from));
    }
    if (isGenuine === null) return 'unsigned';
    return isGenuine ? 'signed' : 'forged';
  }

  async #isLeftOut(contactId: string): Promise<boolean> {
    const { cipher, settings } = this.#ports;
    const readers = await cipher.findReaders(settings.cryptoSchema, [await this.#options.authorOf(contactId)]);
    return readers.length === 0;
  }
}
