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
const CLASSES = ['Sharpness', 'PermissionAnswer', 'SerialQueue', 'EcdsaFormat'];

/** Java 17 or later; nothing else of the project needs it, so it is not installed for these tests. */
const hasJava = [
  ['javac', '--release', '17', '-version'],
  ['java', '-version'],
].every(([program = '', ...args]) => spawnSync(program, args).status === 0);

describe.skipIf(!hasJava)('the Java classes of our own plugins that need no Android', () => {
  let folder: string;

  /** The lines that the class prints. */
  function run(args: readonly string[], input = Buffer.alloc(0)): string[] {
    const { status, stdout, stderr } = spawnSync('java', ['-cp', folder, 'earth.shell.plugins.PlainClasses', ...args], {
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
    const sources = [
      ...CLASSES.map((name) => `${SOURCES}/main/java/earth/shell/plugins/${name}.java`),
      `${SOURCES}/test/java/earth/shell/plugins/PlainClasses.java`,
    ];
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

  test('requests wait for each other, and those of a page that is gone are dropped', () => {
    const inOrder = run(['SerialQueue', 'camera', 'microphone', 'location', 'next', 'next', 'next', 'camera']);
    expect(inOrder).toEqual(['begin camera', 'wait', 'wait', 'microphone', 'location', 'null', 'begin camera']);
    // The dialog of the page that is gone is still open.
    const dropped = run(['SerialQueue', 'camera', 'microphone', 'clear', 'location', 'next', 'next']);
    expect(dropped).toEqual(['begin camera', 'wait', 'wait', 'location', 'null']);
  });
});
