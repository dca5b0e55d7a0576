/**
 * Every setting of the server, with its parser. Plain JavaScript that imports no package: `npm start` checks the settings before it
 * installs and builds anything.
 */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

/**
 * @template T
 * @template {string | undefined} Fallback
 * @typedef {object} Rule
 * @property {string} expected What a valid text is, as the end of a sentence.
 * @property {(text: string) => T | undefined} read Undefined: the text cannot be used.
 * @property {Fallback} fallback The text that is read if there is none.
 */

/** @template T @param {string} expected @param {(text: string) => T | undefined} read @returns {Rule<T, undefined>} */
const rule = (expected, read) => ({ expected, read, fallback: undefined });

/** @template T @param {Rule<T, undefined>} given @param {string} fallback @returns {Rule<T, string>} */
const or = ({ expected, read }, fallback) => ({ expected, read, fallback });

/** @param {string} expected @param {RegExp} pattern */
const text = (expected, pattern) => rule(expected, (value) => (pattern.test(value) ? value : undefined));

/** @param {string} expected @param {RegExp} pattern Of each entry. */
const list = (expected, pattern) =>
  rule(expected, (value) => {
    const entries = value.split(',').map((entry) => entry.trim());
    return entries.every((entry) => pattern.test(entry)) ? entries : undefined;
  });

/** Has no entries unless it is set. @param {string} expected @param {RegExp} pattern Of each entry. */
const emptyList = (expected, pattern) => {
  const { read } = list(expected, pattern);
  return or(
    rule(expected, (value) => (value === '' ? [] : read(value))),
    '',
  );
};

/** @param {number} min @param {number} max @param {number} fallback */
const whole = (min, max, fallback) =>
  or(
    rule(`a whole number from ${min} to ${max}`, (value) => {
      const number = Number(value);
      return /^-?\d{1,15}$/.test(value) && number >= min && number <= max ? number : undefined;
    }),
    String(fallback),
  );

/** A limit; 0: none. @param {number} fallback */
const most = (fallback) => whole(0, 1_000_000_000, fallback);

/** @template {string} T @param {string} expected @param {readonly T[]} values */
const oneOf = (expected, values) => rule(expected, (value) => values.find((known) => known === value));

const flag = rule('true or false', (value) => {
  if (['true', '1', 'on'].includes(value)) return true;
  return ['false', '0', 'off'].includes(value) ? false : undefined;
});

/** @param {string} expected */
const key = (expected) =>
  rule(expected, (value) => {
    const bytes = /^[0-9a-f]{64}$/i.test(value) ? Buffer.from(value, 'hex') : Buffer.from(value, 'base64');
    return bytes.length === 32 ? new Uint8Array(bytes) : undefined;
  });

/** @param {string} what */
const file = (what) =>
  rule(`the path of ${what}`, (value) => {
    try {
      return readFileSync(value, 'utf8');
    } catch {
      return undefined;
    }
  });

/** @param {string} example */
const webAddress = (example) =>
  rule(`an address such as ${example}`, (value) =>
    URL.canParse(value) && /^https?:$/.test(new URL(value).protocol) ? value : undefined,
  );

const publicAddress = webAddress('https://help.example.com');
const LOG_LEVELS = /** @type {const} */ (['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']);
const SCHEMAS = /** @type {const} */ (['0', '1', '2']);
const RESULT_VIEWS = /** @type {const} */ (['LIST', 'BOUNDING_BOX', 'IMAGE_GALLERY']);
const PAYMENT_PROVIDERS = /** @type {const} */ (['test', 'test-in-public']);
const schema = oneOf('0 (none), 1 (scheme v1) or 2 (signed)', SCHEMAS);

