/** Runs checks so that one that fails or hangs is found, and keeps no other from its answer. */
import type { HealthCheck, HealthSubject } from '@earth/contracts';
import { withinTime } from '../../../async/within-time';
import { reasonOf } from '../../../host/outcomes';

/** All own limits of checks are shorter. */
const TIMEOUT_MS = 10_000;

type Found = HealthCheck | HealthCheck[] | null;
type Check = () => Found | Promise<Found>;

/** @returns what they found, in their order; of one that fails or takes too long, `checkFailed` */
export async function runChecks(
  checks: readonly (readonly [HealthSubject, Check])[],
  timeoutMs = TIMEOUT_MS,
): Promise<HealthCheck[]> {
  const found = await Promise.all(
    checks.map(async ([subject, check]): Promise<Found> => {
      try {
        return await withinTime(check, timeoutMs);
      } catch (error) {
        return { subject, state: 'checkFailed', reason: reasonOf(error) };
      }
    }),
  );
  return found.flatMap((one) => one ?? []);
}
