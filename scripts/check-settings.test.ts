import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { ROOT, run } from './run.mjs';

/** A checkout without installation or build. */
const checkout = mkdtempSync(join(tmpdir(), 'earth-checkout-'));
for (const place of ['scripts', 'brands', 'package.json', 'package-lock.json', 'apps/server/src/config'])
  cpSync(join(ROOT, place), join(checkout, place), { recursive: true });
afterAll(() => rmSync(checkout, { recursive: true }));

test.each([
  ['a wrong value', 'start', [], { PORT: '80a' }, /^PORT is "80a": expected a whole number from 0 to 65535\.$/],
  ['a missing file', 'start', [], { APNS_KEY: 'no.p8' }, /^APNS_KEY is "no.p8": expected the path of the .p8 file/],
  ['two settings that do not fit', 'start', [], { REDIS_URL: 'redis://localhost' }, /it requires DATABASE_URL/],
  ['a brand without a folder', 'start', [], { BRAND: 'mars' }, /^BRAND is "mars": expected a folder under brands/],
  ['an unknown argument', 'start', ['--port'], {}, /^--port is not known: the only option is --lan\.$/],
  ['a wrong value for the import', 'import', ['a.csv'], { MAX_DEVICES: '0' }, /^MAX_DEVICES is "0"/],
  ['a wrong value for the logs', 'logs', [], { MAX_DEVICES: '0' }, /^MAX_DEVICES is "0"/],
])('reports %s in one line before it installs or builds', async (_, name, args, env, line) => {
  const { code, output } = await run(process.execPath, [join(checkout, 'scripts', `${name}.mjs`), ...args], {
    cwd: checkout,
    env,
    quiet: true,
  });
  expect(output.trim().split('\n')).toEqual([expect.stringMatching(line)]);
  expect(code).toBe(1);
  expect(existsSync(join(checkout, 'node_modules'))).toBe(false);
});
