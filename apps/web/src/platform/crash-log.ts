/**
 * Crash reporting: sends one crash log per session to the server (D4.8), sealed so that only the operator of the server can
 * read it.
 */
import { NO_ANSWER } from './http/api-error';
import { ApiError, api, getConfig, myself } from './index';
import { logLines, LogLevel } from './app-log';

/** The session storage key (D3.33). */
const SENT = 'error_log_sent_to_server';
/** Maximum length of a message and of a stack in characters. The beginning tells where the error occurred. */
const CHARS_MAX = 2000;
/** Maximum size of the log in bytes, so that it still fits when sealed (`LOG_DATA_MAX`). */
const BYTES_MAX = 35_000;

const rome = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Europe/Rome', dateStyle: 'short', timeStyle: 'medium' });

/** The log lines of the app, with their time in Italy (D9.10). */
export const appLog = (): string[] =>
  logLines().map(({ at, level, words }) => {
    const kind = level === LogLevel.error ? 'error' : 'verbose';
    return `${rome.format(at)} ${kind} ${words.slice(0, 200)}`;
  });

/** Browser and operating system, from the user agent. */
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
  (error instanceof Error ? (error[part] ?? '') : part === 'message' ? String(error) : '').slice(0, CHARS_MAX);

/** The newest log lines that fit into the size limit. */
function logOf(error: unknown): string {
  const lines = appLog();
  for (;;) {
    const text = JSON.stringify({ ...crashOf(error), appLog: lines });
    if (lines.length === 0 || new TextEncoder().encode(text).length <= BYTES_MAX) return text;
    lines.splice(0, Math.ceil(lines.length / 10));
  }
}

const crashOf = (error: unknown) => ({
  errorMessage: textOf(error, 'message'),
  info: {
    stack: textOf(error, 'stack'),
    // Without query and fragment: an invitation's code is in there.
    path: location.pathname,
    language: document.documentElement.lang,
    window: [innerWidth, innerHeight],
    isOnline: navigator.onLine,
    userAgent: navigator.userAgent.slice(0, 300),
  },
  userName: myself()?.email ?? null,
  ...flagsOf(navigator.userAgent),
});

/** Never rejects. If there was no answer, the next crash of the session sends its log. */
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
