/**
 * Public assets: files that anybody may read, at URLs that contain a hash of their bytes, so that they can be cached for ever. Files that
 * only some people may read are those of contents, calls and rooms.
 */
import { createHash } from 'node:crypto';
import type { Context } from '../../context';

/** The kinds, which are also the first part of their URLs, with the media types of their extensions. */
const KINDS = {
  pictures: { webp: 'image/webp' },
  maps: { kml: 'application/vnd.google-earth.kml+xml', kmz: 'application/vnd.google-earth.kmz' },
  'company-audio': { mp3: 'audio/mpeg' },
} as const satisfies Readonly<Record<string, Readonly<Record<string, string>>>>;
type Kinds = typeof KINDS;
export type AssetKind = keyof Kinds;

export const assetKinds = Object.keys(KINDS) as readonly AssetKind[];

type NewAsset = {
  [Kind in AssetKind]: {
    readonly kind: Kind;
    readonly ending: keyof Kinds[Kind];
    readonly bytes: Uint8Array;
    /** Given if the asset may be deleted: equal files of two owners are then two assets. */
    readonly ownerId?: string;
  };
}[AssetKind];

interface Asset {
  /** The key of its blob. */
  readonly key: string;
  /** Its media type. */
  readonly type: string;
}

/** @returns its URL */
export async function storeAsset({ blobs }: Context, { kind, ending, bytes, ownerId }: NewAsset): Promise<string> {
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
  const key = `${kind}/${ownerId === undefined ? '' : `${ownerId}-`}${hash}.${ending}`;
  await blobs.write(key, bytes);
  return `/${key}`;
}

/** Finds an asset by its name: hash and extension, after the id of its owner if it has one. Null: there can be none. */
export function findAsset(kind: AssetKind, name: string): Asset | null {
  const [, ending = ''] = /^(?:[0-9a-f-]{36}-)?[0-9a-f]{32}\.(\w+)$/.exec(name) ?? [];
  const type = new Map<string, string>(Object.entries(KINDS[kind])).get(ending);
  return type === undefined ? null : { key: `${kind}/${name}`, type };
}

/** The asset behind a URL; null: it is that of none. */
function assetOf(url: string): Asset | null {
  const kind = assetKinds.find((one) => url.startsWith(`/${one}/`));
  return kind ? findAsset(kind, url.slice(`/${kind}/`.length)) : null;
}

/** Deletes the asset behind a URL; any other URL changes nothing. */
export async function deleteAsset({ blobs }: Context, url: string): Promise<void> {
  const asset = assetOf(url);
  if (asset) await blobs.delete(asset.key);
}

/** The bytes of the asset behind a URL; 0 for any other URL. */
export async function sizeOfAsset({ blobs }: Context, url: string): Promise<number> {
  const asset = assetOf(url);
  return asset ? ((await blobs.size(asset.key)) ?? 0) : 0;
}
