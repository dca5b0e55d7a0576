/** What the steps of building catalogues share: the server, the thread, and whether it stops. */
import type { Context } from '../../../../context';
import { blobKeyOf, widthsOf } from '../media';
import type { WorkerThread } from '../worker-thread';
import type { Answer, Task } from './tasks';

export interface Work {
  readonly context: Context;
  readonly thread: WorkerThread<Task, Answer>;
  readonly isStopped: () => boolean;
  /** Pictures of which the log says that they could not be read. */
  readonly reported: Set<string>;
}

/** The variant of a picture that is described. */
const DESCRIBED_WIDTH = 800;

/** A product's picture. Null: it is not stored. */
export async function readProductPicture({ blobs }: Context, fileId: string, width: number): Promise<Buffer | null> {
  const widths = widthsOf(width);
  const part = widths.find((one) => one >= DESCRIBED_WIDTH) ?? widths.at(-1);
  return part === undefined ? null : await blobs.read(blobKeyOf(fileId, `${part}.webp`));
}
