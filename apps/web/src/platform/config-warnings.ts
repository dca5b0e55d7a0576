/**
 * What the app needs and nobody has said: it stands in the log (D5.3). Looked for in what the server has sent as it came:
 * settings that lack something are no settings, and the app does not start with them.
 */
import { PlatformType } from '@earth/contracts';
import { log, LogLevel } from './app-log';

/** What the app says of itself. */
export interface OwnSettings {
  /** Whose API it asks: the page's own origin. */
  readonly apiUrl: string;
  readonly deviceId: string;
  readonly platformType: (typeof PlatformType)[keyof typeof PlatformType];
  /** Whether the native shell can be pushed to: Firebase's settings are built into it. */
  readonly hasShellPushes: boolean;
}

const isText = (value: unknown) => typeof value === 'string' && value !== '';

/** The names of required settings that are missing, in a fixed order. The eighth, openCvUrl, is of AR, which is not there yet. */
function missingIn(settings: Readonly<Record<string, unknown>>, own: OwnSettings): readonly string[] {
  // A browser is pushed to by Web Push, with a key alone; Firebase is of the native shells, which have its settings in them.
  const isPushedByFirebase = own.platformType === PlatformType.android || own.platformType === PlatformType.ios;
  const has = {
    // Of a page that was opened from a file the origin is «null».
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

/** @param settings what `/config.json` says, unread */
export function warnOfConfig(settings: unknown, own: OwnSettings): void {
  const given = typeof settings === 'object' && settings !== null ? { ...settings } : {};
  for (const name of missingIn(given, own)) log(LogLevel.error, `config: ${name} is missing`);
}
