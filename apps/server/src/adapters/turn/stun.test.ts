/** The test vectors of RFC 5769. */
import { expect, test } from 'vitest';
import { addressIn, messageIn } from '../../../testing/turn-client';
import { ATTRIBUTE, CLASS, decodeStun, encodeStun, hasIntegrity, longTermKey, METHOD, valueOf } from './stun';
import { decodeAddress, encodeAddress } from './stun-address';

const bytesOf = (hex: string) => Buffer.from(hex.replaceAll(/\s/g, ''), 'hex');
const PASSWORD = Buffer.from('VOkJxbRl1RmTxUk/WvJxBt');

/** 2.1 */
const REQUEST = bytesOf(`
  00010058 2112a442 b7e7a701 bc34d686 fa87dfae
  80220010 5354554e 20746573 7420636c 69656e74
  00240004 6e0001ff
  80290008 932ff9b1 51263b36
  00060009 6576746a 3a683676 59202020
  00080014 9aeaa70c bfd8cb56 781ef2b5 b2d3f249 c1b571a2
  80280004 e57a3bcf`);
/** 2.2 */
const IPV4_RESPONSE = bytesOf(`
  0101003c 2112a442 b7e7a701 bc34d686 fa87dfae
  8022000b 74657374 20766563 746f7220
  00200008 0001a147 e112a643
  00080014 2b91f599 fd9e90c3 8c7489f9 2af9ba53 f06be7d7
  80280004 c07d4c96`);
/** 2.3 */
const IPV6_RESPONSE = bytesOf(`
  01010048 2112a442 b7e7a701 bc34d686 fa87dfae
  8022000b 74657374 20766563 746f7220
  00200014 0002a147 0113a9fa a5d3f179 bc25f4b5 bed2b9d9
  00080014 a382954e 4be67bf1 1784c97c 8292c275 bfe3ed41
  80280004 c8fb0b4c`);
/** 2.4 */
const LONG_TERM_REQUEST = bytesOf(`
  00010060 2112a442 78ad3433 c6ad72c0 29da412e
  00060012 e3839ee3 8388e383 aae38383 e382afe3 82b90000
  0015001c 662f2f34 39396b39 35346436 4f4c3334 6f4c3946 53547679 36347341
  0014000b 6578616d 706c652e 6f726700
  00080014 f6702465 6dd64a3e 02b8e071 2e85c9a2 8ca89666`);

test('the request: its attributes, integrity and fingerprint', () => {
  const message = messageIn(REQUEST);
  expect(message).toMatchObject({ method: METHOD.binding, class: CLASS.request, hasFingerprint: true });
  expect(valueOf(message, ATTRIBUTE.username)?.toString()).toBe('evtj:h6vY');
  expect(hasIntegrity(message, PASSWORD)).toBe(true);
  expect(hasIntegrity(message, Buffer.from('another'))).toBe(false);
});

test.each([
  ['IPv4', IPV4_RESPONSE, '192.0.2.1'],
  ['IPv6', IPV6_RESPONSE, '2001:db8:1234:5678:11:2233:4455:6677'],
])('the response with an address of %s, read and written', (_, bytes, address) => {
  const message = messageIn(bytes);
  expect(message).toMatchObject({ method: METHOD.binding, class: CLASS.success });
  expect(hasIntegrity(message, PASSWORD)).toBe(true);
  expect(addressIn(message, ATTRIBUTE.xorMappedAddress)).toEqual({ address, port: 32_853 });
  const written = encodeAddress({ address, port: 32_853 }, message.transactionId);
  expect(written).toEqual(valueOf(message, ATTRIBUTE.xorMappedAddress));
});

test('the request with long-term credentials', () => {
  const message = messageIn(LONG_TERM_REQUEST);
  const key = longTermKey('マトリックス', 'example.org', 'TheMatrIX');
  expect(hasIntegrity(message, key)).toBe(true);
  expect(valueOf(message, ATTRIBUTE.nonce)?.toString()).toBe('f//499k954d6OL34oL9FSTvy64sA');
  // Without SOFTWARE, whose padding the RFC fills with spaces, the same bytes come out.
  const { method, transactionId, attributes } = message;
  expect(encodeStun({ method, class: CLASS.request, transactionId, attributes, key })).toEqual(LONG_TERM_REQUEST);
});

test('what is written is read again, with all methods and classes', () => {
  const transactionId = Buffer.from('0123456789ab');
  for (const method of [...Object.values(METHOD), 0xabc])
    for (const messageClass of Object.values(CLASS)) {
      const attributes = [{ type: ATTRIBUTE.data, value: Buffer.from('five!') }];
      const bytes = encodeStun({
        method,
        class: messageClass,
        transactionId,
        attributes,
        key: PASSWORD,
        hasFingerprint: true,
      });
      const message = messageIn(bytes);
      expect(message).toMatchObject({ method, class: messageClass, transactionId, attributes, hasFingerprint: true });
      expect(hasIntegrity(message, PASSWORD)).toBe(true);
    }
});

test('a changed byte is noticed by the fingerprint', () => {
  for (let at = 0; at < REQUEST.length; at += 1) {
    const changed = Buffer.from(REQUEST);
    changed[at] = (changed[at] ?? 0) ^ 1;
    expect(decodeStun(changed)?.hasFingerprint ?? false).toBe(false);
  }
});

test('a part of a message is none', () => {
  for (let length = 0; length < REQUEST.length; length += 1) expect(decodeStun(REQUEST.subarray(0, length))).toBeNull();
});

test.each([
  ['::1', '0:0:0:0:0:0:0:1'],
  ['fe80::1%eth0', 'fe80:0:0:0:0:0:0:1'],
  ['2001:db8::', '2001:db8:0:0:0:0:0:0'],
  ['::ffff:192.0.2.7', '192.0.2.7'],
])('the address %s', (address, read) => {
  const id = Buffer.from('0123456789ab');
  expect(decodeAddress(encodeAddress({ address, port: 9 }, id), id)).toEqual({ address: read, port: 9 });
});
