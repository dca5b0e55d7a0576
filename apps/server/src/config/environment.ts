/** Settings from the environment of the process. */
import { statSync } from 'node:fs';
import { readSettings, type Settings } from './settings';

/** Reads the environment and an optional file `.env`. @throws SettingError */
export function readEnvironment(): Settings {
  if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile('.env');
  return readSettings(process.env);
}
