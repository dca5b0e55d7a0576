/**
 * A page that is closed says so; the links to it would be tried for half a minute else. It may only be reloaded: so its device has left
 * only where no page of it is in the room some seconds later.
 */
import { PAGE_RETURN_MS } from '@earth/contracts';
import { setTimerFor } from '../../../async/timer';
import type { Device } from './transitions';

interface Needs {
  readonly clock: { now(): Date };
  /** The time is over for a device whose page was closed. */
  readonly onEnd: (callId: string, device: Device) => void;
}

export interface ClosedPages {
  note(callId: string, device: Device): void;
  stop(): void;
}

export function watchClosedPages({ clock, onEnd }: Needs): ClosedPages {
  const timers = new Map<string, NodeJS.Timeout>();
  return {
    note(callId, device) {
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
