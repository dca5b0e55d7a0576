/** What differs between brands in the Android project: a product flavor, written into `src/brand` of the module. */
import { copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { deepLinkPaths, escapeXml } from './deep-links.mjs';
import { drawForAndroid } from './pictures.mjs';

/** In the brand's folder: the Firebase project, through which Google's service delivers notifications. */
export const FIREBASE = 'google-services.json';

const XML = '<?xml version="1.0" encoding="utf-8"?>';
const NAMESPACE = 'xmlns:android="http://schemas.android.com/apk/res/android"';
const TOOLS = 'xmlns:tools="http://schemas.android.com/tools"';

/** @param {string} data The `data` elements. @param {string} [attributes] */
const filter = (data, attributes = '') => `
            <intent-filter${attributes}>
                <action android:name="android.intent.action.VIEW" />
                <category android:name="android.intent.category.DEFAULT" />
                <category android:name="android.intent.category.BROWSABLE" />
                ${data}
            </intent-filter>`;

/** Links of the server open the app without a question once Android has verified that the server names the app. */
function serverFilter(/** @type {string} */ server) {
  const { hostname, port } = new URL(server);
  const host = `<data android:scheme="https" android:host="${hostname}"${port && ` android:port="${port}"`} />`;
  const paths = deepLinkPaths().map(
    ({ path, isPrefix }) => `<data android:${isPrefix ? 'pathPrefix' : 'path'}="${path}" />`,
  );
  return filter([host, ...paths].join('\n                '), ' android:autoVerify="true"');
}

/** What Google Analytics would do from the first start, before the user has allowed anything. Its plugin turns on the first alone. */
const ANALYTICS_OFF = [
  'firebase_analytics_collection_enabled',
  'google_analytics_adid_collection_enabled',
  'google_analytics_ssaid_collection_enabled',
  'google_analytics_automatic_screen_reporting_enabled',
  'google_analytics_default_allow_ad_storage',
  'google_analytics_default_allow_ad_user_data',
  'google_analytics_default_allow_ad_personalization_signals',
];
/** The advertising id, which the library of Google Analytics asks for. */
const AD_ID = `
    <uses-permission android:name="com.google.android.gms.permission.AD_ID" tools:node="remove" />`;
const analyticsData = () =>
  ANALYTICS_OFF.map((name) => `\n        <meta-data android:name="${name}" android:value="false" />`).join('');

/** @param {string} scheme @param {string | null} server @param {boolean} hasAnalytics */
export const flavorManifest = (scheme, server, hasAnalytics) => `${XML}
<manifest ${NAMESPACE} ${TOOLS}>${hasAnalytics ? AD_ID : ''}
    <application>${hasAnalytics ? analyticsData() : ''}
        <activity android:name="earth.shell.MainActivity" android:exported="true">${filter(
          `<data android:scheme="${scheme}" android:host="open" />`,
        )}${server === null ? '' : serverFilter(server)}
        </activity>
    </application>
</manifest>
`;

/** In a string resource, quotes and a leading @ or ? have a meaning of their own. @param {string} text */
const resourceText = (text) => escapeXml(text).replaceAll(/^[@?]|['"]/g, (sign) => `\\${sign}`);

/** @param {import('./shell-brand.mjs').ShellBrand} brand */
const values = ({ name, colors }) => `${XML}
<resources>
    <string name="app_name">${resourceText(name)}</string>
    <color name="ic_launcher_background">${colors.brand}</color>
    <color name="colorPrimary">${colors.brand}</color>
    <color name="colorPrimaryDark">${colors.brandDeep}</color>
    <color name="colorAccent">${colors.accentLight}</color>
</resources>
`;

/** Only in debug builds, by `debug-overrides` and by the folder. */
const DEVELOPMENT_SECURITY = `${XML}
<network-security-config>
    <base-config cleartextTrafficPermitted="false">
        <trust-anchors>
            <certificates src="system" />
        </trust-anchors>
    </base-config>
    <debug-overrides>
        <trust-anchors>
            <certificates src="@raw/lan_certificate" />
        </trust-anchors>
    </debug-overrides>
</network-security-config>
`;

/**
 * @param {string} project The folder of the Android project.
 * @param {import('./shell.mjs').ShellSettings} settings
 */
export async function writeAndroid(project, { brand, server, version, certificate }) {
  const [main, debug] = [join(project, 'app/src/brand'), join(project, 'app/src/brandDebug')];
  for (const folder of [main, debug]) rmSync(folder, { recursive: true, force: true });
  /** @param {string} path @param {string | Buffer} content */
  const write = (path, content) => {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  };
  const properties = { appId: brand.appId, versionCode: codeOf(version), versionName: version };
  const lines = Object.entries(properties).map(([name, value]) => `${name}=${value}\n`);
  write(join(main, 'brand.properties'), lines.join(''));
  write(join(main, 'AndroidManifest.xml'), flavorManifest(brand.scheme, server, brand.hasAnalytics));
  write(join(main, 'res/values/brand.xml'), values(brand));
  for (const { path, png } of await drawForAndroid(brand)) write(join(main, 'res', path), png);
  const services = join(brand.folder, FIREBASE);
  if (existsSync(services)) copyFileSync(services, join(main, FIREBASE));
  if (certificate === null) return;
  write(join(debug, 'res/raw/lan_certificate.pem'), certificate.toString());
  write(join(debug, 'res/xml/network_security_config.xml'), DEVELOPMENT_SECURITY);
}

/**
 * A store takes a version only if its number is higher than that of the one before.
 * @param {string} version `1.2.3`
 */
export function codeOf(version) {
  const [major = 0, minor = 0, patch = 0] = version.split('.').map((part) => Number.parseInt(part, 10));
  return Math.max(1, major * 1_000_000 + minor * 1000 + patch);
}
