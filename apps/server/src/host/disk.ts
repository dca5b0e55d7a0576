/**
 * Free disk space of the data: the minimum over its disks. A reserve is left for PostgreSQL, which does not even start on a full
 * disk.
 */
import { statfs } from 'node:fs/promises';

const MB = 1024 * 1024;
/** Warning threshold, as a multiple of the reserve. */
const LOW = 4;
/** With less than this part of the reserve the server counts as not ready. */
const OUT = 1 / 4;

/** `low`: a warning. `full`: uploads are refused. `out`: what is left may not be enough for the database. */
export type DiskState = 'ok' | 'low' | 'full' | 'out';

export interface Disk {
  freeBytes(): Promise<number>;
  state(): Promise<DiskState>;
  /** Whether the reserve is left after so many more bytes. */
  hasRoomFor(bytes: number): Promise<boolean>;
}

/**
 * @param folders the folders of the data
 * @param reserveMb 0: no check
 */
export function createDisk(folders: readonly string[], reserveMb: number): Disk {
  const reserve = reserveMb * MB;
  const freeBytes = async () => {
    const disks = await Promise.all(folders.map((folder) => statfs(folder)));
    return Math.min(...disks.map(({ bavail, bsize }) => bavail * bsize));
  };
  return {
    freeBytes,
    async state() {
      const free = await freeBytes();
      if (free < reserve * OUT) return 'out';
      if (free < reserve) return 'full';
      return free < reserve * LOW ? 'low' : 'ok';
    },
    hasRoomFor: async (bytes) => reserve === 0 || (await freeBytes()) - bytes >= reserve,
  };
}
