/** Refresh requests caused by peers: when a peer mentions something unknown, the server is asked, at most once a second. */
import type { CallPic, CallTarget } from '@earth/contracts';
import { type Clock, createThrottle, type Throttle } from '@earth/async';
import type { Recipient } from '@earth/messaging';
import { findTarget } from './roster';
import type { Snapshots } from '../snapshots/snapshots';

export const REFRESH_MS = 1_000;

export interface RefreshRequestsOptions {
  readonly targets: () => readonly CallTarget[];
  readonly pictures: Pick<Snapshots, 'has' | 'refresh'>;
  /** Fetches who is in the call. @throws ApiFailure if the server is unreachable */
  readonly people: () => Promise<void>;
}

export class RefreshRequests {
  readonly #options: RefreshRequestsOptions;
  readonly #requestPeople: Throttle;
  /** A snapshot is needed that is unknown here. */
  readonly requestPics: Throttle;

  constructor(clock: Clock, options: RefreshRequestsOptions) {
    this.#options = options;
    this.#requestPeople = createThrottle(clock, REFRESH_MS, () => void options.people().catch(() => {}));
    this.requestPics = createThrottle(clock, REFRESH_MS, () => void options.pictures.refresh().catch(() => {}));
  }

  /** A peer's claim about their identity is never trusted: signalling gives the sender, and the server their key. */
  handleParticipant(from: string, { uniqueId, publicKey }: Recipient) {
    const known = findTarget(this.#options.targets(), from)?.contact;
    if (known?.uniqueId !== uniqueId || known.publicKey !== publicKey) this.#requestPeople();
  }

  handlePics(pics: readonly CallPic[]) {
    if (pics.some(({ uniqueId }) => !this.#options.pictures.has(uniqueId))) this.requestPics();
  }

  stop() {
    this.#requestPeople.stop();
    this.requestPics.stop();
  }
}
