/** Crash log: at most one per session (D4.8). */
import { LOG_DATA_MAX } from '@earth/contracts';
import { createLogKeys } from '@earth/crypto/keys';
import { beforeEach, expect, test, vi } from 'vitest';
import { log, LogLevel } from './app-log';
import { appLog, flagsOf, sendCrashLog } from './crash-log';
import { giveConfig } from '../testing/config';

const keys = await createLogKeys(new Uint8Array(32).fill(7));
giveConfig({ logKey: keys.publicKey });

interface Sent {
  readonly url: string;
  readonly fields: Readonly<Record<string, unknown>>;
}
let sent: Sent[];
let answer: () => Response;
beforeEach(() => {
  sent = [];
  answer = () => Response.json({ result: { success: true, code: 200, message: '' }, data: null });
  vi.stubGlobal('fetch', async (url: string, { body, headers }: RequestInit) => {
    const form = await new Response(body, { headers: new Headers(headers) }).formData();
    sent.push({ url, fields: Object.fromEntries(form) });
    return answer();
  });
});

test('D4.8, D7.5: sends one log per session: appCode, now, and the sealed log', async () => {
  log(LogLevel.error, 'your not authenticated');
  await sendCrashLog(new Error('broken'));
  await sendCrashLog(new Error('broken again'));
  expect(sent.map(({ url }) => url)).toEqual(['/services/log']);
  const { appCode, now, data } = sent[0]?.fields ?? {};
  expect([appCode, Number.isNaN(Date.parse(String(now)))]).toEqual(['earth', false]);
  expect(data).not.toContain('broken');
  expect(JSON.parse((await keys.open(String(data))) ?? '')).toMatchObject({
    errorMessage: 'broken',
    info: { stack: expect.stringContaining('crash-log.test'), path: location.pathname },
    appLog: expect.arrayContaining([expect.stringContaining('your not authenticated')]),
    userName: null,
    browser: { isChrome: false },
    os: { isWindows: false },
  });
  expect(sessionStorage.getItem('error_log_sent_to_server')).toBe('true');
});

test('sends one crash log for each session', async () => {
  await sendCrashLog(new Error('broken'));
  sessionStorage.clear();
  await sendCrashLog(new Error('broken'));
  expect(sent).toHaveLength(2);
});

test('sends again at the next crash if there was no answer, but not if the server refused', async () => {
  answer = () => {
    throw new TypeError('Failed to fetch');
  };
  await sendCrashLog('broken');
  expect(sessionStorage.getItem('error_log_sent_to_server')).toBeNull();
  answer = () => Response.json({ result: { success: false, code: 429, message: '' }, data: null }, { status: 429 });
  await sendCrashLog('broken');
  await sendCrashLog('broken');
  expect(sent).toHaveLength(2);
});

test('cuts long errors and logs to the size that the server accepts', async () => {
  for (const letter of ['€', '\u0001']) {
    for (let line = 0; line < 200; line += 1) log(LogLevel.verbose, letter.repeat(500));
    const error = new Error(letter.repeat(100_000));
    error.stack = letter.repeat(100_000);
    sessionStorage.clear();
    await sendCrashLog(error);
    expect(String(sent.at(-1)?.fields['data']).length).toBeLessThanOrEqual(LOG_DATA_MAX);
  }
  const { appLog: lines } = JSON.parse((await keys.open(String(sent.at(-1)?.fields['data']))) ?? '') as {
    appLog: string[];
  };
  expect(lines.length).toBeGreaterThan(5);
});

test('D9.10: the log has the time in Italy, in summer too', () => {
  vi.useFakeTimers({ now: new Date('2026-07-01T22:30:00Z'), toFake: ['Date'] });
  log(LogLevel.error, 'in summer');
  vi.setSystemTime(new Date('2026-01-01T22:30:00Z'));
  log(LogLevel.verbose, 'in winter');
  vi.useRealTimers();
  expect(appLog().slice(-2)).toEqual(['2026-07-02 00:30:00 error in summer', '2026-01-01 23:30:00 verbose in winter']);
});

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36 Edg/141.0.0.0',
    ['isEdge'],
    ['isWindows'],
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Mobile Safari/537.36',
    ['isChrome'],
    ['isAndroid'],
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1',
    ['isSafari'],
    ['isIos'],
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0', ['isFirefox'], ['isLinux']],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    ['isSafari'],
    ['isMac'],
  ],
])('%s', (userAgent, browser, os) => {
  const flags = flagsOf(userAgent);
  const set = (of: Readonly<Record<string, boolean>>) => Object.keys(of).filter((name) => of[name]);
  expect([set(flags.browser), set(flags.os)]).toEqual([browser, os]);
});
