/** Brings `node_modules` to what `package-lock.json` says, and leaves it alone where it is so already. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT, runNpm } from './run.mjs';

const PROGRESS_MS = 3_000;

/**
 * @typedef {object} LockedPackage
 * @property {string} [version]
 * @property {boolean} [optional]
 * @property {boolean} [link]
 * @property {string[]} [os]
 * @property {string[]} [cpu]
 * @property {string[]} [libc]
 */

/**
 * Installs what is missing, by the lock, and leaves alone what is there: after a change of one package this takes seconds.
 * Ends the process with npm's own words where that fails.
 */
export async function install() {
  const wanted = lockedPackages('package-lock.json');
  if (missingPackages(wanted, installedPackages()).length === 0) return;

  console.log('Installing packages (about a minute the first time) …');
  let shown = '';
  const progress = setInterval(() => {
    const share = installedShare(wanted);
    if (share !== shown) console.log(`  ${share}`);
    shown = share;
  }, PROGRESS_MS);
  const { code, output } = await runNpm(
    ['install', '--no-save', '--include=dev', '--include=optional', '--no-audit', '--no-fund', '--loglevel=error'],
    { quiet: true },
  );
  clearInterval(progress);
  if (code !== 0) {
    console.error(`${output}\nThe packages could not be installed (npm install ended with ${code}).`);
    process.exit(1);
  }
}

/**
 * What the lock names and the installed tree lacks. An optional package counts only where it is made for this very
 * system (the database's and the image library's binaries are such).
 * @param {Record<string, LockedPackage>} wanted
 * @param {Record<string, LockedPackage>} installed
 * @param {{ platform: string, arch: string }} [system]
 * @returns {string[]} Their places in the tree.
 */
export function missingPackages(wanted, installed, system = process) {
  return Object.entries(wanted)
    .filter(([place, { optional, os, cpu, libc }]) => {
      if (!place.includes('node_modules/')) return false;
      return !optional || (!libc && os?.includes(system.platform) && cpu?.includes(system.arch));
    })
    .filter(([place, { version }]) => {
      const found = installed[place];
      return found === undefined || found.version !== version;
    })
    .map(([place]) => place);
}

/** @param {string} file @returns {Record<string, LockedPackage>} */
function lockedPackages(file) {
  const path = join(ROOT, file);
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** What npm noted down at the last installation and is still there. */
function installedPackages() {
  const noted = Object.entries(lockedPackages('node_modules/.package-lock.json'));
  return Object.fromEntries(noted.filter(([place]) => existsSync(join(ROOT, place))));
}

/** @param {Record<string, LockedPackage>} wanted */
function installedShare(wanted) {
  const places = Object.entries(wanted).filter(([place, { optional }]) => place.includes('node_modules/') && !optional);
  const there = places.filter(([place]) => existsSync(join(ROOT, place, 'package.json')));
  return `${there.length} of ${places.length} packages`;
}