/** In the order in which they are checked. */
export const SETTING_RULES = {
  PORT: whole(0, 65_535, 8080),
  HOST: or(text('a host name or an address, such as 0.0.0.0 for all of them', /^[\w.:-]+$/), 'localhost'),
  PUBLIC_URL: rule(publicAddress.expected, (value) => publicAddress.read(value)?.replace(/\/+$/, '')),
  DATA_DIR: or(
    rule('the path of a folder', (value) => resolve(value)),
    'data',
  ),
  DATABASE_URL: text('an address such as postgres://user:password@host/database', /^postgres(ql)?:\/\/.+/),
  REDIS_URL: text('an address such as redis://:password@host:6379/0', /^rediss?:\/\/.+/),
  S3_BUCKET: text('the name of a bucket', /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/),
  S3_ENDPOINT: webAddress('https://s3.example.com'),
  S3_REGION: or(text('a region such as eu-south-1', /^[\w-]+$/), 'us-east-1'),
  S3_ACCESS_KEY_ID: text('the id of a key', /^\S{3,}$/),
  S3_SECRET_ACCESS_KEY: text('the secret of that key', /^\S{8,}$/),
  SMTP_URL: text('an address such as smtps://user:password@host', /^smtps?:\/\/.+/),
  MAIL_FROM: text('an e-mail address, with or without a name', /^[^<>\r\n]*<?[^\s<>@]+@[^\s<>@]+>?$/),
  API_KEY: text('16 to 200 letters, digits, - or _', /^[\w-]{16,200}$/),
  MASTER_KEY: key('32 bytes as 64 hexadecimal digits or base64'),
  VAPID_PRIVATE_KEY: key('32 bytes as base64'),
  VAPID_SUBJECT: text('an address such as mailto:help@example.com', /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/),
  FCM_CREDENTIALS: file('the JSON file of a Google service account'),
  APNS_KEY: file('the .p8 file of an APNs key'),
  APNS_KEY_ID: text('the ten letters and digits of the APNs key', /^[A-Z0-9]{10}$/),
  APNS_TEAM_ID: text('the ten letters and digits of the Apple team', /^[A-Z0-9]{10}$/),
  APNS_TOPIC: text('the bundle id of the app, such as com.example.help', /^[\w-]+(\.[\w-]+)+$/),
  APNS_SANDBOX: or(flag, 'false'),
  ANDROID_FINGERPRINTS: or(
    rule('SHA-256 fingerprints such as 14:6D:E9:…, of 32 bytes each, with commas between', (value) => {
      const given = value === '' ? [] : value.split(',').map((one) => one.trim().toUpperCase());
      return given.every((one) => /^([0-9A-F]{2}:){31}[0-9A-F]{2}$/.test(one)) ? given : undefined;
    }),
    '',
  ),
  APPS_SIGN_REQUESTS: or(flag, 'false'),
  APPLE_TEAM_ID: text('the ten letters and digits of the Apple team', /^[A-Z0-9]{10}$/),
  PAYMENTS: oneOf('test, or test-in-public on a server that others reach', PAYMENT_PROVIDERS),
  MINUTE_PACKAGES: or(
    rule('minutes and prices in the smallest unit of the currency, such as 60:1900, 300:7900', (value) => {
      const given = value === '' ? [] : value.split(',').map((one) => /^(\d{1,6}):(\d{1,9})$/.exec(one.trim()));
      const packages = given.map((one) => ({ minutes: Number(one?.[1]), amount: Number(one?.[2]) }));
      const isUsable = packages.every(({ minutes, amount }) => minutes > 0 && amount > 0);
      const isDistinct = new Set(packages.map(({ minutes }) => minutes)).size === packages.length;
      return isUsable && isDistinct ? packages.toSorted((one, other) => one.minutes - other.minutes) : undefined;
    }),
    '',
  ),
  PAYMENT_CURRENCY: or(text('a currency of ISO 4217 such as EUR', /^[A-Z]{3}$/), 'EUR'),
  LEADS_URL: webAddress('https://crm.example.com/leads'),
  LEADS_COMPANY: text('the code of a company', /^.{1,40}$/),
  SITE_COMPANY: text('the code of a company', /^.{1,40}$/),
  SERVER_ADMINS: rule(
    'addresses of admins with the codes of their companies, such as ACME:ops@example.com, with commas between',
    (value) => {
      const given = value.split(',').map((one) => /^(?:(.{1,40}):)?([^\s@:]+@[^\s@:]+)$/.exec(one.trim()));
      const admins = given.flatMap((one) => (one?.[2] ? [{ companyCode: one[1], email: one[2].toLowerCase() }] : []));
      return admins.length === given.length ? admins : undefined;
    },
  ),
  MAP_STYLE_URL: webAddress('https://maps.example.com/style.json'),
  MAP_ORIGINS: emptyList('origins such as https://tiles.example.com, with commas between', /^https?:\/\/[\w.:-]+$/),
  CALLS_ENABLED: or(flag, 'true'),
  MAX_USERS_IN_CALL: whole(-1, 1000, 2),
  FIELD_USERS_DRAW: or(flag, 'false'),
  AR_ENABLED: or(flag, 'false'),
  CRYPTO_SCHEMA: or(
    rule(schema.expected, (value) => {
      const known = schema.read(value);
      return known && /** @type {const} */ ({ 0: 0, 1: 1, 2: 2 })[known];
    }),
    '1',
  ),
  // As in the contract; a test compares them.
  MESSAGES_PER_PAGE: whole(1, 200, 30),
  CALL_TIMEOUT_SECONDS: whole(1, 600, 30),
  MAX_FILE_BYTES: whole(1024, 512 * 1024 * 1024, 25 * 1024 * 1024),
  MAX_DEVICES: whole(1, 1000, 5),
  CALLS_A_MINUTE: most(1200),
  GUEST_CALLS_A_MINUTE: most(300),
  COMPANY_CALLS_A_MINUTE: most(30_000),
  ADDRESS_CALLS_A_MINUTE: most(6000),
  UPLOADS_AT_ONCE: most(4),
  ADDRESS_UPLOADS_AT_ONCE: most(24),
  MB_A_DAY: most(8192),
  GUEST_MB_A_DAY: most(512),
  COMPANY_MB_A_DAY: most(51_200),
  DISK_RESERVE_MB: most(1024),
  CODE_RESEND_SECONDS: whole(0, 600, 30),
  SIGN_IN_MAILS_PER_HOUR: whole(1, 1_000_000, 6),
  SIGN_IN_TRIES_PER_HOUR: whole(1, 1_000_000, 10),
  SIGN_IN_ADDRESS_PER_HOUR: whole(1, 1_000_000, 100),
  TRUSTED_PROXIES: or(
    list(
      'addresses or networks such as loopback, 10.0.0.5 or 172.16.0.0/12, with commas between',
      /^(loopback|linklocal|uniquelocal|[\da-f.:]+(\/\d{1,3})?)$/i,
    ),
    'loopback',
  ),
  SIGN_ON_ORIGINS: emptyList(
    'origins such as https://login.example.lan:8443, with commas between',
    /^https:\/\/[\w.-]+(:\d{1,5})?$/,
  ),
  PUSH_PORTS: or(
    rule('ports with commas between, such as 443,8443', (value) =>
      list('', /^\d{1,5}$/)
        .read(value)
        ?.map(Number),
    ),
    '443',
  ),
  METRICS_OPEN: flag,
  DOCS_OPEN: flag,
  STUN_URLS: emptyList('addresses such as stun:stun.example.com:3478, with commas between', /^stuns?:[^\s,]+$/),
  TURN_PORT: whole(0, 65_535, 3478),
  TURN_TLS_PORT: whole(1, 65_535, 5349),
  TURN_TLS_CERT: rule('the path of a file in PEM form, with the whole chain', (value) => resolve(value)),
  TURN_TLS_KEY: rule('the path of a file in PEM form', (value) => resolve(value)),
  TURN_HOST: text('a host name or an address, such as turn.example.com', /^[\w.:-]+$/),
  TURN_URLS: emptyList(
    'addresses such as turn:turn.example.com:3478?transport=udp, with commas between',
    /^(stuns?|turns?):[^\s,]+$/,
  ),
  TURN_SECRET: text('the secret of the server in TURN_URLS, at least 8 characters', /^\S{8,}$/),
  LIVEKIT_URL: rule('an address such as wss://livekit.example.com', (value) =>
    URL.canParse(value) && /^wss?:$/.test(new URL(value).protocol) ? value.replace(/\/+$/, '') : undefined,
  ),
  LIVEKIT_API_KEY: text('the name of a key of the LiveKit server', /^\S{3,}$/),
  LIVEKIT_API_SECRET: text('the secret of that key, at least 32 characters', /^\S{32,}$/),
  PROCESS_VIEWS: or(flag, 'true'),
  RECOGNITION_WIDTH: whole(100, 4096, 480),
  RECOGNITION_HEIGHT: whole(100, 4096, 640),
  // As in the contract; a test compares them.
  RECOGNITION_MAX_RESULTS: whole(1, 20, 10),
  // A smooth product is never as sharp as one with a pattern: it would be refused.
  RECOGNITION_MEASURES_QUALITY: or(flag, 'false'),
  RECOGNITION_DEBUG: or(flag, 'false'),
  RECOGNITION_RESULT_VIEW: or(oneOf('LIST, BOUNDING_BOX or IMAGE_GALLERY', RESULT_VIEWS), 'LIST'),
  BRAND: or(text('the name of a folder under brands/', /^[a-z0-9-]+$/), 'earth'),
  DEMO: flag,
  SLOW_QUERY_MS: whole(0, 3_600_000, 500),
  OTEL_EXPORTER_OTLP_ENDPOINT: webAddress('http://collector:4318'),
  OTEL_EXPORTER_OTLP_HEADERS: or(
    rule('headers such as authorization=Bearer%20key, with commas between', (value) => {
      /** @type {Record<string, string>} */
      const headers = {};
      try {
        for (const one of value === '' ? [] : value.split(',')) {
          const [, name, text] = /^\s*([\w-]+)\s*=\s*(\S*)\s*$/.exec(one) ?? [];
          if (name === undefined || text === undefined) return undefined;
          headers[name] = decodeURIComponent(text);
        }
        return headers;
      } catch {
        // A broken escape.
        return undefined;
      }
    }),
    '',
  ),
  OTEL_SERVICE_NAME: or(text('a name', /^.{1,100}$/), 'earth'),
  LOG_LEVEL: or(oneOf('fatal, error, warn, info, debug, trace or silent', LOG_LEVELS), 'warn'),
};

