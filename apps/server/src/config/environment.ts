/** The settings as the person who starts a program gives them. */
import { statSync } from 'node:fs';
import { readSettings, type Settings } from './settings';

/** From the environment, and a file `.env` where there is one. @throws SettingError */
export function readEnvironment(): Settings {
  if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile('.env');
  return readSettings(process.env);
}
