/** Installable web app: its manifest, and its icons, drawn from the brand's logo. */
import { readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type Brand, contentLanguage } from '@earth/contracts';
import type { FastifyInstance } from 'fastify';
import sharp from 'sharp';
import type { BrandFolder } from '../../../config/brand';
import { textsOf } from '../../../config/texts';
import type { Context } from '../../../context';
import { ApiError } from '../../../http/api-error';
import { languageOf } from '../../../http/language';
import { readSite, type Site } from '../site';
import type en from './texts/en.json';

const HOUR_SECONDS = 3600;
const ICON_SIZES = [192, 512] as const;
/** The size that iPhones request. */
const APPLE_SIZE = 180;
/** Dots per unit of the drawing, so that the largest icon is not scaled up. */
const LOGO_DPI = 288;

const textsIn = textsOf<typeof en>('apps/server/src/features/operations/web');

/** What the build has: calls, and the menu's targets. */
function shortcutsOf(
  { menu }: Brand,
  callsEnabled: boolean,
): readonly { word: 'saved' | 'contact' | 'assist'; url: string }[] {
  const own = [
    { word: 'saved', url: '/preferiti' },
    { word: 'contact', url: '/contact' },
  ] as const;
  const inMenu = own.filter(({ url }) => menu === null || menu.includes(url));
  return callsEnabled ? [...inMenu, { word: 'assist', url: '/' }] : inMenu;
}

/** W3C Web Application Manifest. Its `start_url` is the landing page of the brand, online and offline. */
function manifestOf({ brand, version }: Site, callsEnabled: boolean, language: string): object {
  const t = textsIn(language);
  const icons = (['any', 'maskable'] as const).flatMap((purpose) =>
    ICON_SIZES.map((size) => ({
      // Another address for another logo: icons are cached.
      src: `/icons/${purpose}-${size}.png${version === 0 ? '' : `?v=${version}`}`,
      sizes: `${size}x${size}`,
      type: 'image/png',
      purpose,
    })),
  );
  return {
    id: `/?app=${brand.appId}`,
    name: brand.title,
    short_name: brand.name,
    description: brand.description[contentLanguage(language)],
    lang: language,
    start_url: '/splash/',
    scope: '/',
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: brand.colors.brandDeep,
    icons,
    shortcuts: shortcutsOf(brand, callsEnabled).map(({ word, url }) => ({
      name: t(word),
      url,
      icons: icons.slice(0, 1),
    })),
  };
}

/** A phone may cut a maskable icon to any shape: its background reaches the edges. */
async function drawIcon(context: Context, { folder, logoUrl, colors }: BrandFolder, icon: Icon): Promise<Buffer> {
  const { size, hasGround } = icon;
  const isOfFolder = logoUrl.startsWith('/brand/');
  const logo = isOfFolder
    ? await readFile(join(folder, basename(logoUrl)))
    : await context.blobs.read(logoUrl.slice(1));
  if (!logo) throw new ApiError('notFound');
  const fit = { fit: 'contain', background: { r: 0, g: 0, b: 0, alpha: 0 } } as const;
  const drawn = sharp(logo, { density: LOGO_DPI, failOn: 'error' }).resize(size, size, fit);
  return await (hasGround ? drawn.flatten({ background: colors.brand }) : drawn).png().toBuffer();
}

interface Icon {
  readonly size: number;
  /** Whether it has the brand's colour behind it. */
  readonly hasGround: boolean;
}

const icons = new Map<string, Icon>([
  ...ICON_SIZES.flatMap((size) =>
    (['any', 'maskable'] as const).map(
      (purpose) => [`${purpose}-${size}.png`, { size, hasGround: purpose === 'maskable' }] as const,
    ),
  ),
  ['apple.png', { size: APPLE_SIZE, hasGround: true }],
]);

/** Each icon is drawn once for a version of the site. */
function createIcons(context: Context) {
  const drawn = new Map<string, Promise<Buffer>>();
  const shown = { version: 0 };
  return async (name: string): Promise<Buffer> => {
    const icon = icons.get(name);
    if (!icon) throw new ApiError('notFound');
    const { brand, version } = await readSite(context);
    if (version !== shown.version) drawn.clear();
    shown.version = version;
    const png = drawn.get(name) ?? drawIcon(context, brand, icon);
    drawn.set(name, png);
    png.catch(() => drawn.delete(name));
    return await png;
  };
}

export function registerInstall(app: FastifyInstance, context: Context): void {
  const { brand, settings } = context;
  const drawIconNamed = createIcons(context);

  app.get('/manifest.webmanifest', async (request, reply) =>
    reply
      .type('application/manifest+json')
      .header('cache-control', 'no-cache')
      .header('vary', 'accept-language')
      .send(
        JSON.stringify(
          manifestOf(await readSite(context), settings.callsEnabled, languageOf(request.headers['accept-language'])),
        ),
      ),
  );
  app.get<{ readonly Params: { readonly name: string } }>('/icons/:name', async ({ params }, reply) => {
    const icon = await drawIconNamed(params.name);
    return reply.type('image/png').header('cache-control', `public, max-age=${HOUR_SECONDS}`).send(icon);
  });
  // Pages for signed-in users are not indexed by search engines.
  app.get('/robots.txt', async (_, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(`User-agent: *\n${brand.loginRequired ? 'Disallow: /' : 'Disallow: /services/\nDisallow: /api/'}\n`),
  );
}
