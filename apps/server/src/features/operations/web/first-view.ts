/**
 * First view: server-rendered content of a visitor's page, shown until the app's scripts are loaded and have rendered the same. It
 * is not interactive. The classes are those of the app's own components, whose styles the page includes.
 */
import {
  AR_CODE,
  type Brand,
  type ContentItem,
  type ContentPicture,
  ContentType,
  ContentView,
  HOME_CODE,
  leadOf,
  type MenuItem,
  skinColours,
} from '@earth/contracts';
import { textsOf } from '../../../config/texts';
import { escapeHtml } from '../../../http/escape-html';
import type en from './texts/en.json';

/** Fills a tall phone, and a desktop. */
const SHOWN = 7;
/** A header picture as the skin has it (D2.46). */
const IMAGE_HIDDEN = 1;
const IMAGE_WHOLE = 3;
/** Of which views the lists have a search bar (D2.43). */
const SEARCHED: ReadonlySet<number> = new Set([ContentView.info, ContentView.place]);

const textsIn = textsOf<typeof en>('apps/server/src/features/operations/web');

/** The day of an event, and nothing of other contents. English dates use the European form. */
function dayOf({ ctnType, date }: ContentItem['content'], language: string): string | null {
  if (ctnType !== ContentType.event) return null;
  const locale = language === 'en' ? 'en-GB' : language;
  return new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(date));
}

export interface FirstView {
  readonly html: string;
  /** Style rules of this view alone: the content policy forbids style attributes. */
  readonly css: string;
}

interface Image {
  readonly url: string | null;
  readonly picture: ContentPicture | null;
  readonly sizes: string;
  readonly classes: string;
  readonly blurred: string;
  /** Whether it is visible at once: the others are loaded lazily. */
  readonly isFirst: boolean;
}

/** The same attributes as the app writes, so that the browser has the picture cached when the app renders it. */
function imageOf({ url, picture, sizes, classes, blurred, isFirst }: Image): string {
  if (!url) return '';
  const widths = picture?.sources.map((source) => `${source.url} ${source.width}w`).join(', ');
  const others = widths ? ` srcset="${escapeHtml(widths)}" sizes="${escapeHtml(sizes)}"` : '';
  const small = picture ? `<img class="${blurred}" src="${escapeHtml(picture.placeholder)}" alt="">` : '';
  return `${small}<img class="${classes}" src="${escapeHtml(url)}"${others} alt="" fetchpriority="${isFirst ? 'high' : 'low'}" decoding="async">`;
}

const thumbOf = (place: string, image: Omit<Image, 'classes' | 'blurred'>) =>
  `<span class="menu-Picture_frame ${place}">${imageOf({
    ...image,
    classes: 'menu-Picture_image',
    blurred: 'menu-Picture_blurred',
  })}</span>`;

const lineOf = (text: string | null | undefined, classes: string) =>
  text ? `<span class="${classes}">${escapeHtml(text)}</span>` : '';

const searchField = (label: string) =>
  `<div class="lists-discover_search"><div class="ui-controls-SearchField_field"><span class="first-icon"></span>${escapeHtml(label)}</div></div>`;

const button = '<span class="ui-controls-IconButton_button ui-controls-IconButton_field"></span>';

/** The frame of every visitor's page. */
const framed = ({ logoUrl, name }: Brand, inner: string, hasTop = false): string => {
  const logo = `<img src="${escapeHtml(logoUrl)}" alt="" width="36" height="36">`;
  const top = `<div class="app-DiscoverShell_top">${logo}<span class="app-DiscoverShell_brand">${escapeHtml(name)}</span>${button}</div>`;
  return [
    '<div class="app-DiscoverShell_shell"><div class="app-Navigation_rail"></div>',
    `<div class="app-DiscoverShell_main">${hasTop ? top : ''}${inner}</div>`,
    '<div class="app-Navigation_bar"></div></div>',
  ].join('');
};

function tileOf({ title, descr, imageUrl: url }: MenuItem, index: number): string {
  const image = { url, picture: null, sizes: '(min-width: 1024px) 300px, 50vw', isFirst: index < 1 };
  const thumb = thumbOf('lists-Tiles_picture', image);
  return `<li class="lists-Tiles_tile">${thumb}<span class="lists-Tiles_link">${escapeHtml(title)}</span>${lineOf(descr, 'lists-Tiles_line')}</li>`;
}

const isAt = ({ code }: MenuItem, address: string) => code?.replace(/\/$/, '') === address;

const isTile = (item: MenuItem): boolean =>
  item.imageUrl !== null && ![HOME_CODE, AR_CODE].some((address) => isAt(item, address));

/** Augmented reality has a card with a button. */
function arCardOf(menu: readonly MenuItem[], language: string): string {
  const entry = menu.find((item) => isAt(item, AR_CODE));
  if (!entry) return '';
  const words = `<h2 class="lists-ArEntry_title">${escapeHtml(entry.title)}</h2><p>${textsIn(language)('arLine')}</p>`;
  return `<div class="lists-ArEntry_card"><span class="lists-ArEntry_logo"></span><div class="lists-ArEntry_words">${words}</div>${button}</div>`;
}

