/** The one HTML page of the web app, as built, with the parts that a response fills in. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Brand } from '@earth/contracts';
import { escapeHtml } from '../../../http/escape-html';
import type { FirstView } from './first-view';
import { startNote } from './start-note';

/** The kinds of first page: the build lists the files of each. */
export type PageKind = 'app' | 'discover' | 'detail';

interface PageFiles {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

export interface PageParts {
  /** Replaces the title. It may contain user text: no placeholder in it is replaced. */
  readonly head: string;
  readonly kind: PageKind;
  readonly language: string;
  readonly nonce: string;
  readonly view: FirstView | null;
  readonly brand: Brand;
}

const TITLE = /<title>[^<]*<\/title>/;
const ENTRY = /<script type="module"[^>]*src="([^"]+)"[^>]*><\/script>/;
const LINKS = /\s*<link rel="(modulepreload|stylesheet)"[^>]*>/g;
/** The logo of the built page. */
const LOGO = '/brand/logo.svg';
const SPLASH = /<div id="splash"[^>]*>.*?<\/div>/s;

/**
 * If there is a first view, the scripts are loaded after it has been painted: they are twenty times as large. They run once its
 * first pictures are loaded too, since running them delays the pictures, or after a timeout. A page in the background is not
 * painted, and a page in another language than the device's is not shown: those do not wait.
 */
const LOADER = `((scripts, entry) => {
  const add = (tag, attributes) =>
    document.head.append(Object.assign(document.createElement(tag), { crossOrigin: '', ...attributes }));
  const painted = () => new Promise((resolve) => new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true }));
  const pictures = () =>
    Promise.allSettled([...document.querySelectorAll('#splash img[fetchpriority="high"]')].map((image) => image.decode()));
  const isShown = !document.documentElement.dataset.otherLanguage;
  const after = (what, ms) =>
    isShown ? Promise.race([what(), new Promise((resolve) => setTimeout(resolve, ms))]) : Promise.resolve();
  after(painted, 500)
    .then(() => scripts.forEach((href) => add('link', { rel: 'modulepreload', href })))
    .then(() => after(pictures, 1000))
    .then(() => add('script', { type: 'module', src: entry }));
})`;

/** The brand's colours under the names of `tokens.css`, until the app sets them itself. */
const coloursOf = ({ colors }: Brand): string =>
  `:root{--brand:${colors.brand};--brand-ink:${colors.brandInk};--accent-light:${colors.accentLight};--accent-dark:${colors.accentDark}}`;

/** @param folder the built web app */
export function createPage(folder: string): (parts: PageParts) => string {
  const built = readFileSync(join(folder, 'index.html'), 'utf8');
  const list = join(folder, '.vite/pages.json');
  const files = (existsSync(list) ? JSON.parse(readFileSync(list, 'utf8')) : {}) as Partial<
    Record<PageKind, PageFiles>
  >;
  const entry = ENTRY.exec(built)?.[1];
  // The files of the page's kind, by the build, replace those that every page has.
  const bare = built.replaceAll(LINKS, '');

  return ({ head, kind, language, nonce, view, brand }) => {
    const { scripts, styles } = files[kind] ?? { scripts: [], styles: [] };
    const sheets = styles.map((href) => `<link rel="stylesheet" crossorigin href="${href}">`);
    const style = `<style nonce="${nonce}">${coloursOf(brand)}${view?.css ?? ''}</style>`;
    const isLate = view !== null && entry !== undefined;
    const preloads = isLate ? [] : scripts.map((href) => `<link rel="modulepreload" crossorigin href="${href}">`);
    const loader = `<script nonce="${nonce}">${LOADER}(${JSON.stringify(scripts)}, ${JSON.stringify(entry)})</script>`;
    return (files[kind] ? bare : built)
      .replaceAll('__NONCE__', nonce)
      .replaceAll(LOGO, () => escapeHtml(brand.logoUrl))
      .replace('<html lang="en">', `<html lang="${language}">`)
      .replace(ENTRY, (tag) => (isLate ? '' : tag))
      .replace('</head>', () => `${[...sheets, style, ...preloads].join('\n    ')}\n  </head>`)
      .replace(SPLASH, (tag) =>
        isLate
          ? `<div id="splash" data-view="${escapeHtml(kind)}" aria-hidden="true">${view.html}</div>${loader}`
          : tag,
      )
      .replace('</body>', () => `${startNote(language, nonce)}\n  </body>`)
      .replace(TITLE, () => head);
  };
}
