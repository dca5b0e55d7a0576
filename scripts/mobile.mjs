/**
 * `npm run mobile -- android|ios`: builds the web app, writes the brand into the project of the mobile shell in `apps/mobile`, and syncs it.
 * What follows, with Gradle or Xcode, is in `docs/operations/mobile.md`.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkSettings } from './check-settings.mjs';
import { readOptions } from './mobile/options.mjs';
import { build, prepare } from './prepare.mjs';
import { ROOT } from './run.mjs';
import { readVariables } from '../apps/server/src/config/setting-rules.mjs';

/** @param {unknown} error */
function end(error) {
  console.error(error instanceof Error ? error.message : String(error));
  process.exit(1);
}

process.chdir(ROOT);
checkSettings();
const { BRAND, DATA_DIR } = readVariables(process.env);
try {
  const options = readOptions(process.argv.slice(2), String(BRAND));
  if (!existsSync(join(ROOT, 'brands', options.brand, 'brand.json')))
    throw new Error(`There is no brand «${options.brand}» in brands/.`);
  await prepare();
  await build();
  // Loaded only now: they use what has just been installed.
  const { writeShell } = await import('./mobile/shell.mjs');
  const project = join(ROOT, 'apps/mobile');
  const places = { project, pages: join(ROOT, 'apps/web/dist'), data: String(DATA_DIR) };
  const { code, output, settings } = await writeShell(options, places);
  if (code !== 0) throw new Error(output);
  const { brand, server, certificate } = settings;
  console.log(
    `${brand.name} (${brand.appId}) for ${options.platform}, ${server ?? 'with the server chosen at the first start'}.`,
  );
  if (options.isDevelopment)
    console.log(
      certificate
        ? 'Debug builds accept the certificate of «npm start -- --lan».'
        : 'There is no certificate of «npm start -- --lan» yet: start it once, then run this again.',
    );
  console.log(`Next: cd apps/mobile && npx cap ${options.platform === 'android' ? 'run android' : 'open ios'}`);
} catch (error) {
  end(error);
}
