/** What a device needs to recognize without a network: the net, and the index and the products of a catalogue. It stays on the device. */
import type { CatalogueProduct } from '@earth/contracts';
import type { Sending } from '@earth/messaging';
import kernelsUrl from '@earth/vision/recognition.wasm?url';
import netUrl from '@earth/vision/recognition-net.bin?url';
import { api } from '../../../platform';
import { fetchAsset } from '../../../platform/http/asset';
import type { ContentLanguage } from '../../lists/model/content-queries';
import type { CatalogueName } from '../model/catalogue';
import { isKept, keptFile, keptJson, networkFirst } from '../../vision';

export interface DeviceCatalogue {
  readonly index: Uint8Array;
  readonly products: readonly CatalogueProduct[];
  readonly net: ArrayBuffer;
  readonly kernels: ArrayBuffer;
}

/** A catalogue of at most this size is downloaded without asking, unless the device saves data. */
export const UNASKED_BYTES_MAX = 1_000_000;

const customer = ({ customerCode }: CatalogueName) => (customerCode === null ? {} : { customerCode });
const addressOf = ({ modelCode, customerCode }: CatalogueName) =>
  `/api/deep/catalogues/${encodeURIComponent(modelCode)}?customerCode=${encodeURIComponent(customerCode ?? '')}`;

const indexAddress = (name: CatalogueName) => `${addressOf(name)}&index`;
const productsAddress = (name: CatalogueName, l: ContentLanguage) => `${addressOf(name)}&products&l=${l}`;

/** Whether the device has the catalogue. */
export const hasDeviceCatalogue = (name: CatalogueName): Promise<boolean> => isKept(indexAddress(name));

/** The copies of the last time, without the network; null: one is missing. */
export async function keptDeviceCatalogue(name: CatalogueName, l: ContentLanguage): Promise<DeviceCatalogue | null> {
  const [index, products, net, kernels] = await Promise.all([
    keptFile(indexAddress(name)),
    keptFile(productsAddress(name, l)),
    keptFile(netUrl),
    keptFile(kernelsUrl),
  ]);
  if (!index || !products || !net || !kernels) return null;
  const listed = JSON.parse(new TextDecoder().decode(products)) as readonly CatalogueProduct[];
  return { index, products: listed, net: net.slice().buffer, kernels: kernels.slice().buffer };
}

async function asset(url: string, signal: AbortSignal): Promise<ArrayBuffer> {
  const bytes = await networkFirst(url, async () => new Uint8Array(await fetchAsset(url, signal)));
  return bytes.slice().buffer;
}

/**
 * From the network, and without an answer from the device.
 * @throws ApiError if it is on neither
 */
export async function loadDeviceCatalogue(
  name: CatalogueName,
  l: ContentLanguage,
  { signal, onProgress }: Sending,
): Promise<DeviceCatalogue> {
  const input = { modelcode: name.modelCode, ...customer(name) };
  // The parts are about equally large; the index alone reports its progress.
  const shares = { index: 0, products: 0, net: 0, kernels: 0 };
  const report = (part: keyof typeof shares, share: number) => {
    shares[part] = share;
    onProgress(Object.values(shares).reduce((sum, one) => sum + one, 0) / 4);
  };
  const reported = async <Part>(part: keyof typeof shares, coming: Promise<Part>): Promise<Part> => {
    const loaded = await coming;
    report(part, 1);
    return loaded;
  };
  const loadIndex = () => api.getCatalogueIndex(input, { signal, onProgress: (share) => report('index', share) });
  const loadProducts = async (): Promise<readonly CatalogueProduct[]> =>
    (await api.listCatalogueProducts({ ...input, l })).items;
  const [index, products, net, kernels] = await Promise.all([
    reported('index', networkFirst(indexAddress(name), loadIndex)),
    reported('products', keptJson(productsAddress(name, l), loadProducts)),
    reported('net', asset(netUrl, signal)),
    reported('kernels', asset(kernelsUrl, signal)),
  ]);
  return { index, products, net, kernels };
}
