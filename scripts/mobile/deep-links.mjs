/** The addresses of the web app that open the mobile app, as `packages/contracts` lists them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../run.mjs';

/** @returns {{ path: string, isPrefix: boolean }[]} */
export function deepLinkPaths() {
  /** @type {string[]} */
  const paths = JSON.parse(readFileSync(join(ROOT, 'packages/contracts/src/deep-links.json'), 'utf8'));
  return paths.map((path) => ({ path: path.replace(/\*$/, ''), isPrefix: path.endsWith('*') }));
}

/** @type {Record<string, string>} */
const SIGNS = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** @param {string} text */
export const escapeXml = (text) => text.replaceAll(/[&<>"]/g, (sign) => SIGNS[sign] ?? sign);
