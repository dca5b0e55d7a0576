/** The programs that some tests need: the installed ones, or Debian's own if we may install them. */
import { installPackages, mayInstall } from './apt.mjs';
import { run } from './run.mjs';

/** @typedef {{ program: string, version: string, packages: string[], without: string }} Tool */

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
    packages: ['firefox-esr'],
    without: 'the journeys in Firefox are skipped',
  },
  python: {
    program: 'python3',
    version: '--version',
    packages: ['python3'],
    without: 'the tests of networks with delay are skipped',
  },
  nft: { program: 'nft', version: '-v', packages: ['nftables'], without: 'the tests of broken networks are skipped' },
};

/**
 * Installs a tool if it is missing. If that is impossible, the tests that need it are skipped and reported.
 * @param {keyof typeof TOOLS} name
 * @returns {Promise<boolean>} Whether it is installed now.
 */
export async function installTool(name) {
  const { program, version, packages, without } = TOOLS[name];
  if ((await run(program, [version], { quiet: true })).code === 0) return true;
  if (mayInstall() && (await installPackages(packages))) return true;
  console.log(`${program} (${packages[0]}) is not installed: ${without}.`);
  return false;
}
