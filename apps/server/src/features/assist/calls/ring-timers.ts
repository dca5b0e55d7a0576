/** Ring timers: one per ringing call, which ends the ring after CALL_TIMEOUT_SECONDS. */
import { setTimerFor } from '../../../async/timer';

export interface RingTimers {
  /** Ends the ring of a call at `until`; at once if that is in the past. */
  start(callId: string, until: Date): void;
  stop(callId: string): void;
  stopAll(): void;
}

/** @param onEnd called when the ring of a call that lasted until `until` is over */
export function createRingTimers(clock: { now(): Date }, onEnd: (callId: string, until: Date) => void): RingTimers {
  const timers = new Map<string, NodeJS.Timeout>();

  function stop(callId: string): void {
    clearTimeout(timers.get(callId));
    timers.delete(callId);
  }

  return {
    start(callId, until) {
      stop(callId);
      const end = () => {
        timers.delete(callId);
        onEnd(callId, until);
      };
      timers.set(callId, setTimerFor(until, clock, end));
    },
    stop,
    stopAll() {
      for (const timer of timers.values()) clearTimeout(timer);
      timers.clear();
    },
  };
}
