/** Keeps one link alive: tries again when it breaks, and says when there is no use in it any more. */
import { LINK_RETRY_MS } from '@earth/contracts';
import type { Clock } from '../../ports';

/** A link that is only «disconnected» often mends itself. */
export const PATIENCE_MS = 2_000;
/** How long a restart is given before the next. */
export const RESTART_EVERY_MS = 5_000;

export interface LinkKeeperOptions {
  readonly clock: Clock;
  /** Negotiates new ways to the peer. */
  readonly restart: () => void;
  /** LINK_RETRY_MS have gone by in vain. */
  readonly onLost: () => void;
}

export interface LinkKeeper {
  /** The connection's state has changed. */
  notice(state: RTCPeerConnectionState): void;
  /** The way for signals has come back: where the link is broken it is tried at once. */
  retryNow(): void;
  stop(): void;
}

/** A link begins unconnected, so that one which never comes about is lost as well. */
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

  /** From the first sign of trouble, however often it changes its face. */
  function startDeadline() {
    deadline ??= clock.setTimeout(() => {
      cancel();
      onLost();
    }, LINK_RETRY_MS);
  }

  startDeadline();
  restartAfter(RESTART_EVERY_MS);

  return {
    notice(state) {
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
    retryNow() {
      if (deadline !== null) restartNow();
    },
    stop: cancel,
  };
}
