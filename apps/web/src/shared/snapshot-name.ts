import { contentLanguage } from '@earth/contracts';
import { getConfig } from '../platform';
import { formatFileDate } from './format';

/**
 * The file name of a saved snapshot, from the build settings (D9.23):
 * `Earth-snapshot-2025-11-20-1.jpg`. Browser downloads have no folders, so the folder becomes a prefix of the name.
 */
export function snapshotName(date: Date, number: number, language: string): string {
  const { screenshotFolder, screenshotName } = getConfig().brand;
  return `${screenshotFolder}-${screenshotName[contentLanguage(language)]}-${formatFileDate(date)}-${number}.jpg`;
}
