/** URLs of the files of contents: plain ones, or for private contents signed ones that expire. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import type { ContentPicture } from '@earth/contracts';
import type { Context } from '../../../context';
import type { FileRow } from './store';

/** For cards, for details, for the full screen. */
const WIDTHS = [400, 800, 1600] as const;
export const LARGEST = 1600;
const PERIOD_SECONDS = 3600;

/** The widths in which a picture is stored; none is larger than the original. */
export const widthsOf = (width: number): number[] => [
  ...WIDTHS.filter((one) => one < width),
  ...(width < LARGEST ? [width] : []),
];

/** The names of a stored file's parts. A picture has its variants, the most compatible one last; a drawn WebP has only itself. */
export function partsOf({ kind, ending, width }: Pick<FileRow, 'kind' | 'ending' | 'width'>): string[] {
  if (ending === null) return [];
  if (kind !== 'image' && kind !== 'gallery') return [`file.${ending}`];
  const widths = widthsOf(width ?? 0).map((one) => `${one}.webp`);
  return ending === 'webp' ? widths : [...widths, `full.${ending}`];
}

export const blobKeyOf = (fileId: string, part: string) => `contents/${fileId}/${part}`;

/** Creates and verifies signed URLs. They change every hour and are valid for two, so that a page can be cached meanwhile. */
export function createSigner({ clock, secrets }: Pick<Context, 'clock' | 'secrets'>) {
  const sign = (fileId: string, expires: string) =>
    createHmac('sha256', secrets.mediaKey).update(`${fileId} ${expires}`).digest('base64url');
  const seconds = () => clock.now().getTime() / 1000;
  const expires = String((Math.floor(seconds() / PERIOD_SECONDS) + 2) * PERIOD_SECONDS);
  return {
    /** The expiry of the created URLs, in seconds since 1970. */
    expires,
    /** The query of a URL. */
    ending: (fileId: string) => `?e=${expires}&s=${sign(fileId, expires)}`,
    isGood(fileId: string, { e, s }: { readonly e: string; readonly s: string }): boolean {
      const expected = Buffer.from(sign(fileId, e));
      const given = Buffer.from(s);
      return given.length === expected.length && timingSafeEqual(given, expected) && Number(e) > seconds();
    },
  };
}
export type Signer = ReturnType<typeof createSigner>;

/** The URLs of a content's files. @param signer null: it is public */
export function createAddresses(signer: Signer | null) {
  const addressOf = (id: string, part: string) => `/media/${id}/${part}${signer?.ending(id) ?? ''}`;
  return {
    of(file: Pick<FileRow, 'id' | 'kind' | 'url' | 'ending' | 'width'>): string | null {
      if (file.url !== null) return file.url;
      const part = partsOf(file).at(-1);
      return part === undefined ? null : addressOf(file.id, part);
    },
    /** A picture in the smallest of its widths. */
    smallest: ({ id, width }: Pick<FileRow, 'id'> & { readonly width: number }): string =>
      addressOf(id, `${widthsOf(width)[0] ?? width}.webp`),
    picture({ id, ending, width, height, placeholder }: FileRow): ContentPicture | null {
      if (ending === null || width === null || height === null) return null;
      const sources = widthsOf(width).map((one) => ({
        url: addressOf(id, `${one}.webp`),
        width: one,
        type: 'image/webp',
      }));
      return { width, height, placeholder: placeholder ?? '', sources };
    },
  };
}
