import { HOME_CODE } from '@earth/contracts';
import { getConfig } from '../platform';

/** A splash page with the brand's picture: it is replaced in the history, so that a step back skips it. */
export const LANDING_IMAGE = '/landing-image';

/** The page where a visitor starts in this build (D9.22). */
export function startPage(): string {
  const { landing } = getConfig().brand;
  return landing === LANDING_IMAGE ? HOME_CODE : landing;
}

/** Removes a trailing slash. */
export const plainPath = (address: string): string => address.replace(/\/$/, '');

/** Whether the path is the start page. */
export const isStartPage = (path: string): boolean => plainPath(path) === plainPath(startPage());
