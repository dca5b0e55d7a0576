import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign, verify } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { createRandom } from '../../packages/vision/src/random';
import { sharpness } from '../../packages/vision/src/recognition/sharpness';
import { ROOT } from '../run.mjs';

/** Each test starts a Java machine, which takes its time when all tests run at once. */
vi.setConfig({ testTimeout: 30_000, hookTimeout: 60_000 });

const SOURCES = 'apps/mobile/android/app/src';
/** By package. The class that runs them is beside them, in the tests. */
const PACKAGES = {
  plugins: {
    runner: 'PlainClasses',
    classes: [
      'Sharpness',
      'PermissionAnswer',
      'SerialQueue',
      'EcdsaFormat',
      'StoredKey',
      'IBeacon',
      'BeaconTally',
      'ScanStarts',
      'BrowserAddress',
    ],
  },
  calls: { runner: 'PlainCallClasses', classes: ['CallTable', 'WireDate'] },
} as const;

/** Java 17 or later; nothing else of the project needs it, so it is not installed for these tests. */
const hasJava = [
  ['javac', '--release', '17', '-version'],
  ['java', '-version'],
].every(([program = '', ...args]) => spawnSync(program, args).status === 0);

describe.skipIf(!hasJava)('the Java classes of our own plugins that need no Android', () => {
  let folder: string;

  /** The lines that the class prints. */
  function run(args: readonly string[], input = Buffer.alloc(0), of: keyof typeof PACKAGES = 'plugins'): string[] {
    const runner = `earth.shell.${of}.${PACKAGES[of].runner}`;
    const { status, stdout, stderr } = spawnSync('java', ['-cp', folder, runner, ...args], {
      input,
      encoding: 'utf8',
    });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
    return stdout.trim().split(/\r?\n/);
  }

  beforeAll(() => {
    const results = join(ROOT, 'test-results');
    mkdirSync(results, { recursive: true });
    folder = mkdtempSync(join(results, 'java-'));
    const sources = Object.entries(PACKAGES).flatMap(([name, { runner, classes }]) => [
      ...classes.map((one) => `${SOURCES}/main/java/earth/shell/${name}/${one}.java`),
      `${SOURCES}/test/java/earth/shell/${name}/${runner}.java`,
    ]);
    const options = ['--release', '17', '-encoding', 'UTF-8', '-d', folder];
    const { status, stderr } = spawnSync('javac', [...options, ...sources], { cwd: ROOT, encoding: 'utf8' });
    expect({ status, stderr: status === 0 ? '' : stderr }).toEqual({ status: 0, stderr: '' });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    [1, 1],
    [2, 9],
    [3, 3],
    [5, 4],
    [70, 131],
  ])('a picture of %d × %d pixels is as sharp as the app itself measures', (width, height) => {
    const random = createRandom(7);
    const data = Uint8Array.from({ length: 4 * width * height }, () => Math.floor(256 * random()));
    // As `Bitmap.getPixels` gives them: first the opacity, which is not looked at, then red, green and blue.
    const pixels = Buffer.alloc(8 + data.length);
    pixels.writeInt32BE(width, 0);
    pixels.writeInt32BE(height, 4);
    for (let at = 0; at < data.length; at += 1) pixels[8 + (at - (at % 4)) + ((at + 1) % 4)] = data[at] ?? 0;
    const expected = sharpness({ width, height, data });
    // It is 0 if fewer than two pixels have all their neighbours.
    expect(expected > 0).toBe(Math.max(0, width - 2) * Math.max(0, height - 2) > 1);
    expect(Number(run(['Sharpness'], pixels)[0])).toBeCloseTo(expected, 6);
  });

  test.each([
    ['a permission that is there', ['true', 'false', 'denied'], 'granted'],
    ['nobody has been asked', ['false', 'false', 'prompt'], 'prompt'],
    ['refused once', ['false', 'true', 'prompt-with-rationale'], 'prompt-with-rationale'],
    ['refused for ever', ['false', 'false', 'denied'], 'denied'],
    ['refused for ever, then «Ask every time» in the settings', ['false', 'true', 'denied'], 'prompt-with-rationale'],
  ])('permissions: %s', (_, given, state) => {
    expect(run(['PermissionAnswer', ...given])).toEqual([state]);
  });

  test('signatures of Java are those of HTTP, whatever zeros their numbers begin with', () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const data = Buffer.from('"@method": GET');
    // Of four hundred numbers some begin with a zero, and half have their highest bit set.
    const der = Array.from({ length: 200 }, () => sign('sha256', data, { key: privateKey, dsaEncoding: 'der' }));
    const raw = run(['EcdsaFormat', ...der.map((one) => one.toString('hex'))]);
    expect(raw).toHaveLength(der.length);
    const isRight = (one: string) =>
      verify('sha256', data, { key: publicKey, dsaEncoding: 'ieee-p1363' }, Buffer.from(one, 'hex'));
    expect(raw.every((one) => one.length === 128 && isRight(one))).toBe(true);
  });

  test('a point has all its zeros, and what is no signature of P-256 is refused', () => {
    const number = (digits: string) => digits.padStart(64, '0');
    expect(run(['EcdsaFormat', '1,ff00', `${'f'.repeat(64)},7`])).toEqual([
      `04${number('1')}${number('ff00')}`,
      `04${'f'.repeat(64)}${number('7')}`,
    ]);
    const others = [
      '00',
      '3006020101020101ff',
      '3006030101020101',
      '3006020101030101',
      '300602050102',
      '1'.repeat(65).concat(',1'),
    ];
    expect(run(['EcdsaFormat', ...others])).toEqual(others.map(() => 'refused'));
  });

  test('a key that cannot be read is not replaced by another one; one that is absent or deleted is made', () => {
    expect(run(['StoredKey', 'make', 'lock', 'make', 'delete', 'make'])).toEqual(['made', 'refused', 'made']);
  });

  test('requests wait for each other, and those of a page that is gone are dropped', () => {
    const inOrder = run(['SerialQueue', 'camera', 'microphone', 'location', 'next', 'next', 'next', 'camera']);
    expect(inOrder).toEqual(['begin camera', 'wait', 'wait', 'microphone', 'location', 'null', 'begin camera']);
    // The dialog of the page that is gone is still open.
    const dropped = run(['SerialQueue', 'camera', 'microphone', 'clear', 'location', 'next', 'next']);
    expect(dropped).toEqual(['begin camera', 'wait', 'wait', 'location', 'null']);
  });

  /** Each step: its second, what happens, the call, for rings their end. Each line: the result, and the call that is there. */
  const follow = (...steps: readonly string[]) => run(['CallTable', ...steps], undefined, 'calls');

  test.each([
    [
      'is answered on the phone, and taken over by the page',
      '0 push a 30, 5 answer a, 8 connect a, 90 end a',
      ['BEGIN a RINGING', 'true a ANSWERED', 'a a ACTIVE', 'true'],
    ],
    ['is declined on the phone', '0 push a 30, 5 hangUp a, 6 end a', ['BEGIN a RINGING', 'DECLINED', 'false']],
    [
      'is ended on the phone',
      '0 push a 30, 5 answer a, 6 connect a, 9 hangUp a',
      ['BEGIN a RINGING', 'true a ANSWERED', 'a a ACTIVE', 'ENDED'],
    ],
    [
      'rings once, by the push or by the page',
      '0 push a 30, 1 ring a 30, 2 push a 30, 3 answer a, 4 ring a 30',
      ['BEGIN a RINGING', 'KEEP a RINGING', 'KEEP a RINGING', 'true a ANSWERED', 'KEEP a ANSWERED'],
    ],
    ['ends with its ring', '0 push a 30, 29 expire, 30 expire', ['BEGIN a RINGING', 'none a RINGING', 'a']],
    ['has expired before it comes', '31 push a 30', ['IGNORE']],
    ['is over before it rings', '0 endedPush a, 1 push a 30, 90 push a 120', ['false', 'IGNORE', 'IGNORE']],
    [
      'was answered by somebody else before it rings',
      '0 handledPush a, 1 push a 30, 50 push a 80',
      ['false', 'IGNORE', 'BEGIN a RINGING'],
    ],
    ['was declined in the page before its push comes', '0 end a, 1 push a 30', ['false', 'IGNORE']],
    [
      'rings in the page, which knows better than an end that has overtaken its ring',
      '0 handledPush a, 1 ring a 30, 2 end a, 3 ring a 30',
      ['false', 'BEGIN a RINGING', 'true', 'IGNORE'],
    ],
    [
      'stops when the caller hangs up',
      '0 push a 30, 3 endedPush a, 4 push a 30',
      ['BEGIN a RINGING', 'true', 'IGNORE'],
    ],
    [
      'stops when the caller hangs up while the page starts',
      '0 push a 30, 3 answer a, 4 endedPush a',
      ['BEGIN a RINGING', 'true a ANSWERED', 'true'],
    ],
    ['stops when another answers', '0 push a 30, 3 handledPush a', ['BEGIN a RINGING', 'true']],
    [
      'goes on where it was answered, whatever a late push says',
      '0 push a 30, 3 answer a, 4 handledPush a, 5 connect a, 6 endedPush a',
      ['BEGIN a RINGING', 'true a ANSWERED', 'false a ANSWERED', 'a a ACTIVE', 'false a ACTIVE'],
    ],
    [
      'rings again when the user is called into it again',
      '0 push a 30, 3 hangUp a, 40 push a 30, 40 push a 70',
      ['BEGIN a RINGING', 'DECLINED', 'IGNORE', 'BEGIN a RINGING'],
    ],
    [
      'does not ring during another one',
      '0 push a 30, 1 push b 31, 2 hangUp a, 3 push b 31',
      ['BEGIN a RINGING', 'IGNORE a RINGING', 'DECLINED', 'BEGIN b RINGING'],
    ],
    [
      'ends if no page takes it over',
      '0 push a 30, 3 answer a, 47 expire, 48 expire',
      ['BEGIN a RINGING', 'true a ANSWERED', 'none a ANSWERED', 'a'],
    ],
    [
      'outlives its page, if another takes it over',
      '0 connect a, 60 pageGone, 70 connect a, 200 expire',
      ['null a ACTIVE', '105 a ANSWERED', 'a a ACTIVE', 'none a ACTIVE'],
    ],
    [
      'by an id of the page that has called is the same call when the next page is in it',
      '0 connect out, 5 pageGone, 8 connect a, 9 end out, 20 end a',
      ['null out ACTIVE', '50 out ANSWERED', 'out a ACTIVE', 'false a ACTIVE', 'true'],
    ],
    [
      'is not the other one that the page is in',
      '0 push a 30, 3 answer a, 4 connect b, 5 end b',
      ['BEGIN a RINGING', 'true a ANSWERED', 'null a ANSWERED', 'true a ANSWERED'],
    ],
  ] as const)('A4.13: a call that the phone knows %s', (_, steps, results) => {
    expect(follow(...steps.split(', '))).toEqual([...results]);
  });

  test.each([
    ['rings without an answer', 'push a 30', 'true'],
    ['never rang here', 'endedPush a', 'true'],
    ['was over in the page first', 'push a 30, end a', 'true'],
    ['was declined on the phone', 'push a 30, hangUp a', 'false'],
    ['was declined in the page', 'push a 30, endByUser a', 'false'],
    ['was declined in the page before its push came', 'endByUser a, push a 30', 'false'],
    ['was answered on the phone', 'push a 30, answer a', 'false'],
    ['was answered in the page', 'connect a, end a', 'false'],
    ['was answered elsewhere', 'push a 30, handledPush a', 'false'],
    ['was declined, and rings again', 'push a 30, hangUp a, push a 40', 'true'],
  ] as const)('a call is missed or not if it %s', (_, steps, isMissed) => {
    const lines = follow(...`${steps}, isMissed a`.split(', ').map((step) => `0 ${step}`));
    expect(lines.at(-1)?.split(' ')[0]).toBe(isMissed);
  });

  test.each([
    ['2026-11-20T10:00:00.000Z', Date.UTC(2026, 10, 20, 10)],
    ['2026-11-20T10:00:00.123Z', Date.UTC(2026, 10, 20, 10, 0, 0, 123)],
    ['2026-13-20T10:00:00.000Z', 0],
    ['2026-11-20T10:00:00.000Z and more', 0],
    ['soon', 0],
  ])('the date %s is that of the server', (text, date) => {
    expect(run(['WireDate', text], undefined, 'calls')).toEqual([String(date)]);
  });

  test('D7.24: beacons are read of what is received, with their distance; other senders are none', () => {
    const uuid = 'f7826da64fa24e9800248c5b71e0893e';
    /** 3 and 65,535; -59 dBm at one metre. */
    const data = `0215${uuid}0003ffffc5`;
    const beacons = [`${data},-59`, `${data},-99`, `${data},127`, `0215${uuid}00030001c5,-79`];
    const others = ['1005031c0ac5b0,-50', `0215${uuid}0003,-50`];
    const lines = run(['BeaconTally'].concat(beacons, others, 'take', 'take'));
    const name = 'f7826da6-4fa2-4e98-0024-8c5b71e0893e';
    // The mean strength is 20 dB less than at one metre: ten times as far. 127 is no strength.
    expect(lines).toEqual(['no beacon', 'no beacon', `${name} 3 65535 10.0`, `${name} 3 1 10.0`, 'taken', 'taken']);
  });

  test.each([
    ['https://login.example.com:8443/authorize?client_id=a&state=app.b#c', true],
    ['HTTPS://login.example.com', true],
    ['http://login.example.com', false],
    ['https://earth@login.example.com', false],
    ['https:///authorize', false],
    ['intent://login.example.com#Intent;scheme=https;end', false],
    ['file:///data/data/earth/files', false],
    ['content://com.example.earth.fileprovider/x', false],
    ['tel:112', false],
    ['javascript:alert(1)', false],
    ['login.example.com', false],
    ['', false],
  ])('the browser of the system opens %s: %s', (address, isAllowed) => {
    expect(run(['BrowserAddress', address])).toEqual([String(isAllowed)]);
  });

  test('a fifth scan within 30 s waits, because Android would give it nothing', () => {
    const wanted = [0, 1000, 2000, 29_000, 29_500, 30_000, 30_001, 31_000];
    expect(run(['ScanStarts', ...wanted.map(String)]).map(Number)).toEqual([0, 0, 0, 0, 500, 0, 999, 0]);
  });
});
