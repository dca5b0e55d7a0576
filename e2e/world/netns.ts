/** Network namespaces (Linux, root, iproute2, nftables, procps), and browsers in them. */
import { execFileSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Browser, chromium } from '@playwright/test';
import { launchOptions } from './browser';

/** A device in a network of its own. */
export interface Device {
  /** A browser on the device. */
  openBrowser(flags: readonly string[]): Promise<Browser>;
}

/** Runs `ip` with these words. Throws if it fails. */
export const ip = (command: string) =>
  execFileSync('ip', command.split(' '), { stdio: ['ignore', 'pipe', 'pipe'], encoding: 'utf8' });

export function ipIfPossible(command: string): boolean {
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
  // Several processes may ask at once.
  const probe = `probe-of-earth-${process.pid}`;
  try {
    ip(`netns add ${probe}`);
    for (const tool of ['nft list tables', 'tc qdisc', 'sysctl net.ipv4.ip_forward']) ip(`netns exec ${probe} ${tool}`);
    ip(`-n ${probe} link add bridge type bridge`);
    return true;
  } catch {
    return false;
  } finally {
    ipIfPossible(`netns del ${probe}`);
  }
}

export interface NamespaceBrowsers {
  open(namespace: string, flags: readonly string[]): Promise<Browser>;
  close(): Promise<void>;
}

export async function createNamespaceBrowsers(): Promise<NamespaceBrowsers> {
  const folder = await mkdtemp(join(tmpdir(), 'earth-network-'));
  const browsers: Browser[] = [];
  return {
    async open(namespace, flags) {
      const { executablePath = chromium.executablePath(), ...options } = launchOptions(flags);
      const script = join(folder, `chromium-${namespace}`);
      await writeFile(script, `#!/bin/sh\nexec ip netns exec ${namespace} '${executablePath}' "$@"\n`);
      await chmod(script, 0o755);
      const browser = await chromium.launch({ ...options, executablePath: script });
      browsers.push(browser);
      return browser;
    },
    async close() {
      await Promise.all(browsers.map((browser) => browser.close()));
      await rm(folder, { recursive: true });
    },
  };
}
