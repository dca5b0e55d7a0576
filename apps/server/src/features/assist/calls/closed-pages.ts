/**
 * Grace period for closed pages. A page reports when it closes; without the report the server would try its links for half a minute. The
 * page may only be reloading, so its device leaves the call only if no page of it is in the call some seconds later.
 */
import { PAGE_RETURN_MS } from '@earth/contracts';
import { setTimerFor } from '../../../async/timer';
import type { Device } from './transitions';

interface Deps {
  readonly clock: { now(): Date };
  /** Called when the grace period of a device with a closed page is over. */
  readonly onEnd: (callId: string, device: Device) => void;
}

export interface ClosedPages {
  record(callId: string, device: Device): void;
  stop(): void;
}

export function watchClosedPages({ clock, onEnd }: Deps): ClosedPages {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    record(callId, device) {
      const key = `${callId} ${device.contactId} ${device.deviceId}`;
      clearTimeout(timers.get(key));
      const end = () => {
        timers.delete(key);
        onEnd(callId, device);
      };
      timers.set(key, setTimerFor(new Date(clock.now().getTime() + PAGE_RETURN_MS), clock, end));
    },
    stop() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
