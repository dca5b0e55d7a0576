/** Updates `node_modules` to `package-lock.json`, and does nothing if it is up to date. */
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
 * Installs what is missing according to the lock file, and keeps the rest: after a change of one package this takes seconds. Exits
 * with npm's own output if that fails.
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
 * The packages of the lock file that are not installed. An optional package only counts if it is for this system (such as the
 * binaries of the database and the image library).
 * @param {Record<string, LockedPackage>} wanted
 * @param {Record<string, LockedPackage>} installed
 * @param {{ platform: string, arch: string }} [system]
 * @returns {string[]} Their paths in the tree.
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

/** The packages that npm recorded at the last installation and that still exist. */
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
