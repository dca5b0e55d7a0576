/** Writes a brand into the projects of the mobile shell, and runs Capacitor's `sync`. */
import { X509Certificate } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runTool } from '../run.mjs';
import { FIREBASE, writeAndroid } from './android.mjs';
import { FIREBASE_PLIST, writeIos } from './ios.mjs';
import { writePages } from './pages.mjs';
import { readShellBrand } from './shell-brand.mjs';

/**
 * @typedef {object} ShellSettings
 * @property {import('./shell-brand.mjs').ShellBrand} brand
 * @property {string | null} server
 * @property {string} version
 * @property {boolean} isDevelopment
 * @property {boolean} withoutPushes Android's plugin would end an app without a Firebase project.
 * @property {X509Certificate | null} certificate That of `--lan`, which debug builds accept.
 */

/** @param {string} file @returns {X509Certificate | null} Null if there is none. */
function readCertificate(file) {
  try {
    return new X509Certificate(readFileSync(file));
  } catch {
    return null;
  }
}

/**
 * @typedef {object} ShellPlaces
 * @property {string} project The folder with the projects, as `apps/mobile`.
 * @property {string} pages The built web app.
 * @property {string} data The data folder of the server, with the certificate of `--lan`.
 * @property {string} [brands] The folder with the brands.
 */

/** Only in builds of brands that have it switched on: it would collect data, and end an app without a Firebase project. */
const ANALYTICS = '@capacitor-firebase/analytics';

/**
 * The packages from which `cap sync` takes plugins.
 * @param {string} project @param {import('./shell-brand.mjs').ShellBrand} brand
 * @returns {string[]}
 */
function pluginsOf(project, { hasAnalytics }) {
  const { dependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  return Object.keys(dependencies).filter((name) => hasAnalytics || name !== ANALYTICS);
}

/**
 * @param {import('./options.mjs').MobileOptions['platform']} platform
 * @param {import('./shell-brand.mjs').ShellBrand} brand
 * @throws {Error} If the brand has analytics, and no Firebase project for this platform.
 */
function requireProject(platform, { folder, hasAnalytics }) {
  const file = platform === 'android' ? FIREBASE : FIREBASE_PLIST;
  if (hasAnalytics && !existsSync(join(folder, file)))
    throw new Error(`analytics is true, and ${file} is missing in ${folder}.`);
}

/**
 * @param {import('./options.mjs').MobileOptions} options
 * @param {ShellPlaces} places
 * @returns {Promise<{ code: number, output: string, settings: ShellSettings }>} The exit code and the output of `cap sync`.
 * @throws {Error} If the brand cannot be used.
 */
export async function writeShell(
  { platform, brand: code, server, isDevelopment },
  { project, pages, data, brands = join(ROOT, 'brands') },
) {
  const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const brand = readShellBrand(join(brands, code));
  requireProject(platform, brand);
  const certificate = isDevelopment ? readCertificate(join(data, 'tls/cert.pem')) : null;
  const withoutPushes = platform === 'android' && !existsSync(join(brand.folder, FIREBASE));
  /** @type {ShellSettings} */
  const settings = { brand, server, version, isDevelopment, withoutPushes, certificate };
  writePages(join(project, 'www'), pages, settings);
  const config = {
    appId: brand.appId,
    appName: brand.name,
    webDir: 'www',
    android: { flavor: 'brand' },
    includePlugins: pluginsOf(project, brand),
  };
  writeFileSync(join(project, 'capacitor.config.json'), `${JSON.stringify(config, null, 2)}\n`);
  await (platform === 'android'
    ? writeAndroid(join(project, 'android'), settings)
    : writeIos(join(project, 'ios'), settings));
  // In CI, Capacitor's command reports nothing about its use.
  const env = { CI: '1' };
  const { code: exit, output } = await runTool('@capacitor/cli', ['sync', platform], {
    cwd: project,
    env,
    quiet: true,
  });
  return { code: exit, output, settings };
}
