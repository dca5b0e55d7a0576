/** The web app as the mobile shell bundles it. */
import { createHash } from 'node:crypto';
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync, copyFileSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { escapeXml } from './deep-links.mjs';

/** The shell reads files as they are, has no service worker, and lists nothing. */
const LEFT_OUT = /(?:^|[\\/])(?:\.[^\\/]*|sw\.js)$|\.(?:br|gz)$/;

const INLINE = /<script nonce="__NONCE__">([\s\S]*?)<\/script>/g;
/** What the server answers alone: nobody asks the shell's pages for these. */
const OF_A_SERVER = /\s*<link rel="(?:apple-touch-icon|manifest|preload)"[^>]*>|\s*<meta name="csp-nonce"[^>]*>/g;

/** @param {string} text */
const hashOf = (text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/**
 * The content policy of the server's pages, but for another origin: what a server names besides itself (maps, LiveKit) is not known yet.
 * @param {string} server The origins of the server: one, or `https:`.
 * @param {{ scripts: string, styles: string }} hashes
 */
const policy = (server, { scripts, styles }) => {
  // WebKit does not take the scheme of the shell for the page's own.
  const own = "'self' capacitor://localhost";
  return [
    "default-src 'none'",
    `script-src ${own} ${scripts}`,
    `style-src ${own} ${styles}`,
    `img-src ${own} data: blob: ${server}`,
    `media-src ${own} blob: ${server}`,
    `font-src ${own}`,
    `connect-src ${own} https: wss:`,
    `worker-src ${own}`,
    "base-uri 'none'",
    `form-action ${own}`,
    `frame-src ${own}`,
  ].join('; ');
};

/**
 * All that `theme.ts` of the web app sets: the first screen is shown before a server has given its brand.
 * @param {import('./shell-brand.mjs').ShellBrand} brand
 */
const coloursOf = ({ colors }) => {
  const names = /** @type {const} */ ([
    'brand',
    'brandInk',
    'brandDeep',
    'accentLight',
    'onAccentLight',
    'accentDark',
    'onAccentDark',
  ]);
  const variable = (/** @type {string} */ name) => name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  return `:root{${names.map((name) => `--${variable(name)}:${colors[name]}`).join(';')}}`;
};

/**
 * @param {string} page The built page, with the placeholders that the server fills in.
 * @param {import('./shell.mjs').ShellSettings} settings
 */
function shellPage(page, { brand, server, withoutPushes }) {
  const style = coloursOf(brand);
  const inline = [...page.matchAll(INLINE)].map(([, script = '']) => hashOf(script));
  const content = policy(server ?? 'https:', { scripts: inline.join(' '), styles: hashOf(style) });
  const metas = [
    `<meta http-equiv="content-security-policy" content="${content}" />`,
    `<meta name="earth-scheme" content="${brand.scheme}" />`,
    `<meta name="earth-logo" content="${escapeXml(brand.logoUrl)}" />`,
    `<meta name="earth-cover" content="${escapeXml(brand.coverUrl)}" />`,
    ...(withoutPushes ? ['<meta name="earth-without" content="PushNotifications" />'] : []),
    ...(server === null ? [] : [`<meta name="earth-server" content="${server}" />`]),
  ];
  return page
    .replaceAll(OF_A_SERVER, '')
    .replaceAll(' nonce="__NONCE__"', '')
    .replaceAll('/brand/logo.svg', () => escapeXml(brand.logoUrl))
    .replace(/<title>[^<]*<\/title>/, () => `<title>${escapeXml(brand.name)}</title>`)
    .replace('<meta charset="utf-8" />', (first) => [first, ...metas].join('\n    '))
    .replace('</head>', () => `  <style>${style}</style>\n  </head>`);
}

/**
 * @param {string} folder Where they go.
 * @param {string} built The built web app.
 * @param {import('./shell.mjs').ShellSettings} settings
 */
export function writePages(folder, built, settings) {
  rmSync(folder, { recursive: true, force: true });
  cpSync(built, folder, { recursive: true, filter: (path) => !LEFT_OUT.test(relative(built, path)) });
  writeFileSync(join(folder, 'index.html'), shellPage(readFileSync(join(built, 'index.html'), 'utf8'), settings));
  // For the screens before the server has given its brand, which may be another.
  mkdirSync(join(folder, 'brand'), { recursive: true });
  for (const url of [settings.brand.logoUrl, settings.brand.coverUrl])
    copyFileSync(join(settings.brand.folder, basename(url)), join(folder, 'brand', basename(url)));
}
