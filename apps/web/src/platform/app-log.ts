/** What the app says of itself: kept for a crash log, and shown in the console as far as the build wants (D9.9). */
/** From this level of the build on it is said in the console. */
export const LogLevel = { error: 10, verbose: 30 } as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

/** The newest are kept. */
const MOST = 100;

export interface LogLine {
  /** In ms since 1970. */
  readonly at: number;
  readonly level: LogLevel;
  readonly words: string;
}

const lines: LogLine[] = [];
let consoleLevel = 0;

/** @param level as the build has it: 0 says nothing */
export function setConsoleLevel(level: number): void {
  consoleLevel = level;
}

export const logLines = (): readonly LogLine[] => lines;

/** @param words nothing of what somebody wrote: a crash log carries it */
export function log(level: LogLevel, words: string): void {
  lines.push({ at: Date.now(), level, words });
  if (lines.length > MOST) lines.shift();
  if (consoleLevel >= level) console[level === LogLevel.error ? 'error' : 'info'](words);
}
