/** The details of a content that open in another app: D2.48. */
import type { Content } from '@earth/contracts';
import { pathAtServer } from '../../../platform/server-address';
import { mailAddress, telephoneAddress } from '../../../shared/addresses';
import { webAddress } from '../../../shared/web-address';

export type RowKind =
  | 'web'
  | 'phone'
  | 'email'
  | 'fax'
  | 'youtube'
  | 'pdf'
  | 'skype'
  | 'facebook'
  | 'instagram'
  | 'linkedin'
  | 'twitter'
  | 'google'
  | 'page'
  | 'pinterest'
  | 'shop'
  | 'map';

export interface ContactRow {
  readonly kind: RowKind;
  readonly href: string;
  /** The visible text beside the label. */
  readonly value: string;
  /** A web page, which opens in a new tab. */
  readonly isPage: boolean;
}

/** The zoom level that D9.13 defines for a place. */
const ZOOM = 18;

/** Strips the scheme and `www.`. */
function shortAddress(href: string): string {
  const { host, pathname } = new URL(href);
  return `${host.replace(/^www\./, '')}${pathname.replace(/\/$/, '')}`;
}

function page(kind: RowKind, text: string | null, value?: string | null): ContactRow[] {
  const href = text === null ? null : webAddress(text);
  return href === null ? [] : [{ kind, href, value: value || shortAddress(href), isPage: true }];
}

function telephone(kind: 'phone' | 'fax', text: string | null): ContactRow[] {
  const href = text === null ? null : telephoneAddress(text);
  return href === null ? [] : [{ kind, href, value: text ?? '', isPage: false }];
}

function email(text: string | null): ContactRow[] {
  const href = text === null ? null : mailAddress(text);
  return href === null ? [] : [{ kind: 'email', href, value: text ?? '', isPage: false }];
}

function skype(text: string | null): ContactRow[] {
  const name = text?.trim() ?? '';
  // A name may be `live:anna`; escaping prevents it from adding parameters.
  const href = `skype:${encodeURIComponent(name).replaceAll('%3A', ':')}?chat`;
  return name === '' ? [] : [{ kind: 'skype', href, value: name, isPage: false }];
}

const GOOGLE = /(?:^|\.)(?:google(?:\.[a-z]{2,3}){1,2}|goo\.gl|g\.page|g\.co)$/;

/** The link that is shared, wherever it leads: only one to Google is called so. */
function ownPage(text: string | null): ContactRow[] {
  return page('page', text).map((row) => (GOOGLE.test(new URL(row.href).hostname) ? { ...row, kind: 'google' } : row));
}

/** A file of this server, or an external address. */
export function fileAddress(text: string | null): string | null {
  if (text === null) return null;
  return isOwnFile(text) ? text : webAddress(text);
}

/** The Content-Security-Policy only allows media from this server. */
export const isOwnFile = (text: string): boolean => pathAtServer(text).startsWith('/media/');

function attachment({ attchmUrl, attchmName, attchmDescr }: Content): ContactRow[] {
  const href = fileAddress(attchmUrl);
  const value = [attchmName, attchmDescr].filter(Boolean).join(', ');
  return href === null ? [] : [{ kind: 'pdf', href, value, isPage: true }];
}

export const hasPlace = ({ lat, long }: Content): boolean => lat !== 0 && long !== 0;

function map(content: Content): ContactRow[] {
  if (!hasPlace(content)) return [];
  const { lat, long } = content;
  const href = `https://www.openstreetmap.org/directions?to=${lat}%2C${long}#map=${ZOOM}/${lat}/${long}`;
  return [{ kind: 'map', href, value: `${lat.toFixed(5)}, ${long.toFixed(5)}`, isPage: true }];
}

/**
 * Omits missing and invalid values, and a page that another row leads to already.
 * @param price formatted; empty: none
 */
export function contactRows(content: Content, price: string): readonly ContactRow[] {
  const rows = [
    ...map(content),
    ...page('web', content.webUrl),
    ...telephone('phone', content.phone),
    ...email(content.email),
    ...telephone('fax', content.fax),
    ...page('youtube', content.youtubeUrl, content.youtubeName),
    ...attachment(content),
    ...skype(content.skype),
    ...page('facebook', content.fbUrl),
    ...page('instagram', content.instUrl),
    ...page('linkedin', content.linkedinUrl),
    ...page('twitter', content.twUrl),
    ...ownPage(content.googleUrl),
    ...page('pinterest', content.pinUrl),
    ...page('shop', content.ecommerceUrl, price),
  ];
  const hrefs = rows.map(({ href }) => href);
  return rows.filter(({ kind, href }, index) => kind !== 'page' || hrefs.indexOf(href) === index);
}
