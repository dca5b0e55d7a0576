/** `npm run company`: a new company with its first admin. */
import { runServerProgram } from './prepare.mjs';

await runServerProgram('cli/company');
