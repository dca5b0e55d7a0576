import { useState } from 'react';

/**
 * Whether the browser failed to decode a picture: only the client that opens a sealed file can find out.
 * @param picture its bytes or its address; another one resets the state
 * @returns the state, and the handler of the image's error event
 */
export function useBroken(picture: unknown): readonly [isBroken: boolean, onBroken: () => void] {
  const [broken, setBroken] = useState<unknown>();
  return [picture !== undefined && picture === broken, () => setBroken(picture)];
}
