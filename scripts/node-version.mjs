/**
 * Stops with one clear line where Node.js is too old. Imported first, for its effect, by every command: nothing in here
 * may need a newer Node.js than the one it turns away.
 */
const [major, minor] = process.versions.node.split('.').map(Number);

if (Number(major) < 20 || (major === 20 && Number(minor) < 19)) {
  console.error(`Earth needs Node.js 20.19 or later; this is ${process.versions.node}. See https://nodejs.org`);
  process.exit(1);
}