/** The start page of a visitor: the menu's entries that have a picture. Null if none has: the app then shows what there is. */
export function startView(brand: Brand, menu: readonly MenuItem[], language: string): FirstView | null {
  const tiles = menu.filter(isTile).slice(0, SHOWN);
  if (tiles.length === 0) return null;
  const t = textsIn(language);
  const { searchBar } = brand.discover;
  const inner = [
    '<div class="lists-discover_column"><div class="lists-discover_welcome">',
    `<h1 class="lists-discover_welcomeTitle">${escapeHtml(t('welcome', { name: brand.name }))}</h1><p>${t(searchBar ? 'welcomeLine' : 'welcomeLineOnly')}</p></div>`,
    searchBar ? searchField(t('search')) : '',
    `<div class="lists-discover_padded">${arCardOf(menu, language)}<ul class="lists-Tiles_tiles">${tiles.map(tileOf).join('')}</ul></div></div>`,
  ].join('');
  return { html: framed(brand, inner, true), css: '' };
}

function rowOf({ content }: ContentItem, index: number, language: string): string {
  const { title, descr, image, imageUrl: url } = content;
  const line = descr.split('\n', 1)[0];
  return [
    '<div class="ui-rows-RowLink_row lists-contents_row">',
    thumbOf('lists-contents_thumb', { url, picture: image, sizes: '130px', isFirst: index < 2 }),
    `<span class="lists-contents_words"><span class="ui-rows-RowLink_link lists-contents_link">${escapeHtml(title)}</span>`,
    `${lineOf(dayOf(content, language), 'lists-contents_line')}${lineOf(line, 'lists-contents_line')}</span><span class="lists-contents_star">${button}</span></div>`,
  ].join('');
}

interface Listed {
  readonly entry: Omit<MenuItem, 'items'>;
  readonly items: readonly ContentItem[];
}

/** The contents of a menu entry. */
export function listView(brand: Brand, { entry, items }: Listed, language: string): FirstView {
  const [first] = items;
  const line = first?.brand && first.brand.name !== entry.title ? first.brand.name : entry.descr;
  const hasSearch = brand.discover.searchBar && SEARCHED.has(entry.ctnView);
  const inner = [
    `<div class="menu-PageHead_head">${button}<div class="menu-PageHead_words">`,
    `<h1 class="menu-PageHead_title">${escapeHtml(entry.title)}</h1>`,
    `${line ? `<p class="menu-PageHead_line">${escapeHtml(line)}</p>` : ''}</div>${button}</div>`,
    `<div class="lists-discover_column">${hasSearch ? searchField(textsIn(language)('search')) : ''}`,
    `${items
      .slice(0, SHOWN)
      .map((item, index) => rowOf(item, index, language))
      .join('')}</div>`,
  ].join('');
  const colours = skinColours(first?.skin);
  const css = colours ? `#splash .menu-PageHead_head{--head:${colours.ground};--head-ink:${colours.ink}}` : '';
  return { html: framed(brand, inner), css };
}

/** Whether its text follows the title directly: not if tabs, a video or audio come first. */
function isTextFirst({ ctnView, lat, long, videoUrl, audioUrl }: ContentItem['content']): boolean {
  const isPlain = ctnView === ContentView.model || ctnView === ContentView.keypoint || ctnView === ContentView.scene;
  const hasTabs = !isPlain && (ctnView === ContentView.itinerary || (lat !== 0 && long !== 0));
  return !hasTabs && videoUrl === null && audioUrl === null;
}

/** One content: its picture, title and description. */
export function contentView(brand: Brand, item: ContentItem, language: string): FirstView {
  const { content, skin } = item;
  const isWhole = skin?.imageType === IMAGE_WHOLE;
  const hasVideo = content.ctnView === ContentView.model && content.videoUrl !== null;
  const hasHero = content.imageUrl !== null && skin?.imageType !== IMAGE_HIDDEN && !hasVideo;
  const fit = isWhole ? ' detail-content-image_whole' : '';
  const image = imageOf({
    url: content.imageUrl,
    picture: content.image,
    sizes: '(min-width: 1024px) 560px, 100vw',
    classes: `detail-content-image_image${fit}`,
    blurred: `detail-content-image_image${fit} detail-content-image_blurred`,
    isFirst: true,
  });
  const { lead, text } = leadOf(content.descr);
  const line = [dayOf(content, language), item.brand?.name].filter(Boolean).join(' · ');
  const inner = [
    `<div class="detail-content-detail_page" data-has-hero="${hasHero}">`,
    `<div class="detail-content-detail_bar">${button}</div>`,
    hasHero ? `<div class="detail-content-detail_hero">${image}</div>` : '',
    '<div class="detail-content-detail_text"><div class="detail-content-detail_head">',
    `<h1 lang="${content.locale}">${escapeHtml(content.title)}</h1>`,
    lead ? `<p class="detail-content-detail_lead" lang="${content.locale}">${escapeHtml(lead)}</p>` : '',
    `${line ? `<p class="detail-content-detail_line">${escapeHtml(line)}</p>` : ''}</div>`,
    isTextFirst(content)
      ? `<p class="detail-content-detail_description" lang="${content.locale}">${escapeHtml(text)}</p>`
      : '',
    '</div></div>',
  ].join('');
  const ratio = isWhole && content.image ? `${content.image.width} / ${content.image.height}` : null;
  return {
    html: framed(brand, inner),
    css: ratio ? `#splash .detail-content-detail_hero{aspect-ratio:${ratio}}` : '',
  };
}
