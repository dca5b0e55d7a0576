/** Quick Look, the viewer of iOS: a link with `rel="ar"` to a USDZ file, which is made from the model. */
import { USDZExporter } from 'three/addons/exporters/USDZExporter.js';
import type { ModelView } from './model-view';

/** Quick Look has read the file by then, ms. */
const KEPT_MS = 60_000;

/** Rejects if the model cannot be exported. */
export async function openQuickLook({ stand }: ModelView, title: string): Promise<void> {
  const bytes = await new USDZExporter().parseAsync(stand);
  const url = URL.createObjectURL(new Blob([bytes.slice()], { type: 'model/vnd.usdz+zip' }));
  const link = document.createElement('a');
  Object.assign(link, { rel: 'ar', href: url, download: `${title}.usdz` });
  // Safari opens Quick Look only for a link whose first child is a picture.
  link.append(document.createElement('img'));
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
}
