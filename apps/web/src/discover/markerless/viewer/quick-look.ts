/** Quick Look, the viewer of iOS: a link with `rel="ar"` to a USDZ file, which is made from the model. */
import { CanvasTexture, type DataTexture, type Material, type Mesh, type Object3D, Texture } from 'three';
import { USDZExporter } from 'three/addons/exporters/USDZExporter.js';
import type { ModelView } from './model-view';

/** Quick Look has read the file by then, ms. */
const KEPT_MS = 60_000;

const isOfPixels = (value: unknown): value is DataTexture => value instanceof Texture && 'isDataTexture' in value;

/** The same texture on a canvas: the exporter takes no bare pixels, which compressed textures are decoded to. */
function onCanvas(texture: DataTexture): Texture {
  const { data, width, height } = texture.image;
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const pixels = new Uint8ClampedArray(data ?? []);
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
  const copy = new Texture().copy(texture);
  copy.source = new CanvasTexture(canvas).source;
  return copy;
}

function exportable(material: Material): Material {
  const textures = Object.entries(material).filter((entry): entry is [string, DataTexture] => isOfPixels(entry[1]));
  if (textures.length === 0) return material;
  const copies = textures.map(([name, texture]) => [name, onCanvas(texture)] as const);
  return Object.assign(material.clone(), Object.fromEntries(copies));
}

/** A copy of the model with materials that the exporter takes. It has the geometry of the original. */
function copyOf(model: Object3D): Object3D {
  const copy = model.clone();
  copy.traverse((one) => {
    const { material } = one as Partial<Mesh>;
    if (material)
      Object.assign(one, { material: Array.isArray(material) ? material.map(exportable) : exportable(material) });
  });
  return copy;
}

/** Rejects if the model cannot be exported. */
export async function openQuickLook({ stand }: ModelView, title: string): Promise<void> {
  const bytes = await new USDZExporter().parseAsync(copyOf(stand));
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type: 'model/vnd.usdz+zip' }));
  const link = document.createElement('a');
  Object.assign(link, { rel: 'ar', href: url, download: `${title}.usdz` });
  // Safari opens Quick Look only for a link whose first child is a picture.
  link.append(document.createElement('img'));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
