/** A beacon as an editor types it. */
import type { Beacon } from '@earth/contracts';

export interface TypedBeacon {
  readonly uuid: string;
  readonly major: string;
  readonly minor: string;
  readonly range: Beacon['range'];
}

/** The field that is wrong; the problem is a text. */
export interface BeaconProblem {
  readonly field: 'uuid' | 'major' | 'minor';
  readonly problem: 'uuidWrong' | 'numberWrong' | 'beaconTwice';
}

export const emptyBeacon: TypedBeacon = { uuid: '', major: '', minor: '', range: 'near' };

/** 16 bytes; some makers print them without hyphens. */
const UUID = /^([\da-f]{8})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{4})-?([\da-f]{12})$/;

/** A number of two bytes; null: it is none. */
function numberOf(typed: string): number | null {
  const number = Number(typed);
  return /^\d{1,5}$/.test(typed) && number <= 65_535 ? number : null;
}

export const isSameBeacon = (one: Beacon, other: Beacon): boolean =>
  one.uuid === other.uuid && one.major === other.major && one.minor === other.minor;

/** @param present those of the scene */
export function readBeacon(
  typed: TypedBeacon,
  present: readonly Beacon[],
): { readonly beacon: Beacon } | BeaconProblem {
  const parts = UUID.exec(typed.uuid.trim().toLowerCase());
  if (!parts) return { field: 'uuid', problem: 'uuidWrong' };
  const [major, minor] = [numberOf(typed.major.trim()), numberOf(typed.minor.trim())];
  if (major === null) return { field: 'major', problem: 'numberWrong' };
  if (minor === null) return { field: 'minor', problem: 'numberWrong' };
  const beacon = { uuid: parts.slice(1).join('-'), major, minor, range: typed.range };
  if (present.some((one) => isSameBeacon(one, beacon))) return { field: 'minor', problem: 'beaconTwice' };
  return { beacon };
}
