/** `npm run logs`: prints the crash logs of the app, one line of JSON each, whether the server runs or not. */
import { readEnvironment } from '../config/environment';
import { StartError } from '../config/start-error';
import { readLogs } from '../features/operations/logs';
import { withContext } from '../start';

try {
  const printError = (line: string) => process.stderr.write(`${line}\n`);
  for (const log of await withContext(readEnvironment(), printError, readLogs))
    process.stdout.write(`${JSON.stringify(log)}\n`);
} catch (error) {
  // Errors of the input are printed as a line; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
