/** Credentials for push services: from the settings, or (for browsers) generated once and stored under DATA_DIR. */
import { createECDH, createPrivateKey, type KeyObject } from 'node:crypto';
import { join } from 'node:path';
import * as z from 'zod';
import type { ApnsKeys } from '../adapters/push/apns';
import type { PushKeys } from '../adapters/push/push-adapters';
import type { FcmCredentials } from '../adapters/push/fcm';
import type { Vapid } from '../adapters/push/web-push';
import { loadOrCreate } from './secrets';
import type { Settings } from './settings';
import { StartError } from './start-error';

/** @throws StartError naming the setting that cannot be used */
export async function loadPushKeys(settings: Settings): Promise<PushKeys> {
  const fcm = readFcm(settings);
  const apns = readApns(settings);
  return { vapid: await loadVapid(settings), ...(fcm && { fcm }), ...(apns && { apns }) };
}

async function loadVapid({ dataDir, publicUrl, vapidPrivateKey, vapidSubject }: Settings): Promise<Vapid> {
  const pair = createECDH('prime256v1');
  pair.generateKeys();
  const given = vapidPrivateKey ?? (await loadOrCreate(join(dataDir, 'keys'), 'vapid.key', pair.getPrivateKey()));
  try {
    pair.setPrivateKey(typeof given === 'string' ? Buffer.from(given, 'base64url') : Buffer.from(given));
  } catch {
    throw new StartError('VAPID_PRIVATE_KEY is not usable: expected a private key of P-256.');
  }
  const point = pair.getPublicKey();
  const privateKey = createPrivateKey({
    format: 'jwk',
    key: {
      kty: 'EC',
      crv: 'P-256',
      // The uncompressed point: the byte 4, then both coordinates.
      x: point.subarray(1, 33).toString('base64url'),
      y: point.subarray(33).toString('base64url'),
      // Padded, since the number may have leading zeros.
      d: Buffer.from(pair.getPrivateKey('hex').padStart(64, '0'), 'hex').toString('base64url'),
    },
  });
  const address = publicUrl?.startsWith('https:') ? publicUrl : 'mailto:no-reply@localhost';
  return { privateKey, publicKey: point.toString('base64url'), subject: vapidSubject ?? address };
}

const serviceAccount = z.object({
  type: z.literal('service_account'),
  project_id: z.string().regex(/^[\w.:-]+$/),
  client_email: z.string().min(1),
  private_key: z.string(),
  token_uri: z.url({ protocol: /^https$/ }),
});

function readFcm({ fcmCredentials }: Settings): FcmCredentials | undefined {
  if (fcmCredentials === undefined) return undefined;
  try {
    const account = serviceAccount.parse(JSON.parse(fcmCredentials));
    return {
      projectId: account.project_id,
      clientEmail: account.client_email,
      privateKey: readKey(account.private_key, 'rsa'),
      tokenUri: account.token_uri,
    };
  } catch {
    throw new StartError(
      'FCM_CREDENTIALS is not usable: expected the path of the JSON file of a Google service account.',
    );
  }
}

function readApns(settings: Settings): ApnsKeys | undefined {
  const { apnsKey: key, apnsKeyId: keyId, apnsTeamId: teamId, apnsTopic: topic, apnsSandbox } = settings;
  const absent = Object.entries({ APNS_KEY: key, APNS_KEY_ID: keyId, APNS_TEAM_ID: teamId, APNS_TOPIC: topic })
    .filter(([, value]) => value === undefined)
    .map(([name]) => name);
  if (key === undefined || keyId === undefined || teamId === undefined || topic === undefined) {
    if (absent.length === 4) return undefined;
    throw new StartError(
      `${absent.join(', ')}: missing, while APNs requires all of APNS_KEY, _KEY_ID, _TEAM_ID and _TOPIC.`,
    );
  }
  const origin = apnsSandbox ? 'https://api.sandbox.push.apple.com' : 'https://api.push.apple.com';
  try {
    return { privateKey: readKey(key, 'ec'), keyId, teamId, topic, origin };
  } catch {
    throw new StartError('APNS_KEY is not usable: expected the path of the .p8 file of an APNs key.');
  }
}

function readKey(pem: string, type: KeyObject['asymmetricKeyType']): KeyObject {
  const key = createPrivateKey(pem);
  if (key.asymmetricKeyType !== type) throw new Error('A key of another kind');
  return key;
}
