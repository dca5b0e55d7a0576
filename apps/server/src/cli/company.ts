/** `npm run company -- CODE NAME EMAIL PERSON`: makes a company and its first admin; whether the server runs or not. */
import { readEnvironment } from '../config/environment';
import { StartError } from '../config/start-error';
import { makeCompany } from '../features/identity/companies';
import { withContext } from '../start';

try {
  const printError = (line: string) => process.stderr.write(`${line}\n`);
  const made = await withContext(readEnvironment(), printError, (context) =>
    makeCompany(context, process.argv.slice(2)),
  );
  process.stdout.write(`${made}\n`);
} catch (error) {
  // Errors of the input are printed as a line; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
