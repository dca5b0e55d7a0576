import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRecoveryCode, readRecoveryCode } from './recovery-code';

test('a code is read as it was written, in whatever form it is typed', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 26, maxLength: 26 }), async (random) => {
      const code = await createRecoveryCode(new Uint8Array(random));
      expect(code).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){6}[0-9A-HJKMNP-TV-Z]{4}$/);
      expect(await readRecoveryCode(code)).toBe(code);
      expect(await readRecoveryCode(` ${code.toLowerCase().replaceAll('-', '')}\n`)).toBe(code);
      expect(await readRecoveryCode(code.replaceAll('0', 'o').replaceAll('1', 'I').replaceAll('-', '–'))).toBe(code);
    }),
    { seed: 20_261_122, numRuns: 200 },
  );
});

test('of a thousand typing errors at most a few pass the checksum', async () => {
  const code = await createRecoveryCode(new Uint8Array(26).fill(11));
  let passed = 0;
  for (let at = 0; at < code.length; at += 1)
    for (const by of '0123456789ABCDEFGHJKMNPQRSTVWXYZ') {
      const slip = code.slice(0, at) + by + code.slice(at + 1);
      if (slip !== code && (await readRecoveryCode(slip)) !== null) passed += 1;
    }
  expect(passed).toBeLessThan(6);
});

test('each code has 130 bits of its own', async () => {
  const codes = await Promise.all(Array.from({ length: 200 }, () => createRecoveryCode()));
  expect(new Set(codes.map((code) => code.slice(0, 9))).size).toBe(200);
  for (let at = 0; at < 26; at += 1) {
    const characters = codes.map((code) => code.replaceAll('-', '').charAt(at));
    // Of 32, two hundred times: that fewer than 20 come is less likely than one in a billion.
    expect(new Set(characters).size).toBeGreaterThan(20);
  }
});
