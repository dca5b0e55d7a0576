/** Tells the server of a crash, once a session (D4.8): sealed, so that only who runs the server reads it. */
import { NO_ANSWER } from './http/api-error';
import { ApiError, api, getConfig, myself } from './index';
import { logLines, LogLevel } from './app-log';

/** The key of session storage (D3.33). */
const SENT = 'error_log_sent_to_server';
/** Of a message and of a stack, in characters: what says where it was stands at their beginning. */
const MOST = 2000;
/** Of all, so that it fits when it is sealed (`LOG_DATA_MAX`). */
const MOST_BYTES = 35_000;

const rome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' });

/** The lines of the app, with the time in Italy (D9.10). */
export const appLog = (): string[] =>
  logLines().map(({ at, level, words }) => {
    const kind = level === LogLevel.error ? 'error' : 'verbose';
    return `${rome.format(at)} ${kind} ${words.slice(0, 200)}`;
  });

/** Which browser and which system it is, by what the browser says of itself. */
export function flagsOf(userAgent: string) {
  const is = (pattern: RegExp) => pattern.test(userAgent);
  const isEdge = is(/Edg\//);
  const isIos = is(/iPhone|iPad|iPod/);
  const isAndroid = is(/Android/);
  return {
    browser: {
      isChrome: is(/Chrome\/|CriOS\//) && !isEdge,
      isEdge,
      isFirefox: is(/Firefox\/|FxiOS\//),
      isSafari: is(/Safari\//) && !is(/Chrome\/|CriOS\/|FxiOS\/|Android/),
    },
    os: {
      isAndroid,
      isIos,
      isLinux: is(/Linux/) && !isAndroid,
      isMac: is(/Macintosh/),
      isWindows: is(/Windows/),
    },
  };
}

const textOf = (error: unknown, part: 'message' | 'stack'): string =>
  (error instanceof Error ? (error[part] ?? '') : part === 'message' ? String(error) : '').slice(0, MOST);

/** The newest lines of the app, as many as there is room for. */
function logOf(error: unknown): string {
  const lines = appLog();
  for (;;) {
    const text = JSON.stringify({ ...crashOf(error), appLog: lines });
    if (lines.length === 0 || new TextEncoder().encode(text).length <= MOST_BYTES) return text;
    lines.splice(0, Math.ceil(lines.length / 10));
  }
}

const crashOf = (error: unknown) => ({
  errorMessage: textOf(error, 'message'),
  info: {
    stack: textOf(error, 'stack'),
    // Not what follows it: an invitation's code stands there.
    path: location.pathname,
    language: document.documentElement.lang,
    window: [innerWidth, innerHeight],
    isOnline: navigator.onLine,
    userAgent: navigator.userAgent.slice(0, 300),
  },
  userName: myself()?.email ?? null,
  ...flagsOf(navigator.userAgent),
});

/** Never rejects. Where no answer came, the next crash of the session tells of itself. */
export async function sendCrashLog(error: unknown): Promise<void> {
  if (sessionStorage.getItem(SENT) !== null) return;
  sessionStorage.setItem(SENT, 'true');
  try {
    const { sealLog } = await import('@earth/crypto');
    const { appCode, logKey } = getConfig();
    const now = new Date().toISOString();
    await api.sendLog({ appCode, now, data: await sealLog(logOf(error), logKey) });
  } catch (failure) {
    if (failure instanceof ApiError && failure.code === NO_ANSWER) sessionStorage.removeItem(SENT);
  }
}
