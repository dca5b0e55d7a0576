import { LINK_RETRY_MS } from '@earth/contracts';
import { expect, test } from 'vitest';
import { SimulatedClock } from 'xstate';
import { watchMissingPeers } from './missing-peers';

function watch() {
  const clock = new SimulatedClock();
  const lost: string[] = [];
  return { clock, lost, watch: watchMissingPeers(clock, (contactId) => void lost.push(contactId)) };
}

test('a peer is lost after 30 seconds, each counted separately', () => {
  const { clock, lost, watch: missingPeers } = watch();
  missingPeers.update(['luca']);
  clock.increment(LINK_RETRY_MS / 2);
  missingPeers.update(['luca', 'giulia']);
  clock.increment(LINK_RETRY_MS / 2);
  expect(lost).toEqual(['luca']);
  clock.increment(LINK_RETRY_MS / 2);
  expect(lost).toEqual(['luca', 'giulia']);
});

test('a peer who connects meanwhile is not lost, and has 30 seconds again the next time', () => {
  const { clock, lost, watch: missingPeers } = watch();
  missingPeers.update(['luca']);
  clock.increment(LINK_RETRY_MS / 2);
  missingPeers.update([]);
  missingPeers.update(['luca']);
  clock.increment(LINK_RETRY_MS - 1);
  expect(lost).toEqual([]);
  missingPeers.stop();
  clock.increment(LINK_RETRY_MS);
  expect(lost).toEqual([]);
});
