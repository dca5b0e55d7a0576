/** What the mobile shell takes of a brand. */
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * @typedef {object} ShellBrand
 * @property {string} folder
 * @property {string} appId Application id on Android, bundle id on iOS.
 * @property {string} scheme Of the links that only this app opens: `<scheme>://open/<path>`.
 * @property {string} name
 * @property {string} logo The path of the logo.
 * @property {string} logoUrl As the pages name it.
 * @property {string} coverUrl The same of the picture beside the sign-in.
 * @property {boolean} hasAnalytics Whether the app has the plugin of its analytics service.
 * @property {Readonly<Record<'brand' | 'brandInk' | 'brandDeep' | 'accentLight' | 'onAccentLight' | 'accentDark' | 'onAccentDark', string>>} colors
 */

/** What both stores accept: Android allows no hyphen, iOS no underscore. */
const APP_ID = /^[a-z][a-z0-9]*(\.[a-z][a-z0-9]*)+$/i;
/** In Xcode's settings a backslash and a dollar sign are no plain text. */
const NAME = /^[^\p{Cc}\\$]{1,30}$/u;

/**
 * @param {string} folder
 * @returns {ShellBrand}
 * @throws {Error} If the brand is missing, or a store would refuse its id or name.
 */
export function readShellBrand(folder) {
  const {
    appId,
    name,
    logoUrl,
    coverUrl,
    colors,
    analytics = false,
  } = JSON.parse(readFileSync(join(folder, 'brand.json'), 'utf8'));
  if (!APP_ID.test(appId))
    throw new Error(
      `appId is ${JSON.stringify(appId)}: expected words of letters and digits, such as com.example.help.`,
    );
  if (!NAME.test(name))
    throw new Error(`name is ${JSON.stringify(name)}: expected at most 30 characters, without \\ and $.`);
  if (typeof analytics !== 'boolean')
    throw new Error(`analytics is ${JSON.stringify(analytics)}: expected true or false.`);
  return {
    folder,
    appId,
    scheme: appId.toLowerCase(),
    name,
    logo: join(folder, basename(logoUrl)),
    logoUrl,
    coverUrl,
    hasAnalytics: analytics,
    colors,
  };
}
