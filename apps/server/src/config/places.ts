/** Paths of the repository, found from this module in `src` (development, tests) and bundled in `dist`. */
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

function findPackage(from: string): string {
  const manifest = join(from, 'package.json');
  if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"@earth/server"')) return from;
  const parent = dirname(from);
  if (parent === from) throw new Error('The folder of @earth/server was not found.');
  return findPackage(parent);
}

const server = findPackage(dirname(fileURLToPath(import.meta.url)));
const repository = join(server, '..', '..');

export const places = {
  repository,
  /** Drawings and photographs of the demo data. */
  demo: join(server, 'demo'),
  /** The built web app. */
  web: join(repository, 'apps', 'web', 'dist'),
  brands: join(repository, 'brands'),
} as const;

const manifest = JSON.parse(readFileSync(join(repository, 'package.json'), 'utf8')) as { readonly version: string };
export const serverVersion: string = manifest.version;
