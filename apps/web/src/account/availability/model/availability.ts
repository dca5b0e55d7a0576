import { Availability, type Profile } from '@earth/contracts';
import { useState } from 'react';
import { session, useMe } from '../../../platform';
import type { PresenceKind } from '../../../ui/feedback/Presence';
import { showToast } from '../../../shared/toast';
import { texts } from '../../../shared/texts';

/** The presence that the user has chosen: available or not. */
export const ownPresence = (me: Profile): PresenceKind =>
  me.availability === Availability.online ? 'available' : 'offline';

/** The user's availability. Optimistic update: rolled back if the server does not accept it. */
export function useAvailability() {
  const me = useMe();
  const [optimistic, setOptimistic] = useState<boolean | null>(null);
  const isAvailable = optimistic ?? me.availability === Availability.online;

  async function setAvailable(available: boolean) {
    setOptimistic(available);
    try {
      await session.setAvailable(available);
    } catch {
      showToast(texts.say('availabilityFailed'));
    }
    setOptimistic(null);
  }

  return { isAvailable, setAvailable };
}
