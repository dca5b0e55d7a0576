import { expect, test } from 'vitest';
import { isPublicAddress, isPublicName } from './addresses';

test.each(['8.8.8.8', '172.15.255.255', '192.169.0.1', '223.255.255.255', '2606:4700::1111', '2a00:1450:4001::200e'])(
  '%s is in the public network',
  (address) => {
    expect([isPublicAddress(address), isPublicName(address)]).toEqual([true, true]);
  },
);

test.each([
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '127.0.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:7f00:1',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fe80::1',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  'nonsense',
  '',
])('%s is not public', (address) => {
  expect([isPublicAddress(address), isPublicName(address)]).toEqual([false, false]);
});

test.each([
  ['fcm.googleapis.com', true],
  ['web.push.apple.com.', true],
  ['[2606:4700::1111]', true],
  ['[::1]', false],
  ['localhost', false],
  ['push.localhost', false],
  ['printer.local', false],
  ['metadata.google.internal', false],
  ['router', false],
])('the name %s may be public: %s', (name, isPublic) => {
  expect(isPublicName(name)).toBe(isPublic);
});
