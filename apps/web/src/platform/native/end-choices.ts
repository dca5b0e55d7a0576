import { choose } from '../storage/device-choices';
import { endAnalytics } from './analytics';

/** What one user has allowed on this device does not hold for the next. Never rejects. */
export async function endChoices(): Promise<void> {
  choose('nearbyWanted', false);
  choose('analyticsAllowed', false);
  await endAnalytics();
}
