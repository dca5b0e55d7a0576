/** Whether a photograph is good enough to be recognized, as the mobile shell measures it. */
import { readAsDataUrl } from '../data-url';
import { callPlugin } from './call-plugin';

/**
 * @param tolerance the least sharpness
 * @returns 1: good; 0: blurred; -1: it cannot be opened (D5.20)
 * @throws PluginError; PluginNotFoundError in a browser too
 */
export async function checkImageQuality(photograph: Blob, tolerance: number): Promise<-1 | 0 | 1> {
  const url = await readAsDataUrl(photograph);
  const data = url.slice(url.indexOf(',') + 1);
  return (await callPlugin('ImageQuality', (plugin) => plugin.check({ data, tolerance }))).quality;
}
