/**
 * A network that a test can break: that of a device behind a router. The device keeps its network interface all the while, so that its
 * browser is not told what happens, as behind a real router.
 */
import { delayPackets } from './delay';
import { addHome, connectDevice, createInternet, type Home, LAN, nft, removeInternet, WAN } from './homes';
import { createNamespaceBrowsers, type Device, ip, ipIfPossible } from './netns';

export { HOST_ADDRESS } from './homes';
export { canBreakNetworks } from './netns';

export type Direction = 'fromDevice' | 'toDevice';

export interface BreakableNetwork extends Device {
  /** Nothing gets through any more, in either direction or in one, and nobody is told. */
  cut(direction?: Direction): void;
  /** Ends `cut`. */
  heal(): void;
  /** The device is in the network under another address from now on: what is sent to the old one is lost. */
  move(): void;
  /** No more than so many kbit/s get through, in each direction: what would wait for long is lost. Null: no limit. */
  limit(kbits: number | null): void;
  /** Every so many packets one is lost at random, in each direction. */
  lose(everyNth: number): void;
  /** What goes over TCP is lost, and nobody is told: sockets read as open, sound and picture go on. */
  cutTcp(): void;
  /** Ends `lose` and `cutTcp`. */
  loseNothing(): void;
  /** What gets through takes so much longer from now on, in each direction: `ms` ± `jitterMs`, so that packets overtake each other. */
  delay(ms: number, jitterMs: number): Promise<void>;
  /** The device is suspended: its browsers do nothing at all until it resumes. */
  suspend(): void;
  resume(): void;
  close(): Promise<void>;
}

/** As cheap routers do: a burst of a few packets, and a queue of half a second. */
const QUEUE = 'burst 6kb latency 500ms';

function setLimit({ router }: Home, kbits: number | null) {
  for (const link of [LAN, WAN]) {
    const qdisc = `netns exec ${router} tc qdisc`;
    if (kbits === null) ipIfPossible(`${qdisc} del dev ${link} root`);
    else ip(`${qdisc} replace dev ${link} root tbf rate ${kbits}kbit ${QUEUE}`);
  }
}

/** Of packets that enter the router: one that returns from the delay is the same one. */
const entering = (direction?: Direction) => {
  if (direction === undefined) return `iifname { ${LAN}, ${WAN} }`;
  return `iifname ${direction === 'fromDevice' ? LAN : WAN}`;
};

/** What the router drops. @param match null: nothing */
function setDropping(home: Home, table: 'cut' | 'loss', match: string | null) {
  ipIfPossible(`netns exec ${home.router} nft delete table ip ${table}`);
  if (match === null) return;
  nft(home, `add table ip ${table}`);
  nft(home, `add chain ip ${table} passing { type filter hook forward priority 0 ; }`);
  nft(home, `add rule ip ${table} passing ${match} drop`);
}

/** To all processes of the device, browsers and their helpers. */
function signalDevice({ device }: Home, signal: NodeJS.Signals) {
  for (const pid of ip(`netns pids ${device}`).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), signal);
    } catch (error) {
      // A helper may have just ended.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
    }
  }
}

export async function createBreakableNetwork(): Promise<BreakableNetwork> {
  createInternet();
  const home = addHome(1, null);
  const browsers = await createNamespaceBrowsers();
  let number = 2;
  let endDelay = async () => {};
  return {
    openBrowser: (flags) => browsers.open(home.device, flags),
    cut: (direction) => setDropping(home, 'cut', entering(direction)),
    heal: () => setDropping(home, 'cut', null),
    move() {
      ip(`-n ${home.device} addr del ${home.network}.${number}/24 dev ${LAN}`);
      number += 1;
      connectDevice(home, number);
    },
    limit: (kbits) => setLimit(home, kbits),
    lose: (everyNth) => setDropping(home, 'loss', `${entering()} numgen random mod ${everyNth} 0`),
    cutTcp: () => setDropping(home, 'loss', 'meta l4proto tcp'),
    loseNothing: () => setDropping(home, 'loss', null),
    async delay(ms, jitterMs) {
      endDelay = await delayPackets(home, ms, jitterMs);
    },
    suspend: () => signalDevice(home, 'SIGSTOP'),
    resume: () => signalDevice(home, 'SIGCONT'),
    async close() {
      // A suspended browser does not close.
      signalDevice(home, 'SIGCONT');
      await browsers.close();
      await endDelay();
      removeInternet();
    },
  };
}
