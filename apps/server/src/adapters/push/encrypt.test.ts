import { createECDH } from 'node:crypto';
import { decrypt } from 'http_ece';
import { expect, test } from 'vitest';
import example from '../../../../../interop/web-push-rfc8291.json';
import { encryptPush, isReceiver, PUSH_BYTES_MAX } from './encrypt';

const bytes = (text: string) => Buffer.from(text, 'base64url');
const receiver = { p256dh: bytes(example.ua_public), auth: bytes(example.auth_secret) };

function read(body: Buffer): Buffer {
  const privateKey = createECDH('prime256v1');
  privateKey.setPrivateKey(bytes(example.ua_private));
  return decrypt(body, { version: 'aes128gcm', privateKey, authSecret: example.auth_secret });
}

test('reproduces the example of RFC 8291 byte for byte', () => {
  const ephemeral = { privateKey: bytes(example.as_private), salt: bytes(example.salt) };
  const body = encryptPush(Buffer.from(example.plaintext), receiver, ephemeral);
  expect(body.toString('base64url')).toBe(example.body);
});

test('the longest message is read by another implementation, in a body of 4096 bytes', () => {
  const plain = Buffer.alloc(PUSH_BYTES_MAX, 'è');
  const body = encryptPush(plain, receiver);
  expect(body.length).toBe(4096);
  expect(read(body).equals(plain)).toBe(true);
});

test('uses a new key and a new salt for each message', () => {
  const [one, other] = [encryptPush(Buffer.from('x'), receiver), encryptPush(Buffer.from('x'), receiver)];
  expect(one.subarray(0, 16).equals(other.subarray(0, 16))).toBe(false);
  expect(one.subarray(21, 86).equals(other.subarray(21, 86))).toBe(false);
});

test('refuses a browser key that is no point of the curve', () => {
  expect(isReceiver(receiver)).toBe(true);
  expect(isReceiver({ ...receiver, p256dh: Buffer.alloc(65, 4) })).toBe(false);
});
