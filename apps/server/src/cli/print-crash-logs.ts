/** `npm run logs`: what the app told of its crashes, a line of JSON each, whether the server runs or not. */
import { readEnvironment } from '../config/environment';
import { StartError } from '../config/start-error';
import { readLogs } from '../features/operations/logs';
import { withContext } from '../start';

try {
  const note = (line: string) => process.stderr.write(`${line}\n`);
  for (const log of await withContext(readEnvironment(), note, readLogs))
    process.stdout.write(`${JSON.stringify(log)}\n`);
} catch (error) {
  // What the caller can mend is said in a line; a mistake of ours shows whole.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
