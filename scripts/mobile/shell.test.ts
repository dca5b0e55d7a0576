import { spawnSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DOMParser, type Element } from '@xmldom/xmldom';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { loadCertificate } from '../../apps/server/src/config/certificate';
import { ROOT } from '../run.mjs';
import { deepLinkPaths } from './deep-links.mjs';
import { codeOf, flavorManifest, writeAndroid } from './android.mjs';
import { entitlements, writeIos } from './ios.mjs';
import { writePages } from './pages.mjs';
import { readShellBrand } from './shell-brand.mjs';
import { writeShell } from './shell.mjs';

/** What is synced by Capacitor's own command takes its time on a busy machine. */
vi.setConfig({ testTimeout: 30_000 });

const PLUGINS = [
  '@capacitor-community/file-opener',
  '@capacitor/app',
  '@capacitor/filesystem',
  '@capacitor/network',
  '@capacitor/push-notifications',
  '@capacitor/screen-orientation',
  '@capacitor/share',
  '@capacitor/splash-screen',
];
const SERVER = 'https://help.example.com';
const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { readonly version: string };

/** As deep in the repository as `apps/mobile`: the projects name the packages of Capacitor by relative paths. */
let project: string;
/** A built web app with one script. */
let pages: string;
/** The files of `apps/mobile` that git has. */
let kept: string[];

/** The paths below a folder. */
const filesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .toSorted();

const read = (path: string) => readFileSync(join(project, path), 'utf8');

/** A hash of every file, by its path. */
const hashesOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    filesIn(folder).map((path) => [
      path,
      createHash('sha256')
        .update(readFileSync(join(folder, path)))
        .digest('hex'),
    ]),
  );

/** @throws if it is not well formed */
const parse = (xml: string): Element => {
  const root = new DOMParser({
    onError: (_, message) => {
      throw new Error(message);
    },
  }).parseFromString(xml, 'text/xml').documentElement;
  if (!root) throw new Error('The document is empty');
  return root;
};

const elements = (parent: Element, name: string): Element[] => [...parent.getElementsByTagName(name)];
const attributes = (element: Element, ...names: string[]) =>
  names.map((name) => element.getAttribute(`android:${name}`));

/** The values of a property list's dictionary; arrays of strings, and strings. */
const plistOf = (xml: string): Record<string, string | string[] | null> => {
  const [dictionary] = elements(parse(xml), 'dict');
  const parts = [...(dictionary?.childNodes ?? [])].filter((node): node is Element => node.nodeType === 1);
  return Object.fromEntries(
    parts.flatMap((part, at) => {
      if (part.nodeName !== 'key') return [];
      const value = parts[at + 1];
      const strings =
        value?.nodeName === 'array' ? elements(value, 'string').map((one) => one.textContent ?? '') : null;
      return [[part.textContent ?? '', strings ?? value?.textContent ?? null]];
    }),
  );
};

async function write(platform: 'android' | 'ios', brand: string) {
  const options = { platform, brand, server: null, isDevelopment: false };
  const { code, output } = await writeShell(options, { project, pages, data: project });
  expect({ code, output: code === 0 ? '' : output }).toEqual({ code: 0, output: '' });
  return output;
}

const pixel = async (path: string, x: number, y: number) => {
  const { data: bytes, info } = await sharp(join(project, path)).raw().toBuffer({ resolveWithObject: true });
  const at = (y * info.width + x) * info.channels;
  return [...bytes.subarray(at, at + info.channels)];
};

beforeAll(() => {
  const results = join(ROOT, 'test-results');
  mkdirSync(results, { recursive: true });
  project = mkdtempSync(join(results, 'mobile-'));
  const listed = spawnSync('git', ['ls-files', '-z', '.'], { cwd: join(ROOT, 'apps/mobile'), encoding: 'utf8' });
  kept = listed.stdout.split('\0').filter(Boolean);
  for (const path of kept) cpSync(join(ROOT, 'apps/mobile', path), join(project, path));

  pages = mkdtempSync(join(results, 'pages-'));
  cpSync(join(ROOT, 'apps/web/index.html'), join(pages, 'index.html'));
  const others = [
    'assets/start.js',
    'assets/start.js.br',
    'assets/start.js.gz',
    '.vite/manifest.json',
    'sw.js',
    '.sources',
  ];
  for (const path of others) {
    mkdirSync(dirname(join(pages, path)), { recursive: true });
    writeFileSync(join(pages, path), path);
  }
});
afterAll(() => {
  for (const folder of [project, pages]) rmSync(folder, { recursive: true, force: true });
});

