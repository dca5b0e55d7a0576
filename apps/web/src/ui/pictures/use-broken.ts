import { useState } from 'react';

/**
 * Whether the browser could not read a picture: only who opens a sealed file sees that it is none.
 * @param picture its bytes, or where they are; with another one it may be able to again
 * @returns with what says that it could not
 */
export function useBroken(picture: unknown): readonly [isBroken: boolean, onBroken: () => void] {
  const [broken, setBroken] = useState<unknown>();
  return [picture !== undefined && picture === broken, () => setBroken(picture)];
}
