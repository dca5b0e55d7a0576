/** Link preview of a public content, for readers that run no script: messengers, search engines. */
import { type Brand, contentLanguage, type ContentItem, ContentView, cutText, type Language } from '@earth/contracts';
import { escapeHtml } from '../../../http/escape-html';

const DESCRIPTION_MAX = 200;

const localeNames = { en: 'en_GB', it: 'it_IT' } as const satisfies Record<Language, string>;

interface Site {
  /** The origin of the web app. */
  readonly origin: string;
  /** Its title. */
  readonly title: string;
}

/** In one line, cut between words at the length that is shown. */
function shortened(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_MAX) return line;
  return `${cutText(line, DESCRIPTION_MAX).replace(/\s+\S*$/, '')}…`;
}

/** The type of schema.org, with its specific properties. */
function kindOf({ ctnView, lat, long, date, locale, phone }: ContentItem['content']): object {
  const telephone = phone === null ? {} : { telephone: phone };
  switch (ctnView) {
    case ContentView.place: {
      const geo = { '@type': 'GeoCoordinates', latitude: lat, longitude: long };
      return { '@type': 'Place', ...telephone, ...(lat !== 0 && long !== 0 && { geo }) };
    }
    case ContentView.company:
      return { '@type': 'Organization', ...telephone };
    case ContentView.businessCard:
      return { '@type': 'Person', ...telephone };
    case ContentView.itinerary:
      return { '@type': 'TouristTrip' };
    default:
      return { '@type': 'CreativeWork', inLanguage: locale, datePublished: new Date(date).toISOString() };
  }
}

/** JSON that cannot close an element of the page: it contains no `<`. */
const dataOf = (thing: object) => JSON.stringify(thing).replaceAll('<', String.raw`\u003c`);

/** @returns the same for a page without a content */
export const headOf = ({ title, description }: Brand, language: string): string =>
  `<title>${escapeHtml(title)}</title>\n    <meta name="description" content="${escapeHtml(description[contentLanguage(language)])}">`;

/** @returns the elements of a page's head that describe a content, including its title */
export function previewOf(item: ContentItem, { origin, title: siteTitle }: Site): string {
  const { content } = item;
  const address = `${origin}/content-detail/${content.id}`;
  const image = content.imageUrl === null ? null : new URL(content.imageUrl, origin).href;
  const descr = shortened(content.descr);
  const texts = { 'og:title': content.title, ...(descr && { 'og:description': descr }) };
  const properties = {
    'og:type': 'article',
    'og:site_name': siteTitle,
    'og:locale': localeNames[content.locale],
    'og:url': address,
    ...texts,
    ...(image !== null && { 'og:image': image, 'og:image:alt': content.title }),
  };
  const names = { ...(descr && { description: descr }), 'twitter:card': image ? 'summary_large_image' : 'summary' };
  const thing = {
    '@context': 'https://schema.org',
    ...kindOf(content),
    name: content.title,
    url: address,
    ...(descr && { description: descr }),
    ...(image !== null && { image }),
  };
  const metas = (attribute: string, values: Readonly<Record<string, string>>) =>
    Object.entries(values).map(([name, value]) => `<meta ${attribute}="${name}" content="${escapeHtml(value)}">`);
  return [
    `<title>${escapeHtml(`${content.title} · ${siteTitle}`)}</title>`,
    `<link rel="canonical" href="${escapeHtml(address)}">`,
    ...metas('name', names),
    ...metas('property', properties),
    `<script type="application/ld+json">${dataOf(thing)}</script>`,
  ].join('\n    ');
}
