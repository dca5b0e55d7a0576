import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ROOT, runTool } from './run.mjs';

test('the web app builds without a warning, so that a first start prints none', async () => {
  const outDir = mkdtempSync(join(tmpdir(), 'earth-build-'));
  onTestFinished(() => rmSync(outDir, { recursive: true }));
  const args = ['build', '--logLevel', 'warn', '--emptyOutDir', '--outDir', outDir];
  const built = await runTool('vite', args, {
    cwd: join(ROOT, 'apps/web'),
    env: { NODE_ENV: 'production' },
    quiet: true,
  });
  expect(built).toEqual({ code: 0, output: '' });
}, 120_000);
