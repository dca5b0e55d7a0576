/** A QR code as a file to print. */
import { encodeQR } from 'qr';

/** The quiet zone in modules (ISO/IEC 18004). */
const QUIET = 4;
/** Pixels of a module: sharp on 4 cm at 300 dpi. */
const MODULE_PX = 16;

function svgOf(rows: readonly (readonly boolean[])[]): string {
  const side = rows.length;
  const cells = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : [])));
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${side} ${side}" shape-rendering="crispEdges"><rect width="${side}" height="${side}" fill="#fff"/><path d="${cells.join('')}"/></svg>`;
}

async function pngOf(rows: readonly (readonly boolean[])[]): Promise<Blob> {
  const side = rows.length * MODULE_PX;
  const canvas = new OffscreenCanvas(side, side);
  const context = canvas.getContext('2d');
  if (!context) throw new Error('There is no canvas');
  context.fillStyle = '#ffffff';
  context.fillRect(0, 0, side, side);
  context.fillStyle = '#000000';
  for (const [y, row] of rows.entries())
    for (const [x, isDark] of row.entries())
      if (isDark) context.fillRect(x * MODULE_PX, y * MODULE_PX, MODULE_PX, MODULE_PX);
  return await canvas.convertToBlob({ type: 'image/png' });
}

/** Dark on light, with its quiet zone. */
export async function codeFile(text: string, kind: 'svg' | 'png'): Promise<Blob> {
  const rows = encodeQR(text, 'raw', { ecc: 'medium', border: QUIET });
  return kind === 'svg' ? new Blob([svgOf(rows)], { type: 'image/svg+xml' }) : await pngOf(rows);
}
