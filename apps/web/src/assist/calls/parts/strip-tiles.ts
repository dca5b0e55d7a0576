/** The tiles of the snapshot strip, as whatever puts a snapshot away knows them. */
import type { Snapshot } from '@earth/calls';

/** The same before and after it is stored. */
export const keyOf = ({ pic }: Snapshot) => pic.clientId ?? pic.uniqueId;

/** Where there is no picture at all, there is nothing to save again. */
export const canRetry = ({ state, url }: Snapshot) => state === 'notLoaded' || (state === 'failed' && url !== null);

export const canPress = (snapshot: Snapshot) => snapshot.state === 'ready' || canRetry(snapshot);

export const STRIP_ID = 'snapshot-strip';
export const tileId = (snapshot: Snapshot) => `snapshot-${keyOf(snapshot)}`;

/**
 * One is put away, and what was pressed goes with it: the focus goes on to the next tile that can be pressed, else to the
 * one before, else to the strip.
 * @param snapshots as they were with it
 */
export function focusBeside(snapshots: readonly Snapshot[], picId: string) {
  const at = snapshots.findIndex(({ pic }) => pic.uniqueId === picId);
  const near = [...snapshots.slice(at + 1), ...snapshots.slice(0, Math.max(0, at)).toReversed()];
  const tile = near.find(canPress);
  const place = (tile && document.getElementById(tileId(tile))) ?? document.getElementById(STRIP_ID);
  place?.focus();
}
