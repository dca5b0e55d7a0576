/** The programs that some tests need: the installed ones, or Debian's own if we may install them. */
import { installPackages, mayInstall } from './apt.mjs';
import { run } from './run.mjs';

/**
 * @typedef {object} Tool
 * @property {string} program
 * @property {string} version The argument that makes it print its version.
 * @property {number} [versionMin] The first number in what it prints; default: any.
 * @property {string[]} packages
 * @property {string} without
 */

/** @satisfies {Record<string, Tool>} */
const TOOLS = {
  redis: {
    program: 'redis-server',
    version: '--version',
    packages: ['redis-server'],
    without: 'the tests with several servers are skipped',
  },
  pdf: {
    program: 'pdftotext',
    version: '-v',
    packages: ['poppler-utils'],
    without: 'the tests of printed reports are skipped',
  },
  ip: { program: 'ip', version: '-V', packages: ['iproute2'], without: 'the tests of broken networks are skipped' },
  firefox: {
    program: 'firefox-esr',
    version: '--version',
    // As in `e2e/world/firefox.ts`, which drives it.
    versionMin: 140,
    packages: ['firefox-esr'],
    without: 'the journeys in Firefox are skipped',
  },
  python: {
    program: 'python3',
    version: '--version',
    packages: ['python3'],
    without: 'the tests of networks with delay are skipped',
  },
  sysctl: {
    program: 'sysctl',
    version: '--version',
    packages: ['procps'],
    without: 'the tests of broken networks are skipped',
  },
  nft: { program: 'nft', version: '-v', packages: ['nftables'], without: 'the tests of broken networks are skipped' },
};

/** @param {Tool} tool */
async function isInstalled({ program, version, versionMin = 0 }) {
  const { code, output } = await run(program, [version], { quiet: true });
  return code === 0 && (versionMin === 0 || Number(/\d+/.exec(output)?.[0]) >= versionMin);
}

/**
 * Installs a tool if it is missing. If that is impossible, the tests that need it are skipped and reported.
 * @param {keyof typeof TOOLS} name
 * @returns {Promise<boolean>} Whether it is installed now.
 */
export async function installTool(name) {
  /** @type {Tool} */
  const tool = TOOLS[name];
  const { program, packages, without } = tool;
  if (await isInstalled(tool)) return true;
  if (mayInstall() && (await installPackages(packages)) && (await isInstalled(tool))) return true;
  console.log(`${program} (${packages[0]}) is not installed, or too old: ${without}.`);
  return false;
}
