/** The start of the container image, which is built for it, beside the same server outside, on the same database. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import type { Figure } from '../figures';

const SCRIPT = fileURLToPath(new URL('../../scripts/image.mjs', import.meta.url));

/** What `npm run image` prints of its trial. */
const LINES = [
  { what: 'the image, uncompressed', line: /^size: (\d+) MB/m, unit: 'MB', under: 250 },
  {
    what: 'first start in the container, with tables and demo contents',
    line: /^first start.*: (\d+) ms$/m,
    unit: 'ms',
  },
  { what: 'start in the container', line: /^start in the container: (\d+) ms$/m, unit: 'ms' },
  { what: 'start outside', line: /^start outside: (\d+) ms$/m, unit: 'ms' },
] as const;

export async function measureContainer(): Promise<readonly Figure[]> {
  if (process.getuid?.() !== 0) {
    console.log('  skipped: the image is built as root on Debian');
    return [];
  }
  const program = spawn(process.execPath, [SCRIPT], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [printed, [code]] = await Promise.all([text(program.stdout), once(program, 'exit')]);
  if (code !== 0) throw new Error(`npm run image ended with ${String(code)}: ${printed.slice(-2_000)}`);
  return LINES.map(({ line, ...figure }) => ({ ...figure, values: [Number(line.exec(printed)?.[1])] }));
}
