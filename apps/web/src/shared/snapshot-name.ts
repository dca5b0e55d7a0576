import type { Language } from '@earth/contracts';
import { getConfig } from '../platform';
import { formatFileDate } from './format';

/**
 * What a saved snapshot is called, as the build has it (D9.23): `Earth-snapshot-2025-11-20-1.jpg`. A
 * browser's downloads have no folders: there the folder stands before the name.
 */
export function snapshotName(date: Date, number: number, language: Language): string {
  const { screenshotFolder, screenshotName } = getConfig().brand;
  return `${screenshotFolder}-${screenshotName[language]}-${formatFileDate(date)}-${number}.jpg`;
}
