/** Bundles the server, its worker threads, and the programs of its commands: one file each; other libraries stay external. */
import { randomUUID } from 'node:crypto';
import { mkdir, rename, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './run.mjs';

/**
 * Libraries with hundreds of files, of which the server needs a few: bundled they load in a fraction of the time. With them those that
 * need one of them, so that there is one copy.
 */
export const BUNDLED_LIBRARIES = ['drizzle-orm', 'jose', 'oauth4webapi', 'openid-client', 'uuid', 'zod'];
const BUNDLED = new RegExp(`^(@earth|${BUNDLED_LIBRARIES.join('|')})(/|$)`);

const ENTRIES = [
  'main',
  'features/discover/contents/discover/view-worker',
  'features/discover/contents/recognition/recognition-worker',
  'cli/backup',
  'cli/change-master-key',
  'cli/company',
  'cli/evaluate-recognition',
  'cli/import-contents',
  'cli/move-blobs',
  'cli/print-crash-logs',
  'cli/restore',
  'cli/single-sign-on',
  'cli/write-photographs',
];

/** @param {string} outdir Relative to the repository; inside the server's package, so that its libraries are found. */
export async function bundleServer(outdir) {
  const { outputFiles } = await build({
    entryPoints: ENTRIES.map((name) => join(ROOT, `apps/server/src/${name}.ts`)),
    outbase: join(ROOT, 'apps/server/src'),
    outdir: join(ROOT, outdir),
    write: false,
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
    // Stacks need positions only.
    sourcesContent: false,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [
      {
        name: 'other npm packages stay outside',
        setup: ({ onResolve }) => {
          onResolve({ filter: /^[^./]/ }, ({ path, kind }) =>
            kind === 'entry-point' || BUNDLED.test(path) ? undefined : { path, external: true },
          );
        },
      },
    ],
  });
  await Promise.all(outputFiles.map(replaceFile));
}

/**
 * Replaces the file in one step: other tests may start the server from it meanwhile.
 * @param {{ path: string, contents: Uint8Array }} file
 */
async function replaceFile({ path, contents }) {
  await mkdir(dirname(path), { recursive: true });
  const written = `${path}.${process.pid}-${randomUUID()}`;
  await writeFile(written, contents);
  await rename(written, path);
}
