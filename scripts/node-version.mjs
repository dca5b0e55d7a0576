/**
 * Exits with one clear line if Node.js is too old. Imported first, for its side effect, by every command: this file must run on the
 * old versions that it rejects.
 */
const [major, minor] = process.versions.node.split('.').map(Number);

if (Number(major) < 20 || (major === 20 && Number(minor) < 19)) {
  console.error(`Earth needs Node.js 20.19 or later; this is ${process.versions.node}. See https://nodejs.org`);
  process.exit(1);
}
