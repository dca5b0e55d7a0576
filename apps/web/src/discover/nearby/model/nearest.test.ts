import { expect, test } from 'vitest';
import { type BeaconTrigger, nearestTrigger, type Sighting } from './nearest';

const uuid = 'f7826da6-4fa2-4e98-8024-bc5b71e0893e';
const trigger = (minor: number, range: 'immediate' | 'near' | null = 'near'): BeaconTrigger => ({
  sid: 100 + minor,
  title: `Hall ${minor}`,
  beacon: { uuid, major: 1, minor, range },
});
/** One a second. */
const seen = (minor: number, ...distances: number[]): Sighting[] =>
  distances.map((distance, at) => ({ beacon: { uuid, major: 1, minor, distance }, at: 1000 * at }));

test.each([
  ['a visitor stands at it', [2.5, 2, 2.2], 'near', true],
  ['one measurement of several is far too near', [9, 0.4, 8, 9], 'near', false],
  ['one measurement of several is far too far', [2, 30, 2.5, 2], 'near', true],
  ['somebody passes by', [1, 1], 'near', false],
  ['all measurements are of one moment', [1, 1, 1], 'near', false],
  ['it is near, but not at arm’s length', [2, 2, 2], 'immediate', false],
  ['it is at arm’s length', [0.8, 0.6, 1.4], 'immediate', true],
  ['it is far, and need not be near', [40, 50, 60], null, true],
] as const)('D7.24: %s: %j, %s', (why, distances, range, isOffered) => {
  const sightings = seen(1, ...distances).map((one) => (why.includes('moment') ? { ...one, at: 0 } : one));
  expect(nearestTrigger([trigger(1, range)], sightings, 4000) !== null).toBe(isOffered);
});

test('of several the nearest; beacons of nobody count as none; what is long past is forgotten', () => {
  const sightings = [...seen(1, 2, 2, 2), ...seen(2, 1, 1, 1), ...seen(3, 0.1, 0.1, 0.1)];
  const triggers = [trigger(1), trigger(2)];
  expect(nearestTrigger(triggers, sightings, 3000)?.sid).toBe(102);
  expect(nearestTrigger(triggers, sightings, 9000)).toBeNull();
  expect(nearestTrigger([], sightings, 3000)).toBeNull();
});
