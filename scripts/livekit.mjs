/** The LiveKit server of the tests: the installed one, or built by Go into a cache, which takes two minutes on a quiet machine. */
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { run } from './run.mjs';

/** Newer ones depend on modules that the Go proxy does not have. */
const VERSION = '1.11.0';
const MODULE = `github.com/livekit/livekit-server/cmd/server@v${VERSION}`;
const CACHE = join(homedir(), '.cache', 'earth', `livekit-server-${VERSION}`);

/** @param {string} program @param {string} argument */
const works = async (program, argument) => (await run(program, [argument], { quiet: true })).code === 0;

/** @returns {Promise<string | null>} The path of what Go has built; null: there is no Go, or it failed. */
async function build() {
  if (!(await works('go', 'version'))) return null;
  console.log(`Building the LiveKit server ${VERSION} with Go, in the background …`);
  mkdirSync(CACHE, { recursive: true });
  const install = ['-n', '19', 'go', 'install', '-trimpath', '-ldflags=-s -w', MODULE];
  const { code, output } = await run('nice', install, { env: { GOBIN: CACHE }, quiet: true });
  if (code !== 0) console.error(output);
  return code === 0 ? join(CACHE, 'server') : null;
}

/** @returns {Promise<string | null>} The program, by `LIVEKIT_SERVER`, the PATH, the cache or Go; null: it cannot be had. */
export async function findLiveKit() {
  const given = process.env['LIVEKIT_SERVER'];
  if (given) return given;
  if (await works('livekit-server', '--version')) return 'livekit-server';
  const built = join(CACHE, 'server');
  return existsSync(built) ? built : await build();
}
