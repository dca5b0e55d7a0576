/** What differs between brands in the Xcode project: build settings, entitlements and assets, written into its folder `Brand`. */
import { copyFileSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { codeOf } from './android.mjs';
import { escapeXml } from './deep-links.mjs';
import { drawForIos } from './pictures.mjs';

/** In the brand's folder: the Firebase project, for the analytics of brands that have it. */
export const FIREBASE_PLIST = 'GoogleService-Info.plist';

/** Two slashes begin a comment in these files. @param {string} text */
const settingText = (text) => text.replaceAll('//', '/$()/');

/** @param {import('./shell.mjs').ShellSettings} settings */
function buildSettings({ brand, version, certificate }) {
  const settings = {
    BRAND_NAME: settingText(brand.name),
    BRAND_SCHEME: brand.scheme,
    CURRENT_PROJECT_VERSION: codeOf(version),
    MARKETING_VERSION: version,
    PRODUCT_BUNDLE_IDENTIFIER: brand.appId,
    // Google Analytics adds methods to classes of the system, in a static library: without it the linker drops them, and the app ends.
    ...(brand.hasAnalytics && { OTHER_LDFLAGS: '$(inherited) -ObjC' }),
    ...(certificate && {
      // Release builds have no value, and no code that reads it.
      'LAN_CERTIFICATE_SHA256[config=Debug]': certificate.fingerprint256.replaceAll(':', '').toLowerCase(),
    }),
  };
  return Object.entries(settings)
    .map(([name, value]) => `${name} = ${value}\n`)
    .join('');
}

/** @param {Pick<import('./shell.mjs').ShellSettings, 'server' | 'isDevelopment'>} settings */
export function entitlements({ server, isDevelopment }) {
  // In developer mode a device asks the server itself, not Apple's cache, which reaches no local network.
  const domain = server === null ? null : `applinks:${new URL(server).host}${isDevelopment ? '?mode=developer' : ''}`;
  const domains =
    domain === null
      ? ''
      : `\t<key>com.apple.developer.associated-domains</key>
\t<array>
\t\t<string>${escapeXml(domain)}</string>
\t</array>
`;
  return `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
\t<key>aps-environment</key>
\t<string>$(APS_ENVIRONMENT)</string>
${domains}</dict>
</plist>
`;
}

/**
 * @param {string} project The folder of the iOS project.
 * @param {import('./shell.mjs').ShellSettings} settings
 */
export async function writeIos(project, settings) {
  const folder = join(project, 'App/Brand');
  rmSync(folder, { recursive: true, force: true });
  /** @param {string} path @param {string | Buffer} content */
  const write = (path, content) => {
    const file = join(folder, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, content);
  };
  write('brand.xcconfig', buildSettings(settings));
  write('App.entitlements', entitlements(settings));
  const { brand } = settings;
  if (brand.hasAnalytics) copyFileSync(join(brand.folder, FIREBASE_PLIST), join(folder, FIREBASE_PLIST));
  const { pictures, contents } = await drawForIos(settings.brand);
  for (const [place, content] of Object.entries(contents))
    write(join('Assets.xcassets', place, 'Contents.json'), `${JSON.stringify(content, null, 2)}\n`);
  for (const { path, png } of pictures) write(join('Assets.xcassets', path), png);
}
