/** The tiles of the snapshot strip, for code that removes a snapshot. */
import type { Snapshot } from '@earth/calls';

/** The same before and after it is stored. */
export const keyOf = ({ pic }: Snapshot) => pic.clientId ?? pic.uniqueId;

/** False if there is no picture to save again. */
export const canRetry = ({ state, url }: Snapshot) => state === 'notLoaded' || (state === 'failed' && url !== null);

export const canPress = (snapshot: Snapshot) => snapshot.state === 'ready' || canRetry(snapshot);

export const STRIP_ID = 'snapshot-strip';
export const tileId = (snapshot: Snapshot) => `snapshot-${keyOf(snapshot)}`;

/**
 * Moves the focus when a snapshot is removed together with the focused button: to the next tile that can be focused, or to the
 * one before, or to the strip.
 * @param snapshots the list before the removal
 */
export function focusBeside(snapshots: readonly Snapshot[], picId: string) {
  const at = snapshots.findIndex(({ pic }) => pic.uniqueId === picId);
  const near = [...snapshots.slice(at + 1), ...snapshots.slice(0, Math.max(0, at)).toReversed()];
  const tile = near.find(canPress);
  const place = (tile && document.getElementById(tileId(tile))) ?? document.getElementById(STRIP_ID);
  place?.focus();
}
