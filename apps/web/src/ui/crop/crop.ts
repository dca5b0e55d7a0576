/** The part of a turned picture that is kept. */

/** In pixels of the turned picture. */
export interface Area {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Longest side of a cropped picture: larger ones are shown by no screen. */
export const SIDE_MAX = 4096;

/** The box that a picture fills when it is turned by quarters of a circle. */
export const turnedSize = (width: number, height: number, quarters: number) =>
  quarters % 2 === 0 ? { width, height } : { width: height, height: width };

/** The size at which an area is stored. */
export function sizeOf({ width, height }: Pick<Area, 'width' | 'height'>, sideMax = SIDE_MAX) {
  const scale = Math.min(1, sideMax / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)), scale };
}

/** Draws the area of a picture that is turned clockwise. @throws if the browser cannot */
export async function cropPicture(
  picture: HTMLImageElement,
  area: Area,
  quarters: number,
  { type, sideMax }: { readonly type: 'image/jpeg' | 'image/png'; readonly sideMax: number },
): Promise<Blob> {
  const { width, height, scale } = sizeOf(area, sideMax);
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d');
  if (!context) throw new Error('The browser cannot draw');
  const turned = turnedSize(picture.naturalWidth, picture.naturalHeight, quarters);
  // Without transparency it would become black.
  if (type === 'image/jpeg') {
    context.fillStyle = 'white';
    context.fillRect(0, 0, width, height);
  }
  context.imageSmoothingQuality = 'high';
  context.scale(scale, scale);
  context.translate(turned.width / 2 - area.x, turned.height / 2 - area.y);
  context.rotate((quarters * Math.PI) / 2);
  context.drawImage(picture, -picture.naturalWidth / 2, -picture.naturalHeight / 2);
  return await new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture cannot be stored'))), type, 0.92);
  });
}
