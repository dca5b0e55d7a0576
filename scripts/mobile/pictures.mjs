/** Icons and splash pictures of the mobile shell, drawn from the brand's logo. */
import sharp from 'sharp';

/** Dots per unit of the drawing, so that the largest icon is not scaled up. */
const LOGO_DPI = 288;
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 };

/** Android's densities and their pixels per dp. */
const DENSITIES = /** @type {const} */ ([
  ['mdpi', 1],
  ['hdpi', 1.5],
  ['xhdpi', 2],
  ['xxhdpi', 3],
  ['xxxhdpi', 4],
]);

/** @typedef {{ path: string, png: Buffer }} Picture */

/**
 * @param {string} logo Its path.
 * @returns {Promise<(size: number, canvas?: number) => Promise<import('sharp').Sharp>>} Draws it with `size` pixels in the middle of a
 *   square of `canvas` pixels.
 */
async function createLogo(logo) {
  const whole = await sharp(logo, { density: LOGO_DPI, failOn: 'error' }).png().toBuffer();
  return async (size, canvas = size) => {
    const drawn = await sharp(whole).resize(size, size, { fit: 'contain', background: CLEAR }).png().toBuffer();
    const before = Math.floor((canvas - size) / 2);
    const after = canvas - size - before;
    return sharp(drawn).extend({ top: before, left: before, bottom: after, right: after, background: CLEAR });
  };
}

/** @param {number} size @param {number} radius */
const shape = (size, radius) =>
  Buffer.from(`<svg width="${size}" height="${size}"><rect width="${size}" height="${size}" rx="${radius}"/></svg>`);

/**
 * @param {import('./shell-brand.mjs').ShellBrand} brand
 * @returns {Promise<Picture[]>} Paths below the folder of resources.
 */
export async function drawForAndroid({ logo, colors }) {
  const draw = await createLogo(logo);
  /** @param {number} size @param {number} radius */
  const icon = async (size, radius) => {
    const ground = await (await draw(size)).flatten({ background: colors.brand }).png().toBuffer();
    return sharp(ground)
      .ensureAlpha()
      .composite([{ input: shape(size, radius), blend: 'dest-in' }])
      .png()
      .toBuffer();
  };
  const pictures = DENSITIES.map(async ([density, scale]) => {
    const folder = `mipmap-${density}`;
    const size = 48 * scale;
    return [
      { path: `${folder}/ic_launcher.png`, png: await icon(size, size / 6) },
      { path: `${folder}/ic_launcher_round.png`, png: await icon(size, size / 2) },
      // An adaptive icon has 108 dp, of which a launcher shows the middle 72.
      {
        path: `${folder}/ic_launcher_foreground.png`,
        png: await (await draw(72 * scale, 108 * scale)).png().toBuffer(),
      },
    ];
  });
  // 288 dp, of which the system shows the middle 192.
  const splash = {
    path: 'drawable-xxxhdpi/splash_icon.png',
    png: await (await draw(192 * 4, 288 * 4)).png().toBuffer(),
  };
  return [...(await Promise.all(pictures)).flat(), splash];
}

const INFO = { author: 'xcode', version: 1 };

/** @param {string} hex `#rrggbb` */
const components = (hex) => {
  const part = (/** @type {number} */ at) => `0x${hex.slice(at, at + 2).toUpperCase()}`;
  return { 'color-space': 'srgb', components: { red: part(1), green: part(3), blue: part(5), alpha: '1.000' } };
};

/** The colour of the page in light and dark mode: `theme-color` in the web app's page. */
const PAGE = { light: '#ffffff', dark: '#111815' };

/**
 * The asset catalog: app icon, splash logo and the colour behind it.
 * @param {import('./shell-brand.mjs').ShellBrand} brand
 * @returns {Promise<{ pictures: Picture[], contents: Record<string, object> }>} Paths below the catalog; `contents` by folder.
 */
export async function drawForIos({ logo, colors }) {
  const draw = await createLogo(logo);
  // The store refuses an icon with transparency.
  const icon = await (await draw(1024)).flatten({ background: colors.brand }).removeAlpha().png().toBuffer();
  const scales = [1, 2, 3];
  const splash = scales.map(async (scale) => ({
    path: `Splash.imageset/splash@${scale}x.png`,
    png: await (await draw(128 * scale)).png().toBuffer(),
  }));
  return {
    pictures: [{ path: 'AppIcon.appiconset/icon.png', png: icon }, ...(await Promise.all(splash))],
    contents: {
      '.': { info: INFO },
      'AppIcon.appiconset': {
        images: [{ filename: 'icon.png', idiom: 'universal', platform: 'ios', size: '1024x1024' }],
        info: INFO,
      },
      'Splash.imageset': {
        images: scales.map((scale) => ({ filename: `splash@${scale}x.png`, idiom: 'universal', scale: `${scale}x` })),
        info: INFO,
      },
      'SplashBackground.colorset': {
        colors: [
          { idiom: 'universal', color: components(PAGE.light) },
          {
            idiom: 'universal',
            appearances: [{ appearance: 'luminosity', value: 'dark' }],
            color: components(PAGE.dark),
          },
        ],
        info: INFO,
      },
    },
  };
}
