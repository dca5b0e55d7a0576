import { HOME_CODE } from '@earth/contracts';
import { getConfig } from '../platform';

/** A picture of whose app it is: it leads on, and nobody goes back to it. */
export const LANDING_IMAGE = '/landing-image';

/** Where a visitor starts in this build, and comes back to (D9.22). */
export function startPage(): string {
  const { landing } = getConfig().brand;
  return landing === LANDING_IMAGE ? HOME_CODE : landing;
}

/** An address may end in a slash, or not. */
export const plainPath = (address: string): string => address.replace(/\/$/, '');

/** Whether a path leads there. */
export const isStartPage = (path: string): boolean => plainPath(path) === plainPath(startPage());
