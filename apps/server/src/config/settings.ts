/** Every setting of the server: read once from the environment, checked at start. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { MESSAGES_PER_PAGE, MESSAGES_PER_PAGE_MAX } from '@earth/contracts';
import * as z from 'zod';
import { isLocalHost } from './local';
import { StartError } from './start-error';

/** A setting that cannot be used. Its message is the one line that the person who starts the server needs. */
export class SettingError extends StartError {
  override readonly name = 'SettingError';
}

const text = (wants: string, pattern: RegExp) => z.string().regex(pattern, wants);

function whole(min: number, max: number, fallback: number) {
  const wants = `a whole number from ${min} to ${max}`;
  return text(wants, /^-?\d{1,15}$/)
    .transform(Number)
    .pipe(z.number().min(min, wants).max(max, wants))
    .default(fallback);
}

/** A limit; 0: none. */
const most = (fallback: number) => whole(0, 1_000_000_000, fallback);

const flag = z.enum(['true', 'false', '1', '0', 'on', 'off'], 'true or false').transform((value) => {
  return value === 'true' || value === '1' || value === 'on';
});

const key = (wants: string) =>
  z.string().transform((value, issues) => {
    const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
    if (bytes.length === 32) return new Uint8Array(bytes);
    issues.addIssue({ code: 'custom', message: wants });
    return z.NEVER;
  });

const file = (what: string) =>
  z.string().transform((value, issues) => {
    try {
      return readFileSync(value, 'utf8');
    } catch {
      issues.addIssue({ code: 'custom', message: `the path of ${what}` });
      return z.NEVER;
    }
  });

const webAddress = 'an address such as https://help.example.com';

const environment = z.object({
  PORT: whole(0, 65_535, 8080),
  HOST: text('a host name or an address, such as 0.0.0.0 for all of them', /^[\w.:-]+$/).default('localhost'),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: webAddress })
    .transform((value) => value.replace(/\/+$/, ''))
    .optional(),
  DATA_DIR: z
    .string()
    .default('data')
    .transform((value) => resolve(value)),
  DATABASE_URL: text('an address such as postgres://user:password@host/database', /^postgres(ql)?:\/\/.+/).optional(),
  REDIS_URL: text('an address such as redis://:password@host:6379/0', /^rediss?:\/\/.+/).optional(),
  SMTP_URL: text('an address such as smtps://user:password@host', /^smtps?:\/\/.+/).optional(),
  MAIL_FROM: text('an e-mail address, with or without a name', /^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/).optional(),
  API_KEY: text('16 to 200 letters, digits, - or _', /^[\w-]{16,200}$/).optional(),
  MASTER_KEY: key('32 bytes as 64 hexadecimal digits or base64').optional(),
  VAPID_PRIVATE_KEY: key('32 bytes as base64').optional(),
  VAPID_SUBJECT: text(
    'an address such as mailto:help@example.com',
    /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
  ).optional(),
  FCM_CREDENTIALS: file('the JSON file of a Google service account').optional(),
  APNS_KEY: file('the .p8 file of an APNs key').optional(),
  APNS_KEY_ID: text('the ten letters and digits of the APNs key', /^[A-Z0-9]{10}$/).optional(),
  APNS_TEAM_ID: text('the ten letters and digits of the Apple team', /^[A-Z0-9]{10}$/).optional(),
  APNS_TOPIC: text('the bundle id of the app, such as com.example.help', /^[\w-]+(\.[\w-]+)+$/).optional(),
  APNS_SANDBOX: flag.default(false),
  LEADS_URL: z.url({ protocol: /^https?$/, error: 'an address such as https://crm.example.com/leads' }).optional(),
  LEADS_COMPANY: text('the code of a company', /^.{1,40}$/).optional(),
  MAP_STYLE_URL: z
    .url({ protocol: /^https?$/, error: 'an address such as https://maps.example.com/style.json' })
    .optional(),
  MAP_ORIGINS: text(
    'origins such as https://tiles.example.com, with commas between',
    /^https?:\/\/[\w.:-]+(\s*,\s*https?:\/\/[\w.:-]+)*$/,
  )
    .transform((value) => value.split(',').map((origin) => origin.trim()))
    .default([]),
  CALLS_ENABLED: flag.default(true),
  MAX_USERS_IN_CALL: whole(-1, 1000, 2),
  FIELD_USERS_DRAW: flag.default(false),
  CRYPTO_SCHEMA: z
    .enum(['0', '1', '2'], '0 (none), 1 (scheme v1) or 2 (signed)')
    .default('1')
    .transform((value) => (({ 0: 0, 1: 1, 2: 2 }) as const)[value]),
  MESSAGES_PER_PAGE: whole(1, MESSAGES_PER_PAGE_MAX, MESSAGES_PER_PAGE),
  CALL_TIMEOUT_SECONDS: whole(1, 600, 30),
  MAX_FILE_BYTES: whole(1024, 512 * 1024 * 1024, 25 * 1024 * 1024),
  MAX_DEVICES: whole(1, 1000, 5),
  CALLS_A_MINUTE: most(1200),
  GUEST_CALLS_A_MINUTE: most(300),
  COMPANY_CALLS_A_MINUTE: most(30_000),
  ADDRESS_CALLS_A_MINUTE: most(6000),
  UPLOADS_AT_ONCE: most(4),
  ADDRESS_UPLOADS_AT_ONCE: most(24),
  MB_A_DAY: most(4096),
  GUEST_MB_A_DAY: most(512),
  COMPANY_MB_A_DAY: most(51_200),
  DISK_RESERVE_MB: most(1024),
  CODE_RESEND_SECONDS: whole(0, 600, 30),
  SIGN_IN_MAILS_PER_HOUR: whole(1, 1_000_000, 6),
  SIGN_IN_TRIES_PER_HOUR: whole(1, 1_000_000, 10),
  SIGN_IN_ADDRESS_PER_HOUR: whole(1, 1_000_000, 100),
  TRUSTED_PROXIES: text(
    'addresses or networks such as loopback, 10.0.0.5 or 172.16.0.0/12, with commas between',
    /^(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d{1,3})?)(\s*,\s*(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d{1,3})?))*$/i,
  )
    .transform((value) => value.split(',').map((proxy) => proxy.trim()))
    .default(['loopback']),
  PUSH_PORTS: text('ports with commas between, such as 443,8443', /^\d{1,5}(\s*,\s*\d{1,5})*$/)
    .transform((value) => value.split(',').map(Number))
    .default([443]),
  METRICS_OPEN: flag.optional(),
  DOCS_OPEN: flag.optional(),
  STUN_URLS: text(
    'addresses such as stun:stun.example.com:3478, with commas between',
    /^stuns?:[^\s,]+(\s*,\s*stuns?:[^\s,]+)*$/,
  )
    .transform((value) => value.split(',').map((url) => url.trim()))
    .default([]),
  BRAND: text('the name of a folder under brands/', /^[a-z0-9-]+$/).default('earth'),
  DEMO: flag.optional(),
  LOG_LEVEL: z
    .enum(
      ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'],
      'fatal, error, warn, info, debug, trace or silent',
    )
    .default('warn'),
});

