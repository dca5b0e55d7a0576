/** Delay and jitter, of which this machine's kernel need not be capable: see `delay.py`. */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { type Home, LAN, WAN } from './homes';
import { canBreakNetworks, ip } from './netns';

const SCRIPT = fileURLToPath(new URL('delay.py', import.meta.url));
const LINK = 'delay';
/** Of routes for what enters the router, not for what returns from the delay. */
const TABLE = 100;

/** Whether networks can be delayed here. */
export function canDelayNetworks(): boolean {
  if (!canBreakNetworks()) return false;
  try {
    // In a container it may exist without being allowed.
    closeSync(openSync('/dev/net/tun', 'r+'));
    execFileSync('python3', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

/** Delays what the router passes on, in each direction. @returns ends it */
export async function delayPackets({ router }: Home, ms: number, jitterMs: number): Promise<() => Promise<void>> {
  const command = ['netns', 'exec', router, 'python3', SCRIPT, LINK, String(ms), String(jitterMs)];
  const holder = spawn('ip', command, { stdio: ['ignore', 'pipe', 'inherit'] });
  const ended = once(holder, 'exit');
  const isReady = await Promise.race([once(holder.stdout, 'data').then(() => true), ended.then(() => false)]);
  if (!isReady) throw new Error('Packets cannot be delayed');
  const end = async () => {
    holder.kill();
    await ended;
  };
  try {
    ip(`-n ${router} link set ${LINK} up`);
    ip(`-n ${router} route add default dev ${LINK} table ${TABLE}`);
    for (const link of [LAN, WAN]) ip(`-n ${router} rule add iif ${link} lookup ${TABLE}`);
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