describe.each([
  ['earth', 'com.example.earth', 'Earth', [0x29, 0xc8, 0x85]],
  ['lastrica', 'com.example.lastrica', 'Lastrica', [0xe2, 0x83, 0x5a]],
] as const)('the brand %s', (brand, appId, name, colour) => {
  test('is in the Android project, with its id, name, icons and plugins', async () => {
    await write('android', brand);
    const main = 'android/app/src/brand';
    expect(read(`${main}/brand.properties`)).toBe(
      `appId=${appId}\nversionCode=${codeOf(version)}\nversionName=${version}\n`,
    );
    const [label] = elements(parse(read(`${main}/res/values/brand.xml`)), 'string');
    expect([label?.getAttribute('name'), label?.textContent]).toEqual(['app_name', name]);
    expect(JSON.parse(read('android/app/src/main/assets/capacitor.config.json'))).toMatchObject({
      appId,
      appName: name,
    });
    const plugins = JSON.parse(read('android/app/src/main/assets/capacitor.plugins.json')) as { pkg: string }[];
    expect(plugins.map(({ pkg }) => pkg)).toEqual(PLUGINS);

    const sizes = { mdpi: 48, hdpi: 72, xhdpi: 96, xxhdpi: 144, xxxhdpi: 192 };
    for (const [density, size] of Object.entries(sizes)) {
      const folder = `${main}/res/mipmap-${density}`;
      const widths = ['ic_launcher', 'ic_launcher_round', 'ic_launcher_foreground'].map(
        async (icon) => (await sharp(join(project, folder, `${icon}.png`)).metadata()).width,
      );
      expect(await Promise.all(widths)).toEqual([size, size, (size * 108) / 48]);
    }
    // The ground of the icon is the brand's colour, and reaches its edge; outside of its shape it is transparent.
    expect(await pixel(`${main}/res/mipmap-xxxhdpi/ic_launcher.png`, 96, 1)).toEqual([...colour, 255]);
    expect((await pixel(`${main}/res/mipmap-xxxhdpi/ic_launcher_round.png`, 2, 2))[3]).toBe(0);
    expect((await pixel(`${main}/res/mipmap-xxxhdpi/ic_launcher_foreground.png`, 60, 216))[3]).toBe(0);
  });

  test('is in the Xcode project, with its id, name, icons and plugins', async () => {
    const output = await write('ios', brand);
    const settings = read('ios/App/Brand/brand.xcconfig');
    expect(settings).toContain(`PRODUCT_BUNDLE_IDENTIFIER = ${appId}\n`);
    expect(settings).toContain(`BRAND_NAME = ${name}\n`);
    expect(JSON.parse(read('ios/App/App/capacitor.config.json'))).toMatchObject({ appId, appName: name });
    expect(PLUGINS.filter((plugin) => !output.includes(`${plugin}@`))).toEqual([]);
    const assets = 'ios/App/Brand/Assets.xcassets';
    const icon = await sharp(join(project, assets, 'AppIcon.appiconset/icon.png')).metadata();
    expect([icon.width, icon.height, icon.hasAlpha]).toEqual([1024, 1024, false]);
    expect(await pixel(`${assets}/AppIcon.appiconset/icon.png`, 3, 3)).toEqual([...colour]);
    for (const set of ['AppIcon.appiconset', 'Splash.imageset']) {
      const { images } = JSON.parse(read(`${assets}/${set}/Contents.json`)) as { images: { filename: string }[] };
      const others = filesIn(join(project, assets, set)).filter((file) => file !== 'Contents.json');
      expect(images.map(({ filename }) => filename).toSorted()).toEqual(others);
    }
  });
});

test.each(['android', 'ios'] as const)(
  'a run for %s replaces what another brand has left, and nothing that is kept',
  async (platform) => {
    await write(platform, 'earth');
    const first = hashesOf(project);
    await write(platform, 'lastrica');
    expect(hashesOf(project)).not.toEqual(first);
    await write(platform, 'earth');
    expect(hashesOf(project)).toEqual(first);
    const changed = kept.filter((path) => read(path) !== readFileSync(join(ROOT, 'apps/mobile', path), 'utf8'));
    expect(changed).toEqual([]);
  },
);