type Environment = z.infer<typeof environment>;
type Variable = keyof Environment;

/** Their values are not repeated on the screen. */
const secret: ReadonlySet<string> = new Set<Variable>([
  'API_KEY',
  'MASTER_KEY',
  'VAPID_PRIVATE_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  // Such addresses carry a key.
  'LEADS_URL',
]);

/** `PORT` → `port`, `MAX_USERS_IN_CALL` → `maxUsersInCall`. */
type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}`
  ? `${Lowercase<Head>}${Capitalize<CamelCase<Tail>>}`
  : Lowercase<S>;
export type Settings = { readonly [K in Variable as CamelCase<K>]: Environment[K] } & {
  /** Whether `/dev/mail` shows the mails: only where PUBLIC_URL was given, and it and HOST are both on this machine. */
  readonly isMailPageOpen: boolean;
};

const camelCase = (name: string) => name.toLowerCase().replace(/_(.)/g, (_, letter: string) => letter.toUpperCase());

/**
 * Reads the settings.
 * @param variables the environment, e.g. `process.env`; an empty variable counts as absent
 * @throws SettingError naming the variable, its value and what it wants
 */
export function readSettings(variables: Readonly<Record<string, string | undefined>>): Settings {
  const given = Object.fromEntries(
    Object.keys(environment.shape).flatMap((name) => {
      const value = variables[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
  const read = environment.safeParse(given);
  if (!read.success) {
    const [issue] = read.error.issues;
    const name = String(issue?.path[0]);
    const value = secret.has(name) ? 'not usable' : JSON.stringify(given[name]);
    throw new SettingError(`${name} is ${value}: it wants ${issue?.message}.`);
  }
  if (read.data.REDIS_URL && !read.data.DATABASE_URL)
    throw new SettingError('REDIS_URL is for several servers: it wants DATABASE_URL too, the database of all of them.');
  if (read.data.MAP_ORIGINS.length > 0 && !read.data.MAP_STYLE_URL)
    throw new SettingError('MAP_ORIGINS is for what a map style names: it wants MAP_STYLE_URL too.');
  const { PUBLIC_URL, HOST } = read.data;
  const isMailPageOpen = PUBLIC_URL !== undefined && isLocalHost(new URL(PUBLIC_URL).hostname) && isLocalHost(HOST);
  const settings = Object.entries(read.data).map(([name, value]) => [camelCase(name), value]);
  return { ...Object.fromEntries(settings), isMailPageOpen } as Settings;
}
