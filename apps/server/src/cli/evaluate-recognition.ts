/** `npm run evaluate -- FOLDER`: how well photographs of known products are recognized, whether the server runs or not. */
import { parseArgs } from 'node:util';
import { readEnvironment } from '../config/environment';
import { StartError } from '../config/start-error';
import { evaluateRecognition } from '../features/discover/contents';
import { withContext } from '../start';

const USAGE =
  'npm run evaluate -- FOLDER (--catalogue FOLDER | --model CODE [--company CODE]) [--page FILE] [--seed N], with photographs in folders named by product, as docs/guides/evaluation.md tells.';

const options = {
  catalogue: { type: 'string' },
  model: { type: 'string' },
  company: { type: 'string' },
  page: { type: 'string', default: 'evaluation.html' },
  seed: { type: 'string', default: '1' },
} as const;

function readArguments() {
  try {
    const { values, positionals } = parseArgs({ options, allowPositionals: true });
    const [folder] = positionals;
    const seed = Number(values.seed);
    const hasOne = (values.catalogue === undefined) !== (values.model === undefined);
    if (folder !== undefined && positionals.length === 1 && hasOne && Number.isSafeInteger(seed))
      return { ...values, folder, seed };
  } catch {
    // Unknown options are reported below.
  }
  throw new StartError(USAGE);
}

const print = (line: string) => void process.stdout.write(`${line}\n`);

async function run(): Promise<void> {
  const { catalogue, model, company, ...given } = readArguments();
  if (catalogue !== undefined) return await evaluateRecognition({ ...given, print, catalogue: { folder: catalogue } });
  await withContext(readEnvironment(), print, (context) =>
    evaluateRecognition({
      ...given,
      print,
      catalogue: { context, modelCode: model ?? '', customerCode: company },
    }),
  );
}

try {
  await run();
} catch (error) {
  // Errors of the input are printed as lines; a defect of ours with its stack.
  if (!(error instanceof StartError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}
