/** The details of a picture by which the camera recognizes it, found on the device as the server finds them. */
import kernelsUrl from '@earth/vision/kernels.wasm?url';
import { fetchAsset } from '../../platform/http/asset';
import type { Details } from './vision-job';
import { startVisionThread } from './vision-thread';

/** @throws ApiError if the picture does not load; VisionError if it cannot be learnt; the reason of the signal */
export async function findDetails(imageUrl: string, signal: AbortSignal): Promise<Details> {
  const thread = startVisionThread();
  const stop = () => thread.stop();
  signal.addEventListener('abort', stop);
  try {
    const [kernels, file] = await Promise.all([fetchAsset(kernelsUrl, signal), fetchAsset(imageUrl, signal)]);
    const picture = await createImageBitmap(new Blob([file]));
    await thread.run({ type: 'start', kernels });
    return await thread.run({ type: 'learn', picture }, [picture]);
  } finally {
    signal.removeEventListener('abort', stop);
    stop();
  }
}
