/** The memory of a server and its database: proportional set size, from `/proc`. */
import { readdirSync, readFileSync } from 'node:fs';
import { databasePid, type TestServer } from '@earth/e2e/world/server';

export interface Memory {
  /** In MB. */
  readonly server: number;
  /** All its processes together, in MB. */
  readonly database: number;
}

/** The child processes, and theirs. */
export function childrenOf(parent: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      try {
        // The name in brackets may contain spaces; state and parent follow it.
        return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]) === parent;
      } catch {
        return false;
      }
    });
  return children.flatMap((child) => [child, ...childrenOf(child)]);
}

/** The proportional set size of a process in MB: shared pages are counted once. 0 for a process that has just ended. */
export function pssOf(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

export async function memoryOf({ pid, dataDir }: TestServer): Promise<Memory> {
  const database = await databasePid(dataDir);
  if (database === null) throw new Error('The embedded database is not running');
  const all = [database, ...childrenOf(database)];
  return { server: pssOf(pid), database: all.reduce((sum, one) => sum + pssOf(one), 0) };
}
