/**
 * `node scripts/old-data.mjs COMMIT FILE`: data of an older version, for tests of upgrades. The version is unpacked beside this one, with
 * the libraries of this one, and does what `apps/server/testing/old-data-story.ts` says.
 */
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { ROOT, run } from './run.mjs';

const STORY = 'apps/server/testing/old-data-story.ts';
const TEST = 'apps/server/tests/old-data-story.test.ts';

const [commit, file] = process.argv.slice(2);
if (!commit || !file) throw new Error('node scripts/old-data.mjs COMMIT FILE');

/** The libraries, and the packages of the checkout itself. @param {string} checkout */
async function linkModules(checkout) {
  const from = join(ROOT, 'node_modules');
  const to = join(checkout, 'node_modules');
  await mkdir(join(to, '@earth'), { recursive: true });
  for (const name of await readdir(from)) if (name !== '@earth') await symlink(join(from, name), join(to, name));
  for (const folder of ['packages', 'apps'])
    for (const name of await readdir(join(checkout, folder)))
      await symlink(join(checkout, folder, name), join(to, '@earth', name));
}

const checkout = await mkdtemp(join(tmpdir(), 'earth-old-'));
try {
  await run('git', ['archive', '--format=tar', '-o', join(checkout, 'version.tar'), commit]);
  await run('tar', ['-xf', 'version.tar'], { cwd: checkout });
  await linkModules(checkout);
  await cp(join(ROOT, STORY), join(checkout, STORY));
  await writeFile(
    join(checkout, TEST),
    `import { test } from 'vitest';
import { writeOldData } from '../testing/old-data-story';
test('acts', () => writeOldData(${JSON.stringify(resolve(file))}), 120_000);
`,
  );
  const { code } = await run(join(ROOT, 'node_modules/.bin/vitest'), ['run', TEST], { cwd: checkout });
  process.exitCode = code ?? 1;
} finally {
  await rm(checkout, { recursive: true, force: true });
}