/** Settings whose values are not printed. One URL among them contains a key. */
const SECRETS = new Set([
  'API_KEY',
  'MASTER_KEY',
  'VAPID_PRIVATE_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'S3_SECRET_ACCESS_KEY',
  'SMTP_URL',
  'LEADS_URL',
  'TURN_SECRET',
  'LIVEKIT_API_SECRET',
  'OTEL_EXPORTER_OTLP_HEADERS',
]);

/** A setting that cannot be used. Its message is the one line that the operator needs. */
export class UnusableSetting extends Error {}

/**
 * Reads the settings by their names as variables.
 * @param {Readonly<Record<string, string | undefined>>} variables The environment; an empty variable counts as absent.
 * @returns {Record<string, unknown>} Those that are set or have a default.
 * @throws {UnusableSetting} Naming the variable, its value and what was expected.
 */
export function readVariables(variables) {
  const entries = Object.entries(SETTING_RULES).flatMap(([name, { expected, read, fallback }]) => {
    const given = variables[name]?.trim() || undefined;
    const used = given ?? fallback;
    if (used === undefined) return [];
    const value = read(used);
    if (value !== undefined) return [[name, value]];
    const shown = SECRETS.has(name) ? 'not usable' : JSON.stringify(given);
    throw new UnusableSetting(`${name} is ${shown}: expected ${expected}.`);
  });
  const values = Object.fromEntries(entries);
  if (values.REDIS_URL && !values.DATABASE_URL)
    throw new UnusableSetting(
      'REDIS_URL is for several servers: it requires DATABASE_URL, the database that they share.',
    );
  if ((values.S3_ACCESS_KEY_ID === undefined) !== (values.S3_SECRET_ACCESS_KEY === undefined))
    throw new UnusableSetting(
      'S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY belong together: they are id and secret of one key.',
    );
  if (values.S3_BUCKET === undefined && (values.S3_ENDPOINT ?? values.S3_ACCESS_KEY_ID) !== undefined)
    throw new UnusableSetting('S3_ENDPOINT and S3_ACCESS_KEY_ID are for files in S3: they require S3_BUCKET.');
  if (values.MAP_ORIGINS.length > 0 && !values.MAP_STYLE_URL)
    throw new UnusableSetting('MAP_ORIGINS is for the origins of a map style: it requires MAP_STYLE_URL.');
  if (values.TURN_URLS.length > 0 !== (values.TURN_SECRET !== undefined))
    throw new UnusableSetting(
      'TURN_URLS and TURN_SECRET belong together: they are addresses and secret of one server.',
    );
  const livekit = [values.LIVEKIT_URL, values.LIVEKIT_API_KEY, values.LIVEKIT_API_SECRET];
  if (livekit.some((value) => value !== undefined) && livekit.includes(undefined))
    throw new UnusableSetting(
      'LIVEKIT_URL, LIVEKIT_API_KEY and LIVEKIT_API_SECRET belong together: they are address and key of one server.',
    );
  if ((values.PAYMENTS === undefined) !== (values.MINUTE_PACKAGES.length === 0))
    throw new UnusableSetting('PAYMENTS and MINUTE_PACKAGES belong together: they are who is paid for what.');
  if ((values.TURN_TLS_CERT === undefined) !== (values.TURN_TLS_KEY === undefined))
    throw new UnusableSetting(
      'TURN_TLS_CERT and TURN_TLS_KEY belong together: they are certificate and key of one host.',
    );
  if (values.TURN_TLS_CERT !== undefined && (values.TURN_PORT === 0 || values.TURN_SECRET !== undefined))
    throw new UnusableSetting(
      'TURN_TLS_CERT is for the relay of this server: it requires TURN_PORT, and no other TURN server (TURN_URLS).',
    );
  return values;
}

/** The error text of BRAND. @param {string} code */
export const brandProblem = (code) =>
  `BRAND is ${JSON.stringify(code)}: expected a folder under brands/ with a valid brand.json and terms.json.`;

/** The error text for the arguments of `npm start`; undefined if they are valid. @param {readonly string[]} given */
export function problemOfArguments(given) {
  const unknown = given.find((argument) => argument !== '--lan');
  return unknown === undefined ? undefined : `${unknown} is not known: the only option is --lan.`;
}
