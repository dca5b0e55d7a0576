/** Settings from the environment of the process. */
import { statSync } from 'node:fs';
import { SETTING_RULES } from './setting-rules.mjs';
import { readSettings, SettingError, type Settings } from './settings';

/** Reads the environment and an optional file `.env`. @throws SettingError */
export function readEnvironment(): Settings {
  if (statSync('.env', { throwIfNoEntry: false })?.isFile()) process.loadEnvFile('.env');
  // The SDK of S3 warns of Node.js versions that its later releases will not support; the operator has no choice of its release.
  process.env['AWS_SDK_JS_NODE_VERSION_SUPPORT_WARNING_DISABLED'] ??= 'true';
  return readSettings(process.env);
}

/** Seals the keys in a backup. No setting of the server: it is for one command, and best not in `.env`. */
export const readBackupPassphrase = (): string | undefined => process.env['BACKUP_PASSPHRASE']?.trim() || undefined;

/** The new master key, for the command that changes it. @throws SettingError */
export function readNewMasterKey(): Uint8Array | undefined {
  const text = process.env['NEW_MASTER_KEY']?.trim() || undefined;
  if (text === undefined) return undefined;
  const { expected, read } = SETTING_RULES.MASTER_KEY;
  const key = read(text);
  if (!key) throw new SettingError(`NEW_MASTER_KEY is not usable: expected ${expected}.`);
  return key;
}
