/** `npm run import -- FILE`: imports contents from a file into the server's database, whether the server runs or not. */
import { parseArgs } from 'node:util';
import { readEnvironment } from '../config/environment';
import { StartError } from '../config/start-error';
import { importContents } from '../features/discover/contents';
import { withContext } from '../start';

const USAGE = 'npm run import -- FILE [--company CODE], with FILE a .json or .csv as docs/import.md tells.';

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options: { company: { type: 'string' } }, allowPositionals: true });
    const [path] = positionals;
    if (path !== undefined && positionals.length === 1) return { path, company: values.company };
  } catch {
    // Unknown options are reported below.
  }
  throw new StartError(USAGE);
}

try {
  const options = readArguments();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const { added, changed, unchanged } = await withContext(readEnvironment(), print, (context) =>
    importContents(context, context.db, options),
  );
  print(`Contents: ${added} new, ${changed} changed, ${unchanged} as they were.`);
} catch (error) {
  // Errors of the input are printed as lines; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
