/** What the browser of the system shows when an identity provider has sent it back to a mobile app. */
import type { Brand } from '@earth/contracts';
import { textsOf } from '../../../config/texts';
import { escapeHtml as escape } from '../../../http/escape-html';
import type en from './texts/en.json';

const textsIn = textsOf<typeof en>('apps/server/src/features/identity/single-sign-on');

interface AppPage {
  /** Opens the app. */
  readonly link: string;
  /** A browser that restores its tabs loads the page again: then it must not open the app by itself. */
  readonly isFirst: boolean;
  readonly brand: Pick<Brand, 'name' | 'colors' | 'logoUrl'>;
  readonly language: string;
  readonly nonce: string;
}

const styleOf = ({ accentLight, onAccentLight, accentDark, onAccentDark }: Brand['colors']) => `
  :root { color-scheme: light dark; font: 100%/1.5 system-ui, sans-serif; --accent: ${accentLight}; --on: ${onAccentLight} }
  @media (prefers-color-scheme: dark) { :root { --accent: ${accentDark}; --on: ${onAccentDark} } }
  html { background: Canvas; color: CanvasText }
  body { max-width: 26rem; margin: 0 auto; padding: 3rem 1.5rem }
  img { height: 3rem }
  h1 { font-size: 1.5rem; line-height: 1.25; margin: 1.5rem 0 .5rem }
  a { color: var(--accent) }
  .open { display: block; margin: 2rem 0; padding: .875rem; border-radius: .75rem; background: var(--accent); color: var(--on);
    font-weight: 600; text-align: center; text-decoration: none }
`;

/** It tries to open the app at once; the link is for browsers that want a tap first. */
export function appPage({ link, isFirst, brand, language, nonce }: AppPage): string {
  const t = textsIn(language);
  const app = brand.name;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
${isFirst ? `<meta http-equiv="refresh" content="0; url=${escape(link)}">` : ''}
<link rel="icon" href="${escape(brand.logoUrl)}">
<title>${escape(t('title', { app }))}</title>
<style nonce="${nonce}">${styleOf(brand.colors)}</style>
</head>
<body>
<main>
<img src="${escape(brand.logoUrl)}" alt="">
<h1>${escape(t('title', { app }))}</h1>
<p>${escape(t('line'))}</p>
<p><a class="open" href="${escape(link)}">${escape(t('open', { app }))}</a></p>
<p>${escape(t('elsewhere'))} <a href="/login/">${escape(t('inBrowser'))}</a></p>
</main>
</body>
</html>
`;
}
