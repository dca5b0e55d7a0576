import { useState } from 'react';

import type { OpenedRoom } from './model/conversation';
import { useIsPageVisible } from '../../shared/use-page-visible';

/**
 * The position up to which the user had read when they opened the room, by the server; updated when they return to the page. Null:
 * nothing was new.
 */
export function useUnreadAfter({ isKept = false, readPosition, unreadMessages }: OpenedRoom): number | null {
  const isLooking = useIsPageVisible() && !isKept;
  const [unreadAfter, setUnreadAfter] = useState<number | null>(null);
  const [wasLooking, setWasLooking] = useState(false);
  if (isLooking !== wasLooking) {
    setWasLooking(isLooking);
    if (isLooking && unreadMessages > 0) setUnreadAfter(readPosition);
  }
  return unreadAfter;
}
