/** A peer's word that there is more than is known here: a reason to ask the server, once a second at most, and no more. */
import type { CallPic, CallTarget } from '@earth/contracts';
import { createThrottle, type Throttle } from '../async/throttle';
import type { Clock, Recipient } from '../ports';
import { findTarget } from './roster';
import type { Snapshots } from '../snapshots/snapshots';

export const REFRESH_MS = 1_000;

export interface RefreshRequestsOptions {
  readonly targets: () => readonly CallTarget[];
  readonly pictures: Pick<Snapshots, 'has' | 'refresh'>;
  /** Asks who is in the call. Rejects where the server cannot be asked. */
  readonly people: () => Promise<void>;
}

export class RefreshRequests {
  readonly #options: RefreshRequestsOptions;
  readonly #askForPeople: Throttle;
  /** A snapshot is wanted that is not known here. */
  readonly askForPics: Throttle;

  constructor(clock: Clock, options: RefreshRequestsOptions) {
    this.#options = options;
    this.#askForPeople = createThrottle(clock, REFRESH_MS, () => void options.people().catch(() => {}));
    this.askForPics = createThrottle(clock, REFRESH_MS, () => void options.pictures.refresh().catch(() => {}));
  }

  /**
   * A peer's own word on who they are is never taken: the signalling says who speaks, and the server which key is
   * theirs.
   */
  handleParticipant(from: string, { uniqueId, publicKey }: Recipient) {
    const known = findTarget(this.#options.targets(), from)?.contact;
    if (known?.uniqueId !== uniqueId || known.publicKey !== publicKey) this.#askForPeople();
  }

  handlePics(pics: readonly CallPic[]) {
    if (pics.some(({ uniqueId }) => !this.#options.pictures.has(uniqueId))) this.askForPics();
  }

  stop() {
    this.#askForPeople.stop();
    this.askForPics.stop();
  }
}
