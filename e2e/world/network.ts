/**
 * A network that a test can break: a device behind a router, in network namespaces of their own (Linux, root, `ip` of iproute2).
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

const ip = (command: string) => execFileSync('ip', command.split(' '), { stdio: ['ignore', 'ignore', 'pipe'] });

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
  return ipIfPossible(`netns add ${probe}`) && ipIfPossible(`netns del ${probe}`);
}

export interface BreakableNetwork {
  /** A browser on the device. */
  openBrowser(flags: readonly string[]): Promise<Browser>;
  /** Nothing gets through any more, in either direction, and nobody is told. */
  cut(): void;
  heal(): void;
  /** The device is in the network under another address from now on: what is sent to the old one is lost. */
  move(): void;
  close(): Promise<void>;
}

function removeAll() {
  // What joins two namespaces goes with either.
  for (const name of [DEVICE, ROUTER]) ipIfPossible(`netns del ${name}`);
}

const setForwarding = (isOn: boolean) => ip(`netns exec ${ROUTER} sysctl -qw net.ipv4.ip_forward=${isOn ? 1 : 0}`);

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
  for (const link of ['earth-rh', 'earth-rd']) ip(`-n ${ROUTER} link set ${link} up`);
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
    async close() {
      await Promise.all(browsers.map((browser) => browser.close()));
      removeAll();
      await rm(folder, { recursive: true });
    },
  };
}
