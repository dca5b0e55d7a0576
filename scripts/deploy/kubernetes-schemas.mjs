/** The JSON schemas of Kubernetes' objects, for kubeconform: from a Python package that brings them, kept in a cache. */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from '../run.mjs';

const PACKAGE = { name: 'kubernetes-validate', version: '1.37.0' };
/** The oldest that the chart names, and a later one. */
export const KUBERNETES_VERSIONS = /** @type {const} */ (['1.27.0', '1.34.0']);

/** The schemas are named, and refer to their definitions, by addresses of a server: both are files here. */
const EXTRACT = `
import glob, json, os, sys, zipfile
package = zipfile.ZipFile(glob.glob(sys.argv[1] + '/*.whl')[0])
for name in package.namelist():
    if any('/v' + version + '-local-strict/' in name for version in sys.argv[2:]):
        schema = json.loads(package.read(name).replace(b'"/api/_definitions.json', b'"_definitions.json'))
        schema.pop('$id', None)
        place = os.path.join(sys.argv[1], name)
        os.makedirs(os.path.dirname(place), exist_ok=True)
        with open(place, 'w') as file:
            json.dump(schema, file)
`;

/**
 * @returns {Promise<string | null>} The folder with a folder of each version, by `KUBERNETES_SCHEMAS`, the cache or pip; null: it
 *   cannot be had.
 */
export async function findKubernetesSchemas() {
  const given = process.env['KUBERNETES_SCHEMAS'];
  if (given) return given;
  const place = join(homedir(), '.cache', 'earth', `${PACKAGE.name}-${PACKAGE.version}`);
  const schemas = join(place, 'kubernetes_validate', 'kubernetes-json-schema');
  if (existsSync(schemas)) return schemas;
  mkdirSync(place, { recursive: true });
  const wanted = `${PACKAGE.name}==${PACKAGE.version}`;
  const pip = ['-m', 'pip', 'download', '--quiet', '--no-deps', '--dest', place, wanted];
  const extract = ['-c', EXTRACT, place, ...KUBERNETES_VERSIONS];
  for (const args of [pip, extract]) {
    const { code } = await run('python3', args, { quiet: true });
    if (code === 0) continue;
    rmSync(place, { recursive: true, force: true });
    return null;
  }
  return schemas;
}