describe('a brand with analytics', () => {
  const code = 'counting';
  let brands: string;

  beforeAll(() => {
    brands = mkdtempSync(join(ROOT, 'test-results', 'brands-'));
    cpSync(join(ROOT, 'brands/earth'), join(brands, code), { recursive: true });
    const file = join(brands, code, 'brand.json');
    const brand = JSON.parse(readFileSync(file, 'utf8')) as object;
    writeFileSync(file, JSON.stringify({ ...brand, analytics: true }));
  });
  afterAll(() => rmSync(brands, { recursive: true, force: true }));

  const writeCounting = (platform: 'android' | 'ios') =>
    writeShell(
      { platform, brand: code, server: null, isDevelopment: false },
      { project, pages, data: project, brands },
    );

  test.each([
    ['android', 'google-services.json'],
    ['ios', 'GoogleService-Info.plist'],
  ] as const)('on %s needs a Firebase project, without which its plugin would end the app', async (platform, file) => {
    await expect(writeCounting(platform)).rejects.toThrow(`analytics is true, and ${file} is missing`);
  });

  test('D7.22: has the plugin, which collects nothing before the user allows it; no other build has it', async () => {
    for (const file of ['google-services.json', 'GoogleService-Info.plist'])
      writeFileSync(join(brands, code, file), 'project');
    const names = () => read('android/app/src/main/assets/capacitor.plugins.json');
    const manifest = () => read('android/app/src/brand/AndroidManifest.xml');
    const gradle = () => read('android/app/capacitor.build.gradle');
    const swift = () => read('ios/App/CapApp-SPM/Package.swift');
    const xcode = () => read('ios/App/Brand/brand.xcconfig');
    const plist = join(project, 'ios/App/Brand/GoogleService-Info.plist');
    await writeCounting('android');
    await writeCounting('ios');
    expect([names(), gradle(), swift()].map((text) => /firebase[-/]analytics/i.test(text))).toEqual([true, true, true]);
    const off = elements(parse(manifest()), 'meta-data').map((element) => attributes(element, 'name', 'value'));
    for (const name of ['firebase_analytics_collection_enabled', 'google_analytics_ssaid_collection_enabled'])
      expect(off).toContainEqual([name, 'false']);
    expect(off.map(([, value]) => value)).toEqual(off.map(() => 'false'));
    const [removed] = elements(parse(manifest()), 'uses-permission');
    expect([removed?.getAttribute('android:name'), removed?.getAttribute('tools:node')]).toEqual([
      'com.google.android.gms.permission.AD_ID',
      'remove',
    ]);
    expect(existsSync(plist)).toBe(true);
    for (const key of ['FIREBASE_ANALYTICS_COLLECTION_ENABLED', 'GOOGLE_ANALYTICS_IDFV_COLLECTION_ENABLED'])
      expect(read('ios/App/App/Info.plist')).toMatch(new RegExp(`<key>${key}</key>\\s*<false/>`));
    expect(xcode()).toContain('OTHER_LDFLAGS = $(inherited) -ObjC\n');

    await write('android', 'earth');
    await write('ios', 'earth');
    const texts = [names(), gradle(), swift(), manifest(), xcode()];
    expect(texts.filter((text) => /firebase|AD_ID|-ObjC/i.test(text))).toEqual([]);
    expect(existsSync(plist)).toBe(false);
  });
});

test('the kept documents of both projects are well formed', () => {
  const documents = kept.filter((path) => /\.(?:xml|plist|storyboard)$/.test(path));
  expect(documents.length).toBeGreaterThan(10);
  expect(() => documents.map((path) => parse(read(path)))).not.toThrow();
});

const settings = (server: string | null) =>
  ({
    brand: readShellBrand(join(ROOT, 'brands/earth')),
    server,
    version: '1.2.3',
    isDevelopment: false,
    withoutPushes: false,
    certificate: null,
  }) as const;

function pageFor(server: string | null): string {
  writePages(join(project, 'www'), pages, settings(server));
  return read('www/index.html');
}

test('the bundled pages are those of the build, without what only a server or a browser uses', () => {
  const page = pageFor(SERVER);
  expect(filesIn(join(project, 'www'))).toEqual(['assets/start.js', 'brand/cover.svg', 'brand/logo.svg', 'index.html']);
  expect(page).not.toMatch(/__NONCE__|manifest\.webmanifest|config\.json/);
  expect(page).toContain(`<meta name="earth-server" content="${SERVER}" />`);
  expect(page).toContain('<meta name="earth-scheme" content="com.example.earth" />');
  expect(page).toContain('<title>Earth</title>');
  expect(page).toContain('<meta name="earth-logo" content="/brand/logo.svg" />');
  expect(pageFor(null)).not.toContain('earth-server');
});

test('an Android app without a Firebase project uses no plugin for notifications, which would end it', () => {
  writePages(join(project, 'www'), pages, { ...settings(SERVER), withoutPushes: true });
  expect(read('www/index.html')).toContain('<meta name="earth-without" content="PushNotifications" />');
  expect(pageFor(SERVER)).not.toContain('earth-without');
});

