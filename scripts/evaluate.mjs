/** `npm run evaluate -- FOLDER`: how well photographs of known products are recognized. Paths are relative to the current folder. */
import { absolutePaths } from './absolute-paths.mjs';
import { runServerProgram } from './prepare.mjs';

const from = process.env['INIT_CWD'] ?? process.cwd();
const [program = '', script = '', ...args] = process.argv;
const named = { from, paths: ['catalogue', 'page'], words: ['model', 'company', 'seed'], position: 0 };
// Of two pages the last one counts.
process.argv = [program, script, ...absolutePaths(['--page=evaluation.html', ...args], named)];
await runServerProgram('cli/evaluate-recognition');
