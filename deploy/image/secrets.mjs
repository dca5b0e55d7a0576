/**
 * Passwords and keys of an installation by `compose.yaml`, made once: a folder for each service, which only its user may read.
 * `node secrets.mjs FOLDER`, as root.
 */
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const [folder = '/secrets', filesFolder = '/files'] = process.argv.slice(2);
/** Present when all files are complete. */
const done = join(folder, '.complete');

/** 256 bits in letters and digits that need no quoting anywhere. */
const secret = () => randomBytes(32).toString('hex');

/** The users as which the images run. */
const USERS = { earth: 10001, database: 999, events: 999, files: 1000, relay: 65534, calls: 10002, grafana: 472 };

/** @returns {{ readonly [Service in keyof typeof USERS]: Readonly<Record<string, string>> }} The files of each service. */
function makeFiles() {
  const [database, events, files, relay, calls] = [secret(), secret(), secret(), secret(), secret()];
  return {
    earth: {
      'earth.env': lines(
        `DATABASE_URL=postgres://earth:${database}@database/earth`,
        `REDIS_URL=redis://:${events}@events:6379/0`,
        'S3_ACCESS_KEY_ID=earth',
        `S3_SECRET_ACCESS_KEY=${files}`,
        `TURN_SECRET=${relay}`,
        'LIVEKIT_API_KEY=earth',
        `LIVEKIT_API_SECRET=${calls}`,
      ),
    },
    database: { password: database },
    // Events only: nothing is stored.
    events: { 'redis.conf': lines(`requirepass ${events}`, 'save ""', 'appendonly no', 'dir /tmp') },
    files: { 'minio.env': lines('MINIO_ROOT_USER=earth', `MINIO_ROOT_PASSWORD=${files}`) },
    relay: { 'turnserver.conf': relayConfiguration(relay) },
    calls: {
      'livekit.yaml': lines(
        'port: 7880',
        'rtc: { tcp_port: 7881, udp_port: 7882 }',
        `keys: { earth: ${calls} }`,
        'webhook: { api_key: earth, urls: ["http://earth:8080/livekit/events"] }',
      ),
    },
    grafana: { password: secret() },
  };
}

/** @param {readonly string[]} written */
const lines = (...written) => `${written.join('\n')}\n`;

/** @param {string} relaySecret Nobody may reach other services through the relay: networks that are not public are denied. */
function relayConfiguration(relaySecret) {
  const denied = [
    '0.0.0.0-0.255.255.255',
    '10.0.0.0-10.255.255.255',
    '100.64.0.0-100.127.255.255',
    '127.0.0.0-127.255.255.255',
    '169.254.0.0-169.254.255.255',
    '172.16.0.0-172.31.255.255',
    '192.168.0.0-192.168.255.255',
    '::1',
    'fc00::-fdff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    'fe80::-febf:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
  ];
  return lines(
    'listening-port=3478',
    'min-port=49160',
    'max-port=49199',
    'realm=earth',
    'use-auth-secret',
    `static-auth-secret=${relaySecret}`,
    'no-cli',
    'no-tls',
    'no-dtls',
    'no-tcp-relay',
    'no-multicast-peers',
    'pidfile=/tmp/turnserver.pid',
    'log-file=stdout',
    ...denied.map((range) => `denied-peer-ip=${range}`),
  );
}

if (!existsSync(done)) {
  for (const [service, files] of Object.entries(makeFiles())) {
    const uid = USERS[/** @type {keyof typeof USERS} */ (service)];
    const place = join(folder, service);
    // An earlier run may have been broken off: no service has started then.
    rmSync(place, { recursive: true, force: true });
    mkdirSync(place, { mode: 0o500 });
    for (const [name, text] of Object.entries(files)) {
      writeFileSync(join(place, name), text, { mode: 0o400 });
      chownSync(join(place, name), uid, uid);
    }
    chownSync(place, uid, uid);
  }
  // The image of the files' server has no folder of its user for them.
  if (existsSync(filesFolder)) chownSync(filesFolder, USERS.files, USERS.files);
  writeFileSync(done, '');
}
