/** Which beacon a visitor stands at. The strength of what is received changes from second to second, so one measurement says nothing. */
import type { Beacon, Trigger } from '@earth/contracts';
import type { SeenBeacon } from '../../../platform/native/plugins';

export interface BeaconTrigger extends Pick<Trigger, 'sid' | 'title'> {
  readonly beacon: Beacon;
}

export interface Sighting {
  readonly beacon: SeenBeacon;
  /** In milliseconds. */
  readonly at: number;
}

/** Measurements of this time count, if there are as many as this, over this time at least. */
export const WINDOW_MS = 8_000;
const SIGHTINGS_MIN = 3;
const SPAN_MS = 2_000;
/** In metres. An estimate at arm's length is hardly ever less than the half of one. */
const LIMITS = { immediate: 1, near: 3 } as const;

export const isSameBeacon = (one: Omit<Beacon, 'range'>, other: Omit<Beacon, 'range'>): boolean =>
  one.uuid === other.uuid && one.major === other.major && one.minor === other.minor;

/** The median distance in metres; null: too little was received. */
function steadyDistance(sightings: readonly Sighting[]): number | null {
  const [first, last] = [sightings[0], sightings.at(-1)];
  if (!first || !last || sightings.length < SIGHTINGS_MIN || last.at - first.at < SPAN_MS) return null;
  const distances = sightings.map(({ beacon }) => beacon.distance).toSorted((a, b) => a - b);
  return distances[Math.floor(distances.length / 2)] ?? null;
}

/**
 * The trigger whose beacon is the nearest of those that are as near as they have to be; null: there is none.
 * @param sightings in their order
 */
export function nearestTrigger(
  triggers: readonly BeaconTrigger[],
  sightings: readonly Sighting[],
  now: number,
): BeaconTrigger | null {
  const recent = sightings.filter(({ at }) => now - at <= WINDOW_MS);
  const near = triggers.flatMap((trigger) => {
    const { range } = trigger.beacon;
    const distance = steadyDistance(recent.filter(({ beacon }) => isSameBeacon(beacon, trigger.beacon)));
    const isNear = distance !== null && (range === null || distance <= LIMITS[range]);
    return isNear ? [{ trigger, distance }] : [];
  });
  return near.toSorted((one, other) => one.distance - other.distance)[0]?.trigger ?? null;
}
