/** `npm run photographs -- CODE FOLDER`: writes the photographs that a catalogue has kept, whether the server runs or not. */
import { parseArgs } from 'node:util';
import { readEnvironment } from '../config/environment';
import { StartError } from '../config/start-error';
import { writePhotographs } from '../features/discover/contents';
import { withContext } from '../start';

const USAGE =
  'npm run photographs -- CODE FOLDER [--company CODE] [--move], with CODE the modelCode of a catalogue; --move deletes them from the database.';

function readArguments() {
  try {
    const options = { company: { type: 'string' }, move: { type: 'boolean', default: false } } as const;
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [modelCode, folder] = positionals;
    if (modelCode !== undefined && folder !== undefined && positionals.length === 2)
      return { modelCode, folder, customerCode: values.company, isMoved: values.move };
  } catch {
    // Unknown options are reported below.
  }
  throw new StartError(USAGE);
}

try {
  const options = readArguments();
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const { written, unsorted } = await withContext(readEnvironment(), print, (context) =>
    writePhotographs(context, options),
  );
  print(
    `Photographs: ${written}, of which ${unsorted} in «unsorted». Their folders are the answers that were given: look through them.`,
  );
} catch (error) {
  // Errors of the input are printed as lines; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
