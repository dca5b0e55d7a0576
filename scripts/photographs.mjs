/** `npm run photographs -- CODE FOLDER`: writes the photographs that a catalogue has kept. FOLDER is relative to the current folder. */
import { resolve } from 'node:path';
import { runServerProgram } from './prepare.mjs';

const from = process.env['INIT_CWD'] ?? process.cwd();
const [program = '', script = '', code, folder, ...others] = process.argv;
const named = folder === undefined ? [] : [folder.startsWith('--') ? folder : resolve(from, folder)];
process.argv = [program, script, ...(code === undefined ? [] : [code]), ...named, ...others];
await runServerProgram('cli/write-photographs');
