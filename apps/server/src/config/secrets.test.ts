import { expect, test } from 'vitest';
import { loadSecrets } from './secrets';
import { readSettings } from './settings';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');

/** Computed by an independent HKDF-SHA-256 (RFC 5869) of 32 bytes 0x0f, no salt, `earth/<purpose>/v1`. */
test('derives a different key for each purpose, the same in every version', async () => {
  const secrets = await loadSecrets(readSettings({ MASTER_KEY: '0f'.repeat(32), API_KEY: 'a'.repeat(16) }));
  expect({
    access: hex(secrets.accessTokenKey),
    room: hex(secrets.roomTokenKey),
    media: hex(secrets.mediaKey),
    code: hex(secrets.codeKey),
    invitation: hex(secrets.invitationKey),
    relay: hex(Buffer.from(secrets.turnSecret, 'base64url')),
  }).toEqual({
    access: '3fa60822cc31192de4d35bc589772ef543a20d886ba5d74ae2276b0bc9b58864',
    room: 'e2e85b08439febe23b1e6b2de10a4786f5e05ece9246de68ad998a4a420c44e5',
    media: 'c0e387f328febb6f37446eb6fd531cc54791eaf979776d05ccfef4abe5452c11',
    code: '6d6ec8b0ec2de8fd3569e0e681ec6f46779cd37698d5185bbab2a038e7650370',
    invitation: '931f0846d713e520ae1a1f9032e3d2b3b515fd7bb0d2297e4502cd17cb3f15b5',
    relay: '4343fcee3c25aeabc8a4a9ff569f55a8d38cb19ce4a6a3eb0f630f9314a0e94d',
  });
});

test('accepts a master key in base64 too', async () => {
  const [one, other] = ['0f'.repeat(32), Buffer.alloc(32, 15).toString('base64')];
  expect(readSettings({ MASTER_KEY: other }).masterKey).toEqual(readSettings({ MASTER_KEY: one }).masterKey);
});
