/**
 * Warnings for missing configuration, written to the log (D5.3). They are computed from the raw response of the server,
 * because the app does not start with a configuration that fails validation.
 */
import { PlatformType } from '@earth/contracts';
import { log, LogLevel } from './app-log';

/** Facts about the app itself. */
export interface OwnSettings {
  /** The base URL of the API: the page's origin. */
  readonly apiUrl: string;
  readonly deviceId: string;
  readonly platformType: (typeof PlatformType)[keyof typeof PlatformType];
  /** Whether Firebase's settings are built into the native shell, so that it can receive pushes. */
  readonly hasShellPushes: boolean;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** The missing ones of the required settings, in a fixed order. The eighth, openCvUrl, is omitted: AR does not use it yet. */
function missingIn(settings: Readonly<Record<string, unknown>>, own: OwnSettings): readonly string[] {
  // A browser receives Web Push with a VAPID key alone. Firebase is used only by the native shells, which have its settings built
  // in.
  const isPushedByFirebase = own.platformType === PlatformType.android || own.platformType === PlatformType.ios;
  const has = {
    // The origin of a page opened from a file is `null`.
    apiUrl: /^https?:/.test(own.apiUrl),
    appCode: isText(settings.appCode),
    'firebase app': !isPushedByFirebase || own.hasShellPushes,
    'firebase key': isPushedByFirebase ? own.hasShellPushes : isText(settings.vapidPublicKey),
    apiKey: isText(settings.apiKey),
    deviceId: isText(own.deviceId),
    platformType: own.platformType !== PlatformType.unknown,
  };
  return Object.entries(has).flatMap(([name, isThere]) => (isThere ? [] : [name]));
}

/** @param settings the parsed JSON of `/config.json`, not validated */
export function warnOfConfig(settings: unknown, own: OwnSettings): void {
  const given = typeof settings === 'object' && settings !== null ? { ...settings } : {};
  for (const name of missingIn(given, own)) log(LogLevel.error, `config: ${name} is missing`);
}