test('the content policy allows exactly the inline scripts and styles of the page', () => {
  const page = pageFor(null);
  const [, policy = ''] = /http-equiv="content-security-policy" content="([^"]+)"/.exec(page) ?? [];
  const inline = [...page.matchAll(/<(script|style)>([\s\S]*?)<\/\1>/g)].map(([, tag = '', text = '']) => ({
    tag,
    hash: `'sha256-${createHash('sha256').update(text).digest('base64')}'`,
  }));
  expect(inline.map(({ tag }) => tag)).toEqual(['script', 'style']);
  const rules = policy.split('; ');
  for (const { tag, hash } of inline) expect(rules.find((rule) => rule.startsWith(`${tag}-src `))).toContain(hash);
  expect(policy).not.toMatch(/unsafe|http:/);
});

test('links of the server and of the own scheme open the app on Android, and no others', () => {
  const filtersFor = (server: string | null) =>
    elements(parse(flavorManifest('com.example.earth', server, false)), 'intent-filter').map((filter) => ({
      isVerified: filter.getAttribute('android:autoVerify') === 'true',
      data: elements(filter, 'data'),
    }));
  const filters = filtersFor(`${SERVER}:8443`);
  expect(filters.map(({ isVerified }) => isVerified)).toEqual([false, true]);
  const [own, servers] = filters.map(({ data: [first] }) => first && attributes(first, 'scheme', 'host', 'port'));
  expect(own).toEqual(['com.example.earth', 'open', null]);
  expect(servers).toEqual(['https', 'help.example.com', '8443']);
  const paths = filters[1]?.data.slice(1).map((element) => attributes(element, 'path', 'pathPrefix'));
  expect(paths).toEqual(deepLinkPaths().map(({ path, isPrefix }) => (isPrefix ? [null, path] : [path, null])));
  expect(filtersFor(null)).toHaveLength(1);
});

test('links of the server open the app on iOS if the build names it', () => {
  const domains = 'com.apple.developer.associated-domains';
  expect(plistOf(entitlements(settings(SERVER)))[domains]).toEqual(['applinks:help.example.com']);
  expect(plistOf(entitlements(settings(null)))).toEqual({ 'aps-environment': '$(APS_ENVIRONMENT)' });
  const texts = elements(parse(read('ios/App/App/Info.plist')), 'string').map((element) => element.textContent);
  expect(texts).toContain('$(BRAND_SCHEME)');
});

test('no build accepts cleartext, nor certificates other than those of the system', async () => {
  const security = parse(read('android/app/src/main/res/xml/network_security_config.xml'));
  const names = ['base-config', 'certificates', 'debug-overrides', 'domain-config'];
  const rules = names.flatMap((name) => elements(security, name));
  expect(
    rules.map((rule) => [rule.nodeName, rule.getAttribute('cleartextTrafficPermitted') ?? rule.getAttribute('src')]),
  ).toEqual([
    ['base-config', 'false'],
    ['certificates', 'system'],
  ]);
  const [application] = elements(parse(read('android/app/src/main/AndroidManifest.xml')), 'application');
  expect(
    application && attributes(application, 'networkSecurityConfig', 'usesCleartextTraffic', 'allowBackup'),
  ).toEqual(['@xml/network_security_config', 'false', 'false']);
  expect(read('ios/App/App/Info.plist')).not.toContain('NSAppTransportSecurity');
  await writeAndroid(join(project, 'android'), settings(SERVER));
  expect(existsSync(join(project, 'android/app/src/brandDebug'))).toBe(false);
});

test('a development build accepts the certificate of --lan, in debug builds alone', async () => {
  const { cert } = await loadCertificate(join(project, 'tls'), ['192.168.1.5']);
  const development = { ...settings(SERVER), isDevelopment: true, certificate: new X509Certificate(cert) };
  await writeAndroid(join(project, 'android'), development);
  expect(filesIn(join(project, 'android/app/src')).filter((path) => path.includes('lan_certificate'))).toEqual([
    'brandDebug/res/raw/lan_certificate.pem',
  ]);
  expect(new X509Certificate(read('android/app/src/brandDebug/res/raw/lan_certificate.pem')).raw).toEqual(
    new X509Certificate(cert).raw,
  );
  const overrides = elements(
    parse(read('android/app/src/brandDebug/res/xml/network_security_config.xml')),
    'debug-overrides',
  );
  expect(overrides.flatMap((rule) => elements(rule, 'certificates')).map((rule) => rule.getAttribute('src'))).toEqual([
    '@raw/lan_certificate',
  ]);

  await writeIos(join(project, 'ios'), development);
  const fingerprint = createHash('sha256').update(new X509Certificate(cert).raw).digest('hex');
  const lines = read('ios/App/Brand/brand.xcconfig')
    .split('\n')
    .filter((line) => line.startsWith('LAN_'));
  expect(lines).toEqual([`LAN_CERTIFICATE_SHA256[config=Debug] = ${fingerprint}`]);
  expect(read('ios/App/App/DevelopmentCertificate.swift')).toMatch(/^#if DEBUG\n[\s\S]*\n#endif\n$/);
});
