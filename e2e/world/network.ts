/**
 * A network that a test can break: a device behind a router, in network namespaces of their own (Linux, root, iproute2, nftables).
 * The device keeps its network interface all the while, so that its browser is not told what happens, as behind a real router.
 */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from './browser';

const DEVICE = 'earth-device';
const ROUTER = 'earth-router';
const HOME = '10.231.1';
/** Where the device reaches this machine, while there is such a network. */
export const HOST_ADDRESS = '10.231.2.1';
const ROUTER_ADDRESS = '10.231.2.2';
const ROUTER_AT_HOME = `${HOME}.1`;

const ip = (command: string) =>
  execFileSync('ip', command.split(' '), { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });

function ipIfPossible(command: string): boolean {
  try {
    ip(command);
    return true;
  } catch {
    return false;
  }
}

/** Whether networks can be made and broken here. */
export function canBreakNetworks(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  const probe = `${DEVICE}-probe`;
  if (!ipIfPossible(`netns add ${probe}`)) return false;
  const hasTools = ipIfPossible(`netns exec ${probe} nft list tables`) && ipIfPossible(`netns exec ${probe} tc qdisc`);
  return ipIfPossible(`netns del ${probe}`) && hasTools;
}

export interface BreakableNetwork {
  /** A browser on the device. */
  openBrowser(flags: readonly string[]): Promise<Browser>;
  /** Nothing gets through any more, in either direction, and nobody is told. */
  cut(): void;
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
  /** The device is suspended: its browsers do nothing at all until it resumes. */
  suspend(): void;
  resume(): void;
  close(): Promise<void>;
}

function removeAll() {
  // What joins two namespaces goes with either.
  for (const name of [DEVICE, ROUTER]) ipIfPossible(`netns del ${name}`);
}

const setForwarding = (isOn: boolean) => ip(`netns exec ${ROUTER} sysctl -qw net.ipv4.ip_forward=${isOn ? 1 : 0}`);

/** The router's interfaces: what leaves by them goes to this machine, or to the device. */
const ROUTER_LINKS = ['earth-rh', 'earth-rd'];
/** As cheap routers do: a burst of a few packets, and a queue of half a second. */
const QUEUE = 'burst 6kb latency 500ms';

function setLimit(kbits: number | null) {
  for (const link of ROUTER_LINKS) {
    const qdisc = `netns exec ${ROUTER} tc qdisc`;
    if (kbits === null) ipIfPossible(`${qdisc} del dev ${link} root`);
    else ip(`${qdisc} replace dev ${link} root tbf rate ${kbits}kbit ${QUEUE}`);
  }
}

const FILTER = `netns exec ${ROUTER} nft`;
const setDropping = (match: string) => {
  ipIfPossible(`${FILTER} delete table ip earth`);
  if (match === '') return;
  ip(`${FILTER} add table ip earth`);
  ip(`${FILTER} add chain ip earth passing { type filter hook forward priority 0 ; }`);
  ip(`${FILTER} add rule ip earth passing ${match} drop`);
};

/** To all processes of the device, browsers and their helpers. */
function signalDevice(signal: NodeJS.Signals) {
  for (const pid of ip(`netns pids ${DEVICE}`).split('\n').filter(Boolean)) process.kill(Number(pid), signal);
}

function connectDevice(address: string) {
  ip(`-n ${DEVICE} addr add ${address}/24 dev earth-d`);
  ip(`-n ${DEVICE} route replace default via ${ROUTER_AT_HOME}`);
}

function connectAll() {
  for (const name of [DEVICE, ROUTER]) {
    ip(`netns add ${name}`);
    ip(`-n ${name} link set lo up`);
  }
  ip(`link add earth-d netns ${DEVICE} type veth peer name earth-rd netns ${ROUTER}`);
  ip(`link add earth-h type veth peer name earth-rh netns ${ROUTER}`);
  ip(`addr add ${HOST_ADDRESS}/24 dev earth-h`);
  ip(`-n ${ROUTER} addr add ${ROUTER_ADDRESS}/24 dev earth-rh`);
  ip(`-n ${ROUTER} addr add ${ROUTER_AT_HOME}/24 dev earth-rd`);
  ip('link set earth-h up');
  ip(`-n ${DEVICE} link set earth-d up`);
  for (const link of ROUTER_LINKS) ip(`-n ${ROUTER} link set ${link} up`);
  ip(`route add ${HOME}.0/24 via ${ROUTER_ADDRESS}`);
  setForwarding(true);
}

export async function createBreakableNetwork(): Promise<BreakableNetwork> {
  removeAll();
  connectAll();
  let number = 2;
  connectDevice(`${HOME}.${number}`);
  const folder = await mkdtemp(join(tmpdir(), 'earth-network-'));
  const browsers: Browser[] = [];
  return {
    async openBrowser(flags) {
      const { executablePath = chromium.executablePath(), ...options } = launchOptions(flags);
      const script = join(folder, 'chromium');
      await writeFile(script, `#!/bin/sh\nexec ip netns exec ${DEVICE} '${executablePath}' "$@"\n`);
      await chmod(script, 0o755);
      const browser = await chromium.launch({ ...options, executablePath: script });
      browsers.push(browser);
      return browser;
    },
    cut: () => setForwarding(false),
    heal: () => setForwarding(true),
    move() {
      ip(`-n ${DEVICE} addr del ${HOME}.${number}/24 dev earth-d`);
      number += 1;
      connectDevice(`${HOME}.${number}`);
    },
    limit: setLimit,
    lose: (everyNth) => setDropping(`numgen random mod ${everyNth} 0`),
    cutTcp: () => setDropping('meta l4proto tcp'),
    loseNothing: () => setDropping(''),
    suspend: () => signalDevice('SIGSTOP'),
    resume: () => signalDevice('SIGCONT'),
    async close() {
      // A suspended browser does not close.
      signalDevice('SIGCONT');
      await Promise.all(browsers.map((browser) => browser.close()));
      removeAll();
      await rm(folder, { recursive: true });
    },
  };
}
