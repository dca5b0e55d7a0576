import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { ROOT } from './run.mjs';
import { bundleServer } from './server-bundle.mjs';

/** Large libraries that not each server needs. */
const ON_DEMAND = ['@aws-sdk/client-s3', '@aws-sdk/lib-storage', '@opentelemetry/sdk-trace-base', '@redis/client'];

test('the server loads no library of S3, Redis or traces at its start, but on demand', async () => {
  const folder = 'apps/server/dist/tests';
  await bundleServer(folder);
  const main = readFileSync(join(ROOT, folder, 'main.js'), 'utf8');
  // As esbuild writes them: static imports at the beginning of a line.
  const atStart = [...main.matchAll(/^(?:import |\} from |.* from )"([^"]+)";$/gm)].map(([, name]) => name);
  expect(atStart).toContain('fastify');
  expect(atStart.filter((name) => name?.startsWith('@aws-sdk') || ON_DEMAND.includes(String(name)))).toEqual([]);
  for (const name of ON_DEMAND) expect(main).toContain(`import("${name}")`);
  // It is built, on a machine that may be busy.
}, 60_000);
