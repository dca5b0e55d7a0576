import type { CallPorts } from '@earth/calls';

export const pageClock: CallPorts['clock'] = {
  now: () => Date.now(),
  setTimeout: (run, ms) => setTimeout(run, ms),
  clearTimeout: (timer) => clearTimeout(timer as ReturnType<typeof setTimeout>),
};
