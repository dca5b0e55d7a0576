/** The server, the import and the reader of crash logs as they run: each one file, beside libraries that stay as they are. */
import { join } from 'node:path';
import { build } from 'esbuild';
import { ROOT } from './run.mjs';

/** Of libraries made of hundreds of files the server needs a few: in the bundle they take a fraction of the time to load. */
const BUNDLED = /^(@earth|drizzle-orm|jose|uuid|zod)(\/|$)/;

/** @param {string} outdir Relative to the repository, and within the server's package, where its libraries are found. */
export async function bundleServer(outdir) {
  await build({
    entryPoints: ['main', 'cli/import-contents', 'cli/print-crash-logs'].map((name) =>
      join(ROOT, `apps/server/src/${name}.ts`),
    ),
    outbase: join(ROOT, 'apps/server/src'),
    outdir: join(ROOT, outdir),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    sourcemap: true,
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
}
