/** Checks the style sheets of the web app: spaces, type, corners and colours are tokens of `ui/tokens.css`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './run.mjs';

const SOURCE = 'apps/web/src';
const TOKENS = 'ui/tokens.css';

const ON_SCALE = /^((scroll-)?(padding|margin)(-[a-z-]+)?|(row-|column-)?gap|font|font-size|border(-[a-z-]+)?-radius)$/;
/** More than a hairline. */
const RAW_PX = /(?<![\w.-])-?(\d{2,}|[2-9]|\d*\.\d+)px\b/;
const RAW_COLOUR = /#[\da-f]{3,8}\b|\b(rgb|hsl|hwb|lab|lch|oklab|oklch)a?\(|(?<![\w-])(white|black)(?![\w-])/i;

/** @returns {boolean} Whether there is nothing to report. */
export function checkStyles() {
  const files = readdirSync(join(ROOT, SOURCE), { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => name.endsWith('.css') && name !== TOKENS);
  const findings = files.flatMap((name) =>
    findingsIn(readFileSync(join(ROOT, SOURCE, name), 'utf8')).map((finding) => `${SOURCE}/${name}:${finding}`),
  );
  for (const finding of findings) console.error(finding);
  if (findings.length === 0) console.log(`${files.length} style sheets take their values from ${TOKENS}.`);
  return findings.length === 0;
}

/**
 * @param {string} css
 * @returns {string[]} For each fault its line and what it is.
 */
export function findingsIn(css) {
  const code = css.replaceAll(/\/\*.*?\*\//gs, (comment) => comment.replaceAll(/[^\n]/g, ' '));
  return [...code.matchAll(/([\w-]+)\s*:([^;{}]*)[;}]/g)].flatMap(({ index, 1: property = '', 2: value = '' }) => {
    const line = code.slice(0, index).split('\n').length;
    const px = ON_SCALE.test(property) && RAW_PX.exec(value)?.[0];
    const colour = RAW_COLOUR.exec(value.replaceAll(/url\(.*?\)/g, ''))?.[0];
    return [
      ...(px ? [`${line}: «${px}» in «${property}» is no token.`] : []),
      ...(colour ? [`${line}: the colour «${value.trim()}» is no token.`] : []),
    ];
  });
}
