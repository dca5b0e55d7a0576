import type { RecorderPort } from '@earth/calls';
import type { DrawingSurface } from '@earth/annotations';

const canRecord = () =>
  typeof VideoEncoder !== 'undefined' && typeof AudioEncoder !== 'undefined' && typeof AudioContext !== 'undefined';

/**
 * Recording with the browser's encoders; null: it has none. What encodes and writes the file is loaded when it is needed.
 * @param drawing the drawings on the snapshots
 */
export function createRecorderPort(drawing: () => DrawingSurface): RecorderPort | null {
  if (!canRecord()) return null;
  return {
    start(scene, events) {
      const stop = new AbortController();
      void import('./record')
        .then(({ record }) => record({ scene, drawing: drawing() }, events, stop.signal))
        .catch(() => events.onFailed());
      return { stop: () => stop.abort() };
    },
  };
}
