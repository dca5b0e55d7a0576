import type { Bytes } from '../adapters/blobs/blobs';

/**
 * A `Range` header (RFC 9110, 14.2) as the requested part of a file.
 * @returns null: the whole file, also if several parts are requested or the header cannot be parsed; `none`: the range is not
 * satisfiable
 */
export function byteRange(header: string | undefined, size: number): Bytes | 'none' | null {
  const [, from = '', to = ''] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return null;
  if (from === '')
    return Number(to) === 0 || size === 0 ? 'none' : { start: Math.max(0, size - Number(to)), end: size - 1 };
  const [start, end] = [Number(from), to === '' ? size - 1 : Math.min(Number(to), size - 1)];
  if (to !== '' && Number(to) < start) return null;
  return start >= size ? 'none' : { start, end };
}
