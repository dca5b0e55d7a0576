/**
 * Ring buffer of log lines: sent with a crash log, and printed to the console according to the build's log level (D9.9).
 */
/** The lowest log level of the build at which a line is printed to the console. */
export const LogLevel = { error: 10, verbose: 30 } as const;
export type LogLevel = (typeof LogLevel)[keyof typeof LogLevel];

/** Only the newest lines are stored. */
const LINES_MAX = 100;

export interface LogLine {
  /** Epoch milliseconds. */
  readonly at: number;
  readonly level: LogLevel;
  readonly words: string;
}

function createAppLog() {
  const lines: LogLine[] = [];
  let consoleLevel = 0;
  return {
    logLines: (): readonly LogLine[] => lines,
    /** @param level the log level of the build; 0 prints nothing */
    setConsoleLevel(level: number): void {
      consoleLevel = level;
    },
    /** @param words must not contain anything that a user wrote, because a crash log carries it */
    log(level: LogLevel, words: string): void {
      lines.push({ at: Date.now(), level, words });
      if (lines.length > LINES_MAX) lines.shift();
      if (consoleLevel >= level) console[level === LogLevel.error ? 'error' : 'info'](words);
    },
  };
}

/** The log of this page. */
export const { log, logLines, setConsoleLevel } = createAppLog();
