/** `npm start`: runs the server. Further arguments (`npm start -- --lan`) are passed to it. */
import { checkArguments } from './check-settings.mjs';
import { runServerProgram } from './prepare.mjs';

checkArguments(process.argv.slice(2));
await runServerProgram('main');
