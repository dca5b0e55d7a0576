/** `npm run single-sign-on`: lets a company in that has locked itself out, or confirms its domain; whether the server runs or not. */
import { readEnvironment } from '../config/environment';
import { StartError } from '../config/start-error';
import { rescue } from '../features/identity/single-sign-on';
import { withContext } from '../start';

try {
  const printError = (line: string) => process.stderr.write(`${line}\n`);
  const done = await withContext(readEnvironment(), printError, (context) => rescue(context, process.argv.slice(2)));
  process.stdout.write(`${done}\n`);
} catch (error) {
  // Errors of the input are printed as a line; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
