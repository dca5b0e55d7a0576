/** Keeps one link alive: restarts ICE when it breaks, and reports it as lost after a deadline. */
import { LINK_RETRY_MS } from '@earth/contracts';
import type { Clock } from '@earth/async';

/** Delay of the restart of a link that is only «disconnected», because it often recovers by itself. */
export const PATIENCE_MS = 2_000;
/** Interval between restarts. */
export const RESTART_EVERY_MS = 5_000;

export interface LinkKeeperOptions {
  readonly clock: Clock;
  /** Restarts ICE. */
  readonly restart: () => void;
  /** LINK_RETRY_MS have passed without success. */
  readonly onLost: () => void;
}

export interface LinkKeeper {
  /** The connection's state has changed. */
  handleState(state: RTCPeerConnectionState): void;
  /** Nothing arrives any more, though the state is still «connected»: restarts at once. */
  handleSilence(): void;
  /** Something arrives again. */
  handleHeard(): void;
  /** Restarts a broken link at once. @returns whether it is broken */
  retryNow(): boolean;
  stop(): void;
}

/** A link starts unconnected, so that one that never connects is reported as lost too. */
export function createLinkKeeper({ clock, restart, onLost }: LinkKeeperOptions): LinkKeeper {
  let deadline: unknown = null;
  let next: unknown = null;

  const cancel = () => {
    if (deadline !== null) clock.clearTimeout(deadline);
    if (next !== null) clock.clearTimeout(next);
    deadline = next = null;
  };

  const restartAfter = (ms: number) => {
    if (next !== null) clock.clearTimeout(next);
    next = clock.setTimeout(restartNow, ms);
  };

  function restartNow() {
    restart();
    restartAfter(RESTART_EVERY_MS);
  }

  /** Counted from the first sign of trouble, even if the state changes since. */
  function startDeadline() {
    deadline ??= clock.setTimeout(() => {
      cancel();
      onLost();
    }, LINK_RETRY_MS);
  }

  startDeadline();
  restartAfter(RESTART_EVERY_MS);

  return {
    handleState(state) {
      if (state === 'connected') return cancel();
      if (state === 'disconnected' && deadline === null) {
        startDeadline();
        restartAfter(PATIENCE_MS);
      }
      if (state === 'failed') {
        startDeadline();
        restartNow();
      }
    },
    handleSilence() {
      startDeadline();
      restartNow();
    },
    handleHeard: cancel,
    retryNow() {
      if (deadline === null) return false;
      restartNow();
      return true;
    },
    stop: cancel,
  };
}
