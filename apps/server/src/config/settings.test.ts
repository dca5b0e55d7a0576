import { MESSAGES_PER_PAGE, MESSAGES_PER_PAGE_MAX, RESULTS, RESULTS_MAX } from '@earth/contracts';
import { expect, test } from 'vitest';
import { SettingError, readSettings } from './settings';

test('has working defaults for all settings', () => {
  expect(readSettings({})).toMatchObject({
    port: 8080,
    host: 'localhost',
    maxUsersInCall: 2,
    fieldUsersDraw: false,
    arEnabled: false,
    cryptoSchema: 1,
    callTimeoutSeconds: 30,
    messagesPerPage: 30,
    maxFileBytes: 25 * 1024 * 1024,
    maxDevices: 5,
    codeResendSeconds: 30,
    callsAMinute: 1200,
    guestCallsAMinute: 300,
    companyCallsAMinute: 30_000,
    addressCallsAMinute: 6000,
    uploadsAtOnce: 4,
    addressUploadsAtOnce: 24,
    mbADay: 8192,
    guestMbADay: 512,
    companyMbADay: 51_200,
    diskReserveMb: 1024,
    stunUrls: [],
    turnPort: 3478,
    turnUrls: [],
    mapOrigins: [],
    brand: 'earth',
    callsEnabled: true,
  });
});

test('accepts whole SHA-256 fingerprints of the mobile app only', () => {
  const [one, other] = ['aB', '0c'].map((byte) => Array.from({ length: 32 }, () => byte).join(':'));
  const given = (ANDROID_FINGERPRINTS: string) => readSettings({ ANDROID_FINGERPRINTS }).androidFingerprints;
  expect(given('')).toEqual([]);
  expect(given(`${one}, ${other}`)).toEqual([one?.toUpperCase(), other?.toUpperCase()]);
  expect(() => given(`${one},${one?.slice(3)}`)).toThrow(SettingError);
});

test('reads the headers for a collector of traces as OpenTelemetry writes them, and does not print them', () => {
  const given = (OTEL_EXPORTER_OTLP_HEADERS: string) =>
    readSettings({ OTEL_EXPORTER_OTLP_HEADERS }).otelExporterOtlpHeaders;
  expect(given('')).toEqual({});
  expect(given('authorization=Bearer%20key, x-tenant = one')).toEqual({
    authorization: 'Bearer key',
    'x-tenant': 'one',
  });
  for (const wrong of ['key', 'a=b,', 'secret=%zz'])
    expect(() => given(wrong)).toThrow('OTEL_EXPORTER_OTLP_HEADERS is not usable: expected headers such as');
});

test('parses the settings', () => {
  const settings = readSettings({
    PORT: ' 0 ',
    PUBLIC_URL: 'https://help.example.com/',
    CALLS_ENABLED: 'off',
    MAX_USERS_IN_CALL: '-1',
    CRYPTO_SCHEMA: '0',
    STUN_URLS: 'stun:one.example:3478, stuns:two.example',
    MASTER_KEY: '0f'.repeat(32),
    MAIL_FROM: 'Earth <help@example.com>',
    DEMO: '',
  });
  expect(settings).toMatchObject({
    port: 0,
    publicUrl: 'https://help.example.com',
    callsEnabled: false,
    maxUsersInCall: -1,
    cryptoSchema: 0,
    stunUrls: ['stun:one.example:3478', 'stuns:two.example'],
    masterKey: new Uint8Array(32).fill(15),
  });
  expect(settings.demo).toBeUndefined();
});

test.each([
  ['0', 0],
  ['1', 1],
  ['2', 2],
  [undefined, 1],
])('CRYPTO_SCHEMA=%s is scheme %d', (text, scheme) => {
  expect(readSettings(text === undefined ? {} : { CRYPTO_SCHEMA: text }).cryptoSchema).toBe(scheme);
});

test.each([
  ['PORT', '80a', 'PORT is "80a": expected a whole number from 0 to 65535.'],
  ['PORT', '65536', 'PORT is "65536": expected a whole number from 0 to 65535.'],
  ['HOST', 'my host', 'HOST is "my host": expected a host name or an address, such as 0.0.0.0 for all of them.'],
  [
    'PUBLIC_URL',
    'help.example.com',
    'PUBLIC_URL is "help.example.com": expected an address such as https://help.example.com.',
  ],
  ['CALLS_ENABLED', 'maybe', 'CALLS_ENABLED is "maybe": expected true or false.'],
  ['CRYPTO_SCHEMA', '3', 'CRYPTO_SCHEMA is "3": expected 0 (none), 1 (scheme v1) or 2 (signed).'],
  [
    'MAP_STYLE_URL',
    '/style.json',
    'MAP_STYLE_URL is "/style.json": expected an address such as https://maps.example.com/style.json.',
  ],
  [
    'MAP_ORIGINS',
    'https://a.example; script-src *',
    'MAP_ORIGINS is "https://a.example; script-src *": expected origins such as https://tiles.example.com, with commas between.',
  ],
  ['BRAND', '../earth', 'BRAND is "../earth": expected the name of a folder under brands/.'],
  ['LOG_LEVEL', 'loud', 'LOG_LEVEL is "loud": expected fatal, error, warn, info, debug, trace or silent.'],
])('refuses %s=%s in one line', (name, value, line) => {
  expect(() => readSettings({ [name]: value })).toThrow(new SettingError(line));
});

