/** `npm run photographs -- CODE FOLDER`: writes the photographs that a catalogue has kept. FOLDER is relative to the current folder. */
import { absolutePaths } from './absolute-paths.mjs';
import { runServerProgram } from './prepare.mjs';

const from = process.env['INIT_CWD'] ?? process.cwd();
const [program = '', script = '', ...args] = process.argv;
process.argv = [program, script, ...absolutePaths(args, { from, words: ['company'], position: 1 })];
await runServerProgram('cli/write-photographs');
