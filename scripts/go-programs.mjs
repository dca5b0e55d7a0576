/** Servers that tests need and that are written in Go: the installed ones, or built by Go into a cache, which takes minutes. */
import { existsSync, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { basename, join } from 'node:path';
import { run } from './run.mjs';

/**
 * `check`: the argument with which an installed one proves that it is there; `--version` without. `inCi`: false
 * if it is for tests of the deployment's files, which seldom change: it is not built for `.ci/run`, whose time is limited.
 * @typedef {{ name: string, variable: string, version: string, module: string, check?: string, inCi?: false }} GoProgram
 */

/** @satisfies {Record<string, GoProgram>} */
const PROGRAMS = {
  livekit: {
    name: 'livekit-server',
    variable: 'LIVEKIT_SERVER',
    // Newer ones depend on modules that the Go proxy does not have.
    version: '1.11.0',
    module: 'github.com/livekit/livekit-server/cmd/server',
  },
  // Speaks S3, and stores files in a folder.
  s3: {
    name: 'versitygw',
    variable: 'S3_SERVER',
    version: '1.8.0',
    module: 'github.com/versity/versitygw/cmd/versitygw',
  },
  // Reads `compose.yaml` as Docker does.
  compose: {
    name: 'compose-go',
    variable: 'COMPOSE_GO',
    version: '2.16.2',
    module: 'github.com/compose-spec/compose-go/v2/cmd',
    inCi: false,
  },
  kubeconform: {
    name: 'kubeconform',
    variable: 'KUBECONFORM',
    version: '0.8.0',
    module: 'github.com/yannh/kubeconform/cmd/kubeconform',
    check: '-v',
    inCi: false,
  },
  helm: {
    name: 'helm',
    variable: 'HELM',
    version: '3.22.0',
    module: 'helm.sh/helm/v3/cmd/helm',
    check: 'version',
    inCi: false,
  },
};

/** @param {string} program @param {string} argument */
const works = async (program, argument) => (await run(program, [argument], { quiet: true })).code === 0;

/** @param {GoProgram} program */
const cacheOf = ({ name, version }) => join(homedir(), '.cache', 'earth', `${name}-${version}`);

/** @param {GoProgram} program @returns {Promise<string | null>} The path of what Go has built; null: there is no Go, or it failed. */
async function build(program) {
  if (!(await works('go', 'version'))) return null;
  const { name, version, module } = program;
  const folder = cacheOf(program);
  console.log(`Building ${name} ${version} with Go, in the background …`);
  mkdirSync(folder, { recursive: true });
  const install = ['-n', '19', 'go', 'install', '-trimpath', '-ldflags=-s -w', `${module}@v${version}`];
  const { code, output } = await run('nice', install, { env: { GOBIN: folder }, quiet: true });
  if (code !== 0) console.error(output);
  return code === 0 ? join(folder, basename(module)) : null;
}

/**
 * @param {keyof typeof PROGRAMS} key
 * @returns {Promise<string | null>} The program, by its variable, the PATH, the cache or Go; null: it cannot be had.
 */
export async function findGoProgram(key) {
  /** @type {GoProgram} */
  const program = PROGRAMS[key];
  const given = process.env[program.variable];
  if (given) return given;
  if (await works(program.name, program.check ?? '--version')) return program.name;
  const built = join(cacheOf(program), basename(program.module));
  if (existsSync(built)) return built;
  return program.inCi === false && process.env['CI'] ? null : await build(program);
}

/**
 * Tells the tests of a program, whose search was begun early. In `.ci/run` they must not be skipped, unless it is not built there.
 * @param {keyof typeof PROGRAMS} key
 * @param {Promise<string | null>} found
 * @param {string} without What is skipped otherwise, as the end of a sentence.
 * @returns {Promise<boolean>} Whether the tests may run.
 */
export async function provideGoProgram(key, found, without) {
  /** @type {GoProgram} */
  const { name, variable, inCi } = PROGRAMS[key];
  const program = await found;
  if (program !== null) process.env[variable] = program;
  else console.log(`${name} is not installed, nor is it built here: ${without}.`);
  return program !== null || inCi === false || !process.env['CI'];
}
