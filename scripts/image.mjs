/**
 * `npm run image`: builds the container image by buildah, without Docker and without a registry of images, and tries it
 * (`apps/server/testing/try-image.ts`). Its base images are made here: a Debian by mmdebstrap, and the Node.js that runs this.
 * As root on Debian; installs buildah, crun and mmdebstrap.
 */
import { existsSync, mkdirSync, realpathSync, rmSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { installPackages, mayInstall } from './apt.mjs';
import { prepare } from './prepare.mjs';
import { ROOT, run, runTool } from './run.mjs';

const IMAGE = 'localhost/earth:local';
const DEBIAN = 'localhost/earth-debian';
const NODE = 'localhost/earth-node';
const CACHE = join(homedir(), '.cache', 'earth');
/** As the images of Debian on the registries leave them out, too. */
const LEFT_OUT = ['/usr/share/doc/*', '/usr/share/man/*', '/usr/share/info/*', '/usr/share/locale/*'];

if (!mayInstall()) end('npm run image needs Debian, and root. Elsewhere: docker build .');
await prepare();
if ((await run('buildah', ['--version'], { quiet: true })).code !== 0)
  if (!(await installPackages(['buildah', 'crun', 'mmdebstrap']))) end('buildah could not be installed.');
await makeDebian();
await makeNode();
await buildImage();
const { code } = await runTool('tsx', ['apps/server/testing/try-image.ts', IMAGE, ...process.argv.slice(2)]);
process.exitCode = code;

async function makeDebian() {
  if (await hasImage(DEBIAN)) return;
  const root = join(CACHE, 'debian-bookworm.tar');
  mkdirSync(CACHE, { recursive: true });
  const options = LEFT_OUT.map((path) => `--dpkgopt=path-exclude=${path}`);
  // mmdebstrap installs it for the installation itself.
  const withoutPerl = `chroot "$1" apt-get --yes purge usrmerge perl 'perl-modules-.*' 'libperl5.*' 'libgdbm.*'`;
  const variant = ['--variant=minbase', '--include=usr-is-merged', `--customize-hook=${withoutPerl}`];
  await must('mmdebstrap', ['--quiet', ...variant, ...options, 'bookworm', root]);
  await commit('scratch', DEBIAN, [['add', '--quiet', root, '/']]);
  rmSync(root);
}

async function makeNode() {
  if (await hasImage(NODE)) return;
  const npm = dirname(dirname(realpathSync((await must('which', ['npm'])).trim())));
  await commit(DEBIAN, NODE, [
    ['copy', '--quiet', realpathSync(process.execPath), '/usr/local/bin/node'],
    ['copy', '--quiet', npm, '/usr/local/lib/node_modules/npm'],
    ['run', '--isolation', 'chroot', 'ln', '-s', '../lib/node_modules/npm/bin/npm-cli.js', '/usr/local/bin/npm'],
  ]);
}

/**
 * @param {string} base
 * @param {string} name
 * @param {readonly (readonly [string, ...string[]])[]} steps Commands of buildah; the container follows their options.
 */
async function commit(base, name, steps) {
  const container = (await must('buildah', ['from', '--quiet', base])).trim();
  for (const step of steps) {
    const options = step.findIndex((word, at) => at > 0 && !word.startsWith('-') && step[at - 1] !== '--isolation');
    await must('buildah', [...step.slice(0, options), container, ...step.slice(options)]);
  }
  await must('buildah', ['commit', '--quiet', '--rm', container, name]);
}

async function buildImage() {
  // The certificates of a proxy between this machine and the registry of npm.
  const authority = process.env['NODE_EXTRA_CA_CERTS'];
  const trusted =
    authority && existsSync(authority)
      ? ['--volume', `${authority}:/tmp/authority.pem:ro`, '--build-arg', 'NODE_EXTRA_CA_CERTS=/tmp/authority.pem']
      : [];
  const bases = ['--build-arg', `NODE_IMAGE=${NODE}`, '--build-arg', `DEBIAN_IMAGE=${DEBIAN}`];
  const options = ['--isolation', 'chroot', '--format', 'docker', '--layers', ...bases, ...trusted];
  const { code } = await run('buildah', ['build', ...options, '--tag', IMAGE, ROOT]);
  if (code !== 0) end('The image could not be built.');
}

/** @param {string} name */
async function hasImage(name) {
  return (await run('buildah', ['inspect', '--type', 'image', name], { quiet: true })).code === 0;
}

/** @param {string} program @param {readonly string[]} args @returns {Promise<string>} What it printed. */
async function must(program, args) {
  const { code, output } = await run(program, args, { quiet: true });
  if (code !== 0) end(`${program} ${args.join(' ')}\n${output}`);
  return output;
}

/** @param {string} line @returns {never} */
function end(line) {
  console.error(line);
  process.exit(1);
}