test.each([
  'API_KEY',
  'MASTER_KEY',
  'VAPID_PRIVATE_KEY',
  'DATABASE_URL',
  'REDIS_URL',
  'SMTP_URL',
  'LEADS_URL',
  'TURN_SECRET',
  'LIVEKIT_API_SECRET',
])('a wrong %s is not repeated', (name) => {
  expect(() => readSettings({ [name]: 'hunter2' })).toThrow(SettingError);
  expect(() => readSettings({ [name]: 'hunter2' })).not.toThrow(/hunter2/);
});

test('a map style has further origins, which are ignored without it', () => {
  const origins = 'https://a.example, http://b.example:8080';
  expect(readSettings({ MAP_STYLE_URL: 'https://maps.example/style.json', MAP_ORIGINS: origins })).toMatchObject({
    mapStyleUrl: 'https://maps.example/style.json',
    mapOrigins: ['https://a.example', 'http://b.example:8080'],
  });
  expect(() => readSettings({ MAP_ORIGINS: origins })).toThrow(/it requires MAP_STYLE_URL/);
});

test('the certificate of the relay has a key', () => {
  const [TURN_TLS_CERT, TURN_TLS_KEY] = ['/etc/earth/cert.pem', '/etc/earth/key.pem'];
  expect(readSettings({ TURN_TLS_CERT, TURN_TLS_KEY })).toMatchObject({
    turnTlsCert: TURN_TLS_CERT,
    turnTlsPort: 5349,
  });
  expect(() => readSettings({ TURN_TLS_CERT })).toThrow(/belong together/);
  expect(() => readSettings({ TURN_TLS_KEY })).toThrow(/belong together/);
  const both = { TURN_TLS_CERT, TURN_TLS_KEY };
  expect(() => readSettings({ ...both, TURN_PORT: '0' })).toThrow(/relay of this server/);
  const [TURN_URLS, TURN_SECRET] = ['turn:one.example', 'north-wind'];
  expect(() => readSettings({ ...both, TURN_URLS, TURN_SECRET })).toThrow(/relay of this server/);
});

test('another TURN server has addresses and a secret', () => {
  const [TURN_URLS, TURN_SECRET] = ['turn:one.example:3478?transport=udp, turns:one.example', 'north-wind'];
  expect(readSettings({ TURN_URLS, TURN_SECRET })).toMatchObject({
    turnUrls: ['turn:one.example:3478?transport=udp', 'turns:one.example'],
    turnSecret: 'north-wind',
  });
  expect(() => readSettings({ TURN_URLS })).toThrow(/belong together/);
  expect(() => readSettings({ TURN_SECRET })).toThrow(/belong together/);
  expect(() => readSettings({ TURN_URLS: 'https://one.example', TURN_SECRET })).toThrow(/expected addresses such as/);
});

test('a LiveKit server has an address, a key and its secret', () => {
  const LIVEKIT_URL = 'wss://livekit.example/';
  const [LIVEKIT_API_KEY, LIVEKIT_API_SECRET] = ['APIone', 'secret-of-at-least-32-characters'];
  expect(readSettings({ LIVEKIT_URL, LIVEKIT_API_KEY, LIVEKIT_API_SECRET })).toMatchObject({
    livekitUrl: 'wss://livekit.example',
    livekitApiKey: 'APIone',
    livekitApiSecret: 'secret-of-at-least-32-characters',
  });
  expect(() => readSettings({ LIVEKIT_URL })).toThrow(/belong together/);
  expect(() => readSettings({ LIVEKIT_API_KEY, LIVEKIT_API_SECRET })).toThrow(/belong together/);
  expect(() => readSettings({ LIVEKIT_URL: 'https://livekit.example' })).toThrow(/expected an address such as wss:/);
  expect(() => readSettings({ LIVEKIT_API_SECRET: 'short' })).toThrow(/at least 32 characters/);
});

test('refuses several servers on an embedded database', () => {
  expect(() => readSettings({ REDIS_URL: 'redis://localhost' })).toThrow(/it requires DATABASE_URL/);
  expect(readSettings({ REDIS_URL: 'redis://localhost', DATABASE_URL: 'postgres://localhost/earth' })).toMatchObject({
    redisUrl: 'redis://localhost',
  });
});

test('the limit of messages per page matches the contract', () => {
  expect(readSettings({}).messagesPerPage).toBe(MESSAGES_PER_PAGE);
  expect(readSettings({ MESSAGES_PER_PAGE: String(MESSAGES_PER_PAGE_MAX) }).messagesPerPage).toBe(
    MESSAGES_PER_PAGE_MAX,
  );
  expect(() => readSettings({ MESSAGES_PER_PAGE: String(MESSAGES_PER_PAGE_MAX + 1) })).toThrow(SettingError);
});

test('D3.38: as many results of a recognition as the contract allows', () => {
  expect(readSettings({}).recognitionMaxResults).toBe(RESULTS);
  expect(readSettings({ RECOGNITION_MAX_RESULTS: String(RESULTS_MAX) }).recognitionMaxResults).toBe(RESULTS_MAX);
  expect(() => readSettings({ RECOGNITION_MAX_RESULTS: String(RESULTS_MAX + 1) })).toThrow(SettingError);
});
